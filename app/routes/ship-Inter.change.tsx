import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { internationalShipment } from "#app/domain/journeys/journey";
import { changeBooking } from "#app/http/wizard/leave-draft.server";
import { resumeJourney } from "#app/http/wizard/open-step.server";

/** Whoever opens the address finds the wizard; only the button changes anything. */
export const loader = ({ request }: LoaderFunctionArgs) => resumeJourney(request, internationalShipment);
export const action = ({ request }: ActionFunctionArgs) => changeBooking(request, internationalShipment);
