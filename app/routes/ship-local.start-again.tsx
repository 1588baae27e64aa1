import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { localShipment } from "#app/domain/journeys/journey";
import { startAgain } from "#app/http/wizard/leave-draft.server";
import { resumeJourney } from "#app/http/wizard/open-step.server";

/** Whoever opens the address finds the wizard; only the button clears anything. */
export const loader = ({ request }: LoaderFunctionArgs) => resumeJourney(request, localShipment);
export const action = ({ request }: ActionFunctionArgs) => startAgain(request, localShipment);
