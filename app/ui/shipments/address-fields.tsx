import { Fieldset } from "../forms/fieldset";
import type { FormState } from "../forms/form-state";
import { HiddenFields } from "../forms/hidden-fields";
import { type Choice, SelectField } from "../forms/select-field";
import { TextField } from "../forms/text-field";

export type Party = "from" | "to";

/** Spec section 9: "Country search debounce" and "List limits", on the address form. */
const COUNTRY_SEARCH = { limit: 50, debounceMs: 200 };

const legends = { from: "Sender", to: "Receiver" } as const;
const hints = { from: "Where we collect", to: "Where we deliver" } as const;

/**
 * One party's address. Many of our customers have no formal address, so a description is as good as a street.
 * `countries`: the country is chosen from these and the postal code may be blank; without them the country is
 * posted as it stands, South Africa. `another` stands at their end where they aren't all of them.
 */
export function AddressFields(props: {
  party: Party;
  state: FormState;
  countries?: { names: readonly string[]; note: string | null; another: string | null };
}) {
  const { party, state, countries } = props;
  const abroad = countries !== undefined;
  const name = (field: string) => `${party}${field}`;
  const fill = (token: string) => `section-${party} ${token}`;
  return (
    <Fieldset legend={legends[party]} hint={hints[party]}>
      <TextField name={name("Name")} label="Full name" state={state} autoComplete={fill("name")} />
      <TextField
        name={name("Email")}
        label="Email"
        type="email"
        state={state}
        autoComplete={fill("email")}
        spellCheck={false}
      />
      <TextField name={name("Phone")} label="Phone" type="tel" state={state} autoComplete={fill("tel")} />
      <TextField
        name={name("Cell")}
        label="Cell"
        type="tel"
        required={false}
        state={state}
        autoComplete={fill("mobile tel")}
      />
      {countries ? (
        <SelectField
          name={name("Country")}
          label="Country"
          state={state}
          choices={choicesOf(countries)}
          search={COUNTRY_SEARCH}
          hint={countries.note ?? undefined}
          placeholder={countries.another ? undefined : "Choose a country"}
          autoComplete={fill("country-name")}
        />
      ) : (
        <HiddenFields fields={{ [name("Country")]: state.values[name("Country")] || "South Africa" }} />
      )}
      <TextField
        name={name("AddressLine")}
        label="Street address"
        hint="House or stand number and street. No street name? Describe the place."
        state={state}
        autoComplete={fill("address-line1")}
      />
      <TextField
        name={name("Suburb")}
        label="Suburb or township"
        required={false}
        state={state}
        autoComplete={fill("address-level3")}
      />
      <TextField name={name("City")} label="City or town" state={state} autoComplete={fill("address-level2")} />
      <TextField
        name={name("Postal")}
        label="Postal code"
        required={!abroad}
        width="short"
        state={state}
        autoComplete={fill("postal-code")}
        inputMode={abroad ? undefined : "numeric"}
      />
      <TextField
        name={name("Landmark")}
        label="How will the driver find it?"
        hint="For example: blue gate opposite the taxi rank."
        required={false}
        state={state}
      />
    </Fieldset>
  );
}

function choicesOf({ names, another }: { names: readonly string[]; another: string | null }): (Choice | string)[] {
  return another ? [...names, { value: another, text: "Another country" }] : [...names];
}
