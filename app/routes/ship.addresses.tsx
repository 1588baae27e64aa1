import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { publicQuote } from "#app/domain/journeys/journey";
import { showAddresses, takeAddresses } from "#app/http/wizard/addresses-step.server";
import { privatePageMeta } from "#app/ui/shell/page-meta";
import { AddressesStep } from "#app/ui/shipments/steps/addresses-step";

export const handle = { enhance: true, cached: true };
export const meta: MetaFunction = () => privatePageMeta("Addresses, step 1 of 3");
export const loader = ({ request }: LoaderFunctionArgs) => showAddresses(request, publicQuote);
export const action = (args: ActionFunctionArgs) => takeAddresses(args, publicQuote);

export default function PublicAddresses() {
  return <AddressesStep page={useLoaderData<typeof loader>()} answer={useActionData<typeof action>()} />;
}
