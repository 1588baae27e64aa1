import { type ActionFunctionArgs, json } from "@remix-run/node";
import { company } from "#app/company.server";
import type { Account } from "#app/domain/accounts/account";
import type { Journey } from "#app/domain/journeys/journey";
import { type CountryList, countryList } from "#app/domain/pricing/country-names";
import type { Quote } from "#app/domain/quotes/quote";
import { addressesToPick, pickedAddresses } from "#app/domain/quotes/used-addresses.server";
import { type Addresses, addressesSchema, HOME_COUNTRY } from "#app/domain/shipments/addresses";
import { differencesOf } from "#app/domain/shipments/edit-conflict";
import { limits } from "#app/domain/shipments/fields";
import { savedValues } from "#app/domain/shipments/saved-values";
import { networkOf } from "#app/domain/values/network.server";
import { postalDigits } from "#app/domain/values/postal-code";
import { checkForm, typedValues } from "#app/http/forms/forms.server";
import { unlessUnwritable } from "#app/http/forms/unwritable.server";
import { onward, privately } from "#app/http/pages/private-page.server";
import { isBookedHere } from "#app/http/sign-in/booked-here.server";
import { paths } from "#app/paths";
import type { AddressesAnswer, AddressesPage, CountryChoices } from "#app/ui/shipments/steps/addresses-step";
import { openStep } from "./open-step.server";
import { rememberBoth, rememberedOn } from "./remembered-addresses.server";

/** Posted by the button that turns a local form into one for another country, keeping everything typed. */
const ABROAD = "abroad";
/** Chosen where the list holds one country, to have them all. No country is called so. */
const ANOTHER_COUNTRY = "…";

/** Shows a wizard's first step: what is saved, or what a coverage check or an address used before already tells. */
export async function showAddresses(request: Request, journey: Journey) {
  const { draft, keys, place, customer } = await openStep(request, journey, "addresses");
  const query = new URL(request.url).searchParams;
  const { store } = await company();
  const uid = customer.account?.uid ?? "";
  const remembered = rememberedOn(request);
  const isOwn = (quote: Quote) => isBookedHere(quote, request);
  const picked = await pickedAddresses(store.read, uid, query, { isOwn, remembered });
  const values = {
    toCountry: journey.destination === "abroad" ? "" : HOME_COUNTRY,
    ...(draft.addresses ? savedValues(draft.addresses) : senderFrom(customer.account)),
    ...fromCoverage(query, draft.addresses),
    ...picked.fields,
  };
  const isAbroad = goesAbroad(journey, values.toCountry);
  const page: AddressesPage = {
    values,
    keys,
    place,
    countries: isAbroad ? choicesFrom(await countryList(await company(), values.toCountry), values.toCountry) : null,
    abroadIntent: journey.destination === "any" ? ABROAD : null,
    used: await addressesToPick(store.read, uid, picked.chosen),
    remembering: uid ? null : { isSome: remembered.length > 0, href: paths.remembered(picked.chosen) },
  };
  return json(page, privately());
}

/** Takes a wizard's first step. */
export async function takeAddresses({ request, context }: ActionFunctionArgs, journey: Journey) {
  const step = await openStep(request, journey, "addresses");
  const form = await step.customer.readForm(request);
  if (step.isOfBooking(form)) return onward(step.place.reviewHref);
  const values = typedValues(form);
  const asksForCountries =
    (journey.destination === "any" && form.get("intent") === ABROAD) || values.toCountry === ANOTHER_COUNTRY;
  if (asksForCountries) values.toCountry = "";
  const countries = goesAbroad(journey, values.toCountry) ? await countryList(await company(), values.toCountry) : null;
  const answer = (told: Partial<AddressesAnswer>): AddressesAnswer => ({
    values,
    errors: {},
    countries: countries && choicesFrom(countries, values.toCountry),
    conflict: null,
    wait: null,
    ...told,
  });

  if (asksForCountries && countries) return json(answer({}), privately());
  const schema = countries
    ? addressesSchema("abroad", (name) => countries.names.includes(name))
    : addressesSchema("home", isNone);
  const checked = checkForm(form, schema);
  if (!checked.ok) return json(answer(checked.state), privately(400));
  if (step.isOverwriting(form, checked.answers)) {
    const differences = differencesOf(step.draft.addresses, checked.answers);
    const conflict = { differences, typed: { ...values, ...step.keys }, keepHref: step.nextHref };
    return json(answer({ conflict }), privately(409));
  }
  const save = async () => {
    const saved = await step.saveAndContinue(checked.answers, { form, network: networkOf(context?.clientAddress) });
    if (!(saved instanceof Response)) return json(answer({ wait: saved.wait }), saved.answer);
    if (!step.customer.account && form.get("remember") === "on")
      saved.headers.append("Set-Cookie", rememberBoth(request, checked.answers));
    return saved;
  };
  return unlessUnwritable(save, (words, how) => json(answer({ errors: { "": [words] } }), how));
}

/** Whoever is signed in has told us already who they are. */
function senderFrom(account: Account | null): Record<string, string> {
  return account ? { fromName: account.name, fromEmail: account.email, fromPhone: account.phone } : {};
}

/** A blank country was asked for and not chosen yet; none at all means that nobody asked. */
function goesAbroad(journey: Journey, toCountry = HOME_COUNTRY): boolean {
  return journey.destination === "any" ? toCountry !== HOME_COUNTRY : journey.destination === "abroad";
}

/** Whoever has chosen a country isn't sent all the others again: they weigh as much as the rest of the page. */
function choicesFrom({ names, note }: CountryList, chosen = ""): CountryChoices {
  return names.includes(chosen) ? { names: [chosen], note, another: ANOTHER_COUNTRY } : { names, note, another: null };
}

const isNone = () => false;

/** A coverage check leads here with what it knew, which is newer than what was saved. */
function fromCoverage(query: URLSearchParams, saved?: Addresses): Record<string, string> {
  const known: Record<string, string> = {};
  for (const party of ["from", "to"] as const) {
    const postal = postalDigits(query.get(`${party}Postal`) ?? "");
    if (postal === "" || postal === saved?.[`${party}Postal`]) continue;
    known[`${party}Postal`] = postal;
    known[`${party}City`] = (query.get(`${party}City`) ?? "").slice(0, limits.city);
  }
  const toCountry = query.get("toCountry")?.slice(0, limits.country);
  if (toCountry) return { ...known, toCountry };
  return saved && known.toPostal ? { ...known, toCountry: HOME_COUNTRY } : known;
}
