import { cookies } from "next/headers";
import { draftCookie, unseal } from "../../../shared/draft-cookie";
import { tripOf } from "../../../shared/trip";
import { StepHeader } from "../../../ui/step-header";
import { brand, parties } from "../../../ui/words";
import { AddressesForm } from "./addresses-form";
import "../../../shared/steps.css";

const title = "Addresses, step 1 of 3";

/** The form draws the title, because only it knows whether there is an error. */
export const metadata = { title: { absolute: "" }, description: title, robots: { index: false } };

export default async function AddressesStep() {
  const draft = unseal((await cookies()).get(draftCookie.name)?.value);
  return (
    <>
      <StepHeader step={1} of={3} title="Addresses" />
      <AddressesForm
        title={`${title} · ${brand.name}`}
        parties={parties}
        draft={draft}
        trip={tripOf(draft?.answers, new Date())}
      />
    </>
  );
}
