import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { internationalShipment, stepOf } from "#app/domain/journeys/journey";
import { changeBooking } from "#app/http/steps/leave-draft.server";

export const loader = () => redirect(stepOf(internationalShipment, "review").path);
export const action = ({ request }: ActionFunctionArgs) => changeBooking(request, internationalShipment);
