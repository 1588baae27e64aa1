import { type Addresses, addressesSchema, HOME_COUNTRY } from "#app/domain/form/addresses";
import { fromCoverage } from "#app/domain/form/coverage-lead";
import { parties } from "#app/domain/form/fields";
import { savedValues } from "#app/domain/form/saved-values";
import type { Quote } from "#app/domain/parcels/quotes/quote";
import { addressesToPick, pickedAddresses, senderOf } from "#app/domain/parcels/quotes/used-addresses.server";
import { ANOTHER_COUNTRY, type CountryChoices, countryChoices, countryList } from "#app/domain/prices/country-names";
import type { Unserved } from "#app/domain/prices/coverage-check";
import type { WhichPostal } from "#app/domain/prices/places";
import type { FormState } from "#app/domain/values/form-state";
import { checkForm, typedValues } from "#app/http/forms/forms.server";
import { type AskedLandmark, askedPlaces, landmarksOfBoth, settleLandmarks } from "#app/http/forms/landmarks.server";
import { latinToAsk } from "#app/http/forms/latin-letters.server";
import { isBookedHere } from "#app/http/sign-in/booked-here.server";
import { goesAbroad, type Journey } from "#app/http/wizard/journey";
import { paths } from "#app/paths";
import type { Services } from "#app/services.server";
import { keepTyped, typedAt } from "../../http/wizard/draft-cookies.server";
import type { OpenStep, Read, StepOutcome } from "../../http/wizard/open-step.server";
import { rememberBoth, rememberedOn } from "../../http/wizard/remembered-addresses.server";
import type { NotSaved } from "../../http/wizard/save-step.server";
import { fillInPlaces, settlePlaces, type TownQuestions, townsToAsk, unservedToReport } from "./places-typed.server";

/** The value of the button that turns a local form into an international one, keeping everything typed. */
export const ABROAD = "abroad";

/** The step's page after a form was sent: what was typed, and what is asked or wrong. */
export type AddressesForm = NotSaved & {
  values: Record<string, string>;
  countries: CountryChoices | null;
  which: WhichPostal | null;
  unserved: Unserved[] | null;
  towns: TownQuestions | null;
  landmarks: AskedLandmark[];
  /** The fields in Latin letters that are asked for. */
  latin: string[];
};

/**
 * What the first step shows before it is sent: the draft or the usual sender, what was typed and left, what a coverage
 * check asked, and an address that was picked, each before those named first. With it the addresses to pick from.
 */
export async function filledIn({ request, journey, draft, customer, context }: OpenStep, query: URLSearchParams) {
  const { read } = context.services.store;
  const uid = customer.account?.uid ?? "";
  const remembered = rememberedOn(request, context.settings);
  const isOwn = (quote: Quote) => isBookedHere(quote, request, context);
  const picked = await pickedAddresses(read, uid, query, { isOwn, remembered });
  const values: Record<string, string> = {
    toCountry: journey.destination === "abroad" ? "" : HOME_COUNTRY,
    ...(draft.addresses
      ? savedValues(draft.addresses)
      : await senderOf(read, customer.account, query.get("fromPostal"))),
    ...typedAt(request, context.settings, journey, "addresses", customer.owner),
    ...fromCoverage(query, draft.addresses),
    ...picked.fields,
  };
  // A guest's phone remembers addresses on request, on a page of their own; accounts have an address book.
  const remembering = uid ? null : { isSome: remembered.length > 0, href: paths.remembered(picked.chosen) };
  const { countries } = await countriesOf(context.services, journey, values.toCountry);
  return { values, countries, used: await addressesToPick(read, uid, picked.chosen), remembering };
}

/** Reads the form, and fills in what its codes, names of places and links to maps say. */
export async function readAddresses(step: OpenStep): Promise<Read<Addresses, AddressesForm>> {
  const { request, journey, customer, form } = step;
  const { which, unknown } = await settlePlaces(step.context.services, form);
  const values = typedValues(form);
  if (values.intent === "keep")
    return { state: "left", cookies: keepTyped(step.context.settings, journey, "addresses", customer.owner, values) };
  const asksForCountries =
    (journey.destination === "any" && form.get("intent") === ABROAD) || values.toCountry === ANOTHER_COUNTRY;
  if (asksForCountries) values.toCountry = "";
  const { list, countries } = await countriesOf(step.context.services, journey, values.toCountry);
  const nothing = { errors: {}, conflict: null, wait: null, unserved: null, towns: null, landmarks: [], latin: [] };
  const shown: AddressesForm = { ...nothing, values, which, countries };
  const ask = (state: StepOutcome["state"], more: Partial<AddressesForm> = {}) => ({
    state,
    shown: { ...shown, ...more },
  });
  if (asksForCountries && countries) return ask("choosing a country");
  if (which) return ask("places");

  await fillInPlaces(step.context.services, form, list ? ["from"] : ["from", "to"]);
  const landmarks = await settleLandmarks(step.context.services, form, landmarksOfBoth(form));
  const isServedCountry = (name: string) => list?.names.includes(name) ?? false;
  const checked = checkForm(form, addressesSchema(list ? "abroad" : "home", isServedCountry));
  if (!checked.ok) return ask("wrong", { errors: inPageOrder({ ...checked.state.errors, ...unknown }, form) });
  const { answers } = checked;
  const unserved = await unservedToReport(step.context.services, form, answers);
  // Everything that is odd about the places is asked at once.
  const towns = unserved.length > 0 ? null : await townsToAsk(step.context.services, form, answers);
  const latin = parties.flatMap((party) => latinToAsk(form, answers, party));
  if (unserved.length === 0 && !towns && landmarks.length === 0 && latin.length === 0) {
    // A guest may ask their phone to remember both addresses.
    const remembers = !customer.account && form.get("remember") === "on";
    return { answers, shown, cookies: remembers ? [rememberBoth(request, step.context.settings, answers)] : [] };
  }
  values.askedPlaces = askedPlaces(form, landmarks);
  const errors = Object.fromEntries([
    ...unserved.map(({ field }) => [field, ["Not served yet: see above."]]),
    ...(towns?.asks.map(({ field, besideField }) => [field, [besideField]]) ?? []),
  ]);
  const aboutPlaces = unserved.length > 0 ? "coverage" : towns ? "towns" : landmarks.length > 0 ? "landmarks" : null;
  const asked = { errors, unserved: unserved.length > 0 ? unserved : null, towns, landmarks, latin };
  return ask(aboutPlaces ?? "in another script", asked);
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

/** The countries that the form offers, and all of them; none for a parcel that stays in the country. */
async function countriesOf(services: Services, journey: Journey, toCountry: string | undefined) {
  if (!goesAbroad(journey, toCountry)) return { list: null, countries: null };
  const list = await countryList(services, toCountry);
  return { list, countries: countryChoices(list, toCountry ?? "", homeIn(journey)) };
}
