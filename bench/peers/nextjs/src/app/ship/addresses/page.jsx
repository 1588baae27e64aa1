import { cookies } from "next/headers";
import { draftCookie, unseal } from "../../../shared/draft-cookie";
import { parties } from "../../../ui/words";
import { AddressesForm } from "./addresses-form";

export const metadata = { title: "Addresses, step 1 of 3", robots: { index: false } };

export default async function AddressesStep() {
  const answers = unseal((await cookies()).get(draftCookie.name)?.value)?.answers ?? {};
  return (
    <>
      <header className="step">
        <h1>
          <small>Step 1 of 3</small> Addresses
        </h1>
        <div className="stripes" aria-hidden="true">
          <i className="done" />
          <i />
          <i />
        </div>
      </header>
      <AddressesForm parties={parties} answers={answers} />
    </>
  );
}
