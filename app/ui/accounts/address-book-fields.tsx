import { neededToKeep, type PartyFieldName, partyFields } from "#app/domain/shipments/fields";
import type { FormState } from "#app/domain/values/form-state";
import { TextField } from "../forms/text-field";

/** An address's name and fields, which are those of a sender or receiver; most may be blank. */
export function AddressBookFields({ state }: { state: FormState }) {
  return (
    <>
      <TextField
        name="label"
        label="Name in your address book"
        hint="Home, Gogo Soweto, the shop"
        state={state}
        autoComplete="off"
      />
      {Object.entries(partyFields).map(([name, { label, hint, rule, fill }]) => (
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
      ))}
    </>
  );
}
