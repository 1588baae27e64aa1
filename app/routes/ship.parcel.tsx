import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { publicQuote } from "#app/domain/journeys/journey";
import { showParcel, takeParcel } from "#app/http/wizard/parcel-step.server";
import { privatePageMeta } from "#app/ui/shell/page-meta";
import { ParcelStep } from "#app/ui/shipments/steps/parcel-step";

export const handle = { enhance: true };
export const meta: MetaFunction = () => privatePageMeta("Parcel details, step 2 of 3");
export const loader = ({ request }: LoaderFunctionArgs) => showParcel(request, publicQuote);
export const action = (args: ActionFunctionArgs) => takeParcel(args, publicQuote);

export default function PublicParcel() {
  return <ParcelStep page={useLoaderData<typeof loader>()} answer={useActionData<typeof action>()} />;
}
