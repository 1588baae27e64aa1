import { type Addresses, addressesSchema, HOME_COUNTRY } from "#app/domain/form/addresses";
import { ANOTHER_COUNTRY, type CountryChoices, countryChoices, countryList } from "#app/domain/prices/country-names";
import type { Unserved } from "#app/domain/prices/coverage-check";
import type { WhichPostal } from "#app/domain/prices/places";
import type { FormState } from "#app/domain/values/form-state";
import { checkForm, typedValues } from "#app/http/forms/forms.server";
import { type AskedLandmark, askedPlaces, landmarksOfBoth, settleLandmarks } from "#app/http/forms/landmarks.server";
import { goesAbroad, type Journey } from "#app/http/wizard/journey";
import { services } from "#app/services.server";
import { keepTyped } from "./draft-cookies.server";
import { fillInPlaces } from "./fill-in-places.server";
import type { OpenStep, Outcome, Read } from "./open-step.server";
import { settlePlaces, type TownQuestions, townsToAsk, unservedToReport } from "./places-typed.server";
import { rememberBoth } from "./remembered-addresses.server";
import type { NotSaved } from "./save-step.server";

/** The value of the button that turns a local form into an international one, keeping everything typed. */
export const ABROAD = "abroad";

/** The step's page after a form was sent: what was typed, and what is asked or wrong. */
export type AddressesShown = NotSaved & {
  values: Record<string, string>;
  countries: CountryChoices | null;
  which: WhichPostal | null;
  unserved: Unserved[] | null;
  towns: TownQuestions | null;
  landmarks: AskedLandmark[];
};

/** Reads the form, and fills in what its codes, names of places and links to maps say. */
export async function readAddresses({
  request,
  journey,
  customer,
  form,
}: OpenStep): Promise<Read<Addresses, AddressesShown>> {
  const { which, unknown } = await settlePlaces(form);
  const values = typedValues(form);
  if (values.intent === "keep")
    return { state: "left", cookies: keepTyped(journey, "addresses", customer.owner, values) };
  const asksForCountries =
    (journey.destination === "any" && form.get("intent") === ABROAD) || values.toCountry === ANOTHER_COUNTRY;
  if (asksForCountries) values.toCountry = "";
  const list = goesAbroad(journey, values.toCountry) ? await countryList(await services(), values.toCountry) : null;
  const countries = list && countryChoices(list, values.toCountry ?? "", homeIn(journey));
  const nothing = { errors: {}, conflict: null, wait: null, unserved: null, towns: null, landmarks: [] };
  const shown: AddressesShown = { ...nothing, values, which, countries };
  const ask = (state: Outcome["state"], more: Partial<AddressesShown> = {}) => ({
    state,
    shown: { ...shown, ...more },
  });
  if (asksForCountries && countries) return ask("choosing a country");
  if (which) return ask("places");

  await fillInPlaces(form, list ? ["from"] : ["from", "to"], await services());
  const landmarks = await settleLandmarks(form, landmarksOfBoth(form));
  const isServedCountry = (name: string) => list?.names.includes(name) ?? false;
  const checked = checkForm(form, addressesSchema(list ? "abroad" : "home", isServedCountry));
  if (!checked.ok) return ask("wrong", { errors: inPageOrder({ ...checked.state.errors, ...unknown }, form) });
  const { answers } = checked;
  const unserved = await unservedToReport(form, answers);
  // Everything that is odd about the places is asked at once.
  const towns = unserved.length > 0 ? null : await townsToAsk(form, answers);
  if (unserved.length === 0 && !towns && landmarks.length === 0) {
    // A guest may ask their phone to remember both addresses.
    const remembers = !customer.account && form.get("remember") === "on";
    return { answers, shown, cookies: remembers ? [rememberBoth(request, answers)] : [] };
  }
  values.askedPlaces = askedPlaces(form, landmarks);
  const errors = Object.fromEntries([
    ...unserved.map(({ field }) => [field, ["Not served yet: see above."]]),
    ...(towns?.asks.map(({ field, besideField }) => [field, [besideField]]) ?? []),
  ]);
  const state = unserved.length > 0 ? "coverage" : towns ? "towns" : "landmarks";
  return ask(state, { errors, unserved: unserved.length > 0 ? unserved : null, towns, landmarks });
}

/** A browser posts a form's fields in the order of the page. */
function inPageOrder(errors: FormState["errors"], form: FormData): FormState["errors"] {
  const names = [...form.keys()];
  return Object.fromEntries(
    Object.entries(errors).toSorted(([one], [other]) => names.indexOf(one) - names.indexOf(other)),
  );
}

/** The way back for a parcel that stays in the country after all. */
export function homeIn({ destination }: Journey): string | null {
  return destination === "any" ? HOME_COUNTRY : null;
}
