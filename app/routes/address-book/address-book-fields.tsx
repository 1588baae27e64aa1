import { neededToKeep, type PartyFieldName, partyFields } from "#app/domain/form/fields";
import { isAsked } from "#app/domain/form/in-latin";
import type { FormState } from "#app/domain/values/form-state";
import { Fieldset } from "../../ui/forms/fieldset";
import { TextField } from "../../ui/forms/text-field";

const firstOfPlace: PartyFieldName = "Country";
const all = Object.entries(partyFields);
const placeBegins = all.findIndex(([name]) => name === firstOfPlace);

/** An address's name and fields, which are those of a sender or receiver; most may be blank. */
export function AddressBookFields({ state }: { state: FormState }) {
  return (
    <>
      <Fieldset legend="Person">
        <TextField
          name="label"
          label="Name in your address book"
          hint="Home, Gogo Soweto, the shop"
          state={state}
          autoComplete="off"
        />
        <Lines fields={all.slice(0, placeBegins)} state={state} />
      </Fieldset>
      <Fieldset legend="Place">
        <Lines fields={all.slice(placeBegins)} state={state} />
      </Fieldset>
    </>
  );
}

function Lines({ fields, state }: { fields: typeof all; state: FormState }) {
  const asked = fields.filter(([, field]) => isAsked(state.values, "", field));
  return asked.map(([name, { label, hint, rule, fill }]) => (
    <TextField
      key={name}
      name={name}
      label={label}
      hint={hint}
      state={state}
      type={rule === "email" ? "email" : /phone/.test(rule) ? "tel" : undefined}
      required={neededToKeep.includes(name as PartyFieldName)}
      width={rule === "postal" ? "short" : undefined}
      autoComplete={fill}
    />
  ));
}
