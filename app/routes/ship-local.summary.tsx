import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { localShipment } from "#app/domain/journeys/journey";
import { showReview, takeReview } from "#app/http/wizard/review-step.server";
import { privatePageMeta } from "#app/ui/shell/page-meta";
import { ReviewStep } from "#app/ui/shipments/steps/review-step";

export const handle = { enhance: true };
export const meta: MetaFunction = () => privatePageMeta("Local shipment: summary, step 3 of 3");
export const loader = ({ request }: LoaderFunctionArgs) => showReview(request, localShipment);
export const action = (args: ActionFunctionArgs) => takeReview(args, localShipment);

export default function LocalReview() {
  return <ReviewStep page={useLoaderData<typeof loader>()} answer={useActionData<typeof action>()} />;
}
