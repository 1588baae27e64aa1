import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { localShipment, stepOf } from "#app/domain/journeys/journey";
import { changeBooking } from "#app/http/steps/leave-draft.server";

export const loader = () => redirect(stepOf(localShipment, "review").path);
export const action = ({ request }: ActionFunctionArgs) => changeBooking(request, localShipment);
