import type { LoaderFunctionArgs } from "@remix-run/node";
import { localShipment } from "#app/domain/journeys/journey";
import { resumeJourney } from "#app/http/wizard/open-step.server";

/** The bare address leads to the furthest step. */
export const loader = ({ request }: LoaderFunctionArgs) => resumeJourney(request, localShipment);
