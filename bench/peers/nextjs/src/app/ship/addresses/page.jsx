import { show } from "../../../shared/step";
import { StepHeader } from "../../../ui/step-header";
import { brand, parties } from "../../../ui/words";
import { AddressesForm } from "./addresses-form";
import { stepRequest } from "./request";

const title = "Addresses, step 1 of 3";

/** The form draws the title, because only it knows whether there is an error. */
export const metadata = { title: { absolute: "" }, description: title, robots: { index: false } };

export default async function AddressesStep() {
  const { request, cookie } = await stepRequest();
  const { values, keys, trip } = await show(request, cookie);
  return (
    <>
      <StepHeader step={1} of={3} title="Addresses" />
      <AddressesForm title={`${title} · ${brand.name}`} parties={parties} shown={{ values, keys }} trip={trip} />
    </>
  );
}
