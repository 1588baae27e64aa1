import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { internationalShipment, stepOf } from "#app/domain/journeys/journey";
import { startAgain } from "#app/http/steps/leave-draft.server";

/** Whoever opens the address finds the wizard; only the button clears anything. */
export const loader = () => redirect(stepOf(internationalShipment, "addresses").path);
export const action = ({ request }: ActionFunctionArgs) => startAgain(request, internationalShipment);
