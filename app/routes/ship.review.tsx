import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { publicQuote } from "#app/domain/journeys/journey";
import { showReview, takeReview } from "#app/http/wizard/review-step.server";
import { privatePageMeta } from "#app/ui/shell/page-meta";
import { ReviewStep } from "#app/ui/shipments/steps/review-step";

export const handle = { enhance: true };
export const meta: MetaFunction = () => privatePageMeta("Review & confirm, step 3 of 3");
export const loader = ({ request }: LoaderFunctionArgs) => showReview(request, publicQuote);
export const action = (args: ActionFunctionArgs) => takeReview(args, publicQuote);

export default function PublicReview() {
  return <ReviewStep page={useLoaderData<typeof loader>()} answer={useActionData<typeof action>()} />;
}
