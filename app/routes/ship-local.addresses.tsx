import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { localShipment } from "#app/domain/journeys/journey";
import { showAddresses, takeAddresses } from "#app/http/wizard/addresses-step.server";
import { privatePageMeta } from "#app/ui/shell/page-meta";
import { AddressesStep } from "#app/ui/shipments/steps/addresses-step";

export const handle = { enhance: true };
export const meta: MetaFunction = () => privatePageMeta("Local shipment: addresses, step 1 of 3");
export const loader = ({ request }: LoaderFunctionArgs) => showAddresses(request, localShipment);
export const action = (args: ActionFunctionArgs) => takeAddresses(args, localShipment);

export default function LocalAddresses() {
  return <AddressesStep page={useLoaderData<typeof loader>()} answer={useActionData<typeof action>()} />;
}
