import type { UsedAddress } from "#app/domain/quotes/used-addresses.server";
import type { Difference } from "#app/domain/shipments/edit-conflict";
import type { FormState } from "#app/domain/values/form-state";
import { Button } from "../../forms/button";
import { Checkbox } from "../../forms/checkbox";
import { StepForm } from "../../forms/step-form";
import { AddressFields } from "../address-fields";
import { EditConflict } from "../edit-conflict";
import { StartAgain } from "../start-again";
import { StepHeader } from "../step-header";
import { UsedAddresses } from "../used-addresses";
import { type Waiting, WaitYourTurn } from "../wait-your-turn";
import type { StepPlace } from "./step-place";

/**
 * Countries to choose from, and what to say about the list, if anything. `another`: the list holds the chosen one alone,
 * and this choice asks for the rest.
 */
export type CountryChoices = { names: string[]; note: string | null; another: string | null };

export type AddressesPage = {
  values: Record<string, string>;
  keys: Record<string, string>;
  place: StepPlace;
  /** Where the receiver's country is chosen from; null while the parcel stays in the country. */
  countries: CountryChoices | null;
  /** What the button posts that turns a local form into one for another country; null where there is no such choice. */
  abroadIntent: string | null;
  used: UsedAddress[];
  /** A guest's phone remembers addresses if asked to, on a page of their own; null for accounts, which have an address book. */
  remembering: { isSome: boolean; href: string } | null;
};

export type AddressesAnswer = FormState & {
  countries: CountryChoices | null;
  /** Two tabs disagree; `keepHref` goes on with what is saved. */
  conflict: { differences: Difference[]; typed: Record<string, string>; keepHref: string } | null;
  /** The price has to wait a little. */
  wait: Waiting | null;
};

/** A wizard's first step: who sends, who receives. */
export function AddressesStep({ page, answer }: { page: AddressesPage; answer: AddressesAnswer | undefined }) {
  const { keys, place, abroadIntent } = page;
  const state: FormState = answer ?? { values: page.values, errors: {} };
  const countries = (answer ? answer.countries : page.countries) ?? undefined;
  if (answer?.conflict) return <EditConflict {...answer.conflict} />;
  if (answer?.wait) return <WaitYourTurn {...answer.wait} submit="Next" />;
  return (
    <>
      <StepHeader step={place.step} of={place.of} title={place.title} />
      <UsedAddresses addresses={page.used} stepHref={place.addressesHref} />
      {page.remembering?.isSome ? (
        <p>
          <a href={page.remembering.href}>Use an address that this phone remembers</a>
        </p>
      ) : null}
      <StepForm
        state={state}
        submit="Next"
        hidden={keys}
        needsAll
        more={abroadIntent && !countries ? <AbroadButton intent={abroadIntent} /> : null}
      >
        <AddressFields party="from" state={state} />
        <AddressFields party="to" state={state} countries={countries} />
        {page.remembering ? (
          <Checkbox name="remember" state={state}>
            Remember these addresses on this phone
          </Checkbox>
        ) : null}
      </StepForm>
      {keys.draft ? <StartAgain action={place.startAgainAction} token={keys.token} /> : null}
    </>
  );
}

/** Stands behind "Next": the first button of a form is the one that the Enter key presses. */
function AbroadButton({ intent }: { intent: string }) {
  return (
    <Button plain name="intent" value={intent} formNoValidate>
      Send to another country
    </Button>
  );
}
