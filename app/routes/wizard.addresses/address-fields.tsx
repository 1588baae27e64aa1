import { type Party, type PartyField, partyFields, partyNames } from "#app/domain/form/fields";
import { isAsked } from "#app/domain/form/in-latin";
import type { FormState } from "#app/domain/values/form-state";
import { Fieldset } from "../../ui/forms/fieldset";
import { HiddenFields } from "../../ui/forms/hidden-fields";
import { type Choice, SelectField } from "../../ui/forms/select-field";
import { TextField } from "../../ui/forms/text-field";

/** Specification section 9: "Country search debounce" and "List limits", on the address form. */
const COUNTRY_SEARCH = { limit: 50, debounceMs: 200 };

/** The form's last field. */
const LAST = `to${Object.keys(partyFields).at(-1)}`;

const hints = { from: "Where we collect", to: "Where we deliver" } as const;

type Countries = { names: readonly string[]; note: string | null; another: string | null };

/**
 * One party's address. Many of our customers have no formal address, so a description is accepted instead of a street.
 * `countries`: the choices of countries, in which case the postal code may be blank; without them South Africa is
 * posted. `another` is added to the choices when they aren't complete. `asksTowns`: a code is asked about because of the
 * town beside it.
 */
export function AddressFields({ party, ...given }: { party: Party } & Given) {
  return (
    <Fieldset legend={partyNames[party]} hint={hints[party]}>
      {inOrder
        .filter(([, field]) => isAsked(given.state.values, party, field))
        .map(([name, field]) =>
          field.rule === "country" ? (
            <Country key={name} name={party + name} party={party} field={field} {...given} />
          ) : (
            <Line key={name} name={party + name} party={party} field={field} {...given} />
          ),
        )}
    </Fieldset>
  );
}

/** The postal code comes before the fields that it fills in; on an envelope it comes after them. */
const inOrder = Object.entries(partyFields).toSorted(([one], [other]) => rank(one) - rank(other));

function rank(name: string): number {
  const place = Object.keys(partyFields).indexOf(name);
  return name === "Postal" ? Object.keys(partyFields).indexOf("AddressLine") + 0.5 : place;
}

type Given = { state: FormState; countries?: Countries; asksTowns?: boolean };
type FieldProps = { name: string; party: Party; field: PartyField } & Given;

function Line({ name, party, field, state, countries, asksTowns }: FieldProps) {
  const { rule, label, hint, optionalIf } = field;
  const isPostal = rule === "postal";
  const isHome = isPostal && !countries;
  return (
    <TextField
      name={name}
      label={label}
      hint={isHome ? "Or the name of the place." : hint}
      optionalIf={optionalIf}
      state={state}
      type={rule === "email" ? "email" : /phone/.test(rule) ? "tel" : undefined}
      required={!(rule.startsWith("optional") || (isPostal && countries))}
      autoComplete={fill(party, field)}
      width={isPostal && countries ? "short" : undefined}
      enterKeyHint={name === LAST ? "done" : undefined}
      places={isHome}
      answers={asksTowns && /City|Suburb/.test(name) ? `${party}Postal` : undefined}
    />
  );
}

function Country({ name, party, field, state, countries }: FieldProps) {
  if (!countries) return <HiddenFields fields={{ [name]: state.values[name] || "South Africa" }} />;
  return (
    <SelectField
      name={name}
      label={field.label}
      state={state}
      choices={choicesOf(countries)}
      search={COUNTRY_SEARCH}
      hint={countries.note ?? undefined}
      placeholder={countries.another ? undefined : "Choose a country"}
      autoComplete={fill(party, field)}
    />
  );
}

function fill(party: Party, field: PartyField): string | undefined {
  return field.fill && `section-${party} ${field.fill}`;
}

function choicesOf({ names, another }: Countries): (Choice | string)[] {
  return another ? [...names, { value: another, text: "Another country" }] : [...names];
}
