import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { internationalShipment } from "#app/domain/journeys/journey";
import { showAddresses, takeAddresses } from "#app/http/wizard/addresses-step.server";
import { privatePageMeta } from "#app/ui/shell/page-meta";
import { AddressesStep } from "#app/ui/shipments/steps/addresses-step";

export const handle = { enhance: true };
export const meta: MetaFunction = () => privatePageMeta("International shipment: addresses, step 1 of 3");
export const loader = ({ request }: LoaderFunctionArgs) => showAddresses(request, internationalShipment);
export const action = (args: ActionFunctionArgs) => takeAddresses(args, internationalShipment);

export default function InternationalAddresses() {
  return <AddressesStep page={useLoaderData<typeof loader>()} answer={useActionData<typeof action>()} />;
}
