import { type Addresses, HOME_COUNTRY, isLocal } from "#app/domain/form/addresses";
import type { Party } from "#app/domain/form/fields";
import { type Unserved, unservedPlaces } from "#app/domain/prices/coverage-check";
import { placeOfCode } from "#app/domain/prices/place-of-code.server";
import type { WhichPostal } from "#app/domain/prices/places";
import { contradictionsIn, isName, placesMeant, unknownPlace } from "#app/domain/prices/places.server";
import { besideField, inWords } from "#app/domain/prices/town-against-code";
import { isPostalCode, postalDigits } from "#app/domain/values/postal-code";
import { carriedValue } from "#app/http/forms/forms.server";
import type { Services } from "#app/services.server";

/** What the names typed for postal codes leave to ask or to say. */
export type NamesTyped = { which: WhichPostal | null; unknown: Record<string, string[]> };

/**
 * Replaces a place's name typed for a postal code by its code. Where it can mean places with different prices, or only
 * begins a name, the customer is asked; an unknown one is told at its field.
 */
export async function settlePlaces(services: Services, form: FormData): Promise<NamesTyped> {
  const [picked, code] = carriedValue(form, "pick").split(" ");
  if (picked && code && isPostal(picked)) await settle(services, form, picked, code, carriedValue(form, picked));
  const { places } = services;
  const isHome = !form.has("toCountry") || form.get("toCountry") === HOME_COUNTRY;
  const unknown: NamesTyped["unknown"] = {};
  for (const field of isHome ? ["fromPostal", "toPostal"] : ["fromPostal"]) {
    const typed = carriedValue(form, field).trim();
    const digits = typed.replace(/\D/g, "");
    // A suggestion has both: `Orlando East 1804`.
    if (isPostalCode(digits) && /\p{L}/u.test(typed))
      await settle(services, form, field, digits, typed.replace(/\d/g, ""));
    if (!isName(typed)) continue;
    const { called, like } = await placesMeant(places, typed);
    const meant = [...called, ...like];
    if (meant.length > 1) {
      const choices = meant.map(({ town, code, province }) => ({ code, text: `${town} ${code}, ${province}` }));
      return { which: { field, typed, choices }, unknown };
    }
    if (meant[0]) await settle(services, form, field, meant[0].code, meant[0].town);
    else unknown[field] = [unknownPlace(typed)];
  }
  return { which: null, unknown };
}

/** Fills in a blank suburb and city with what the code and the name beside it say. */
async function settle(services: Services, form: FormData, field: string, code: string, named: string): Promise<void> {
  form.set(field, code);
  const [suburb, city] = [field.replace("Postal", "Suburb"), field.replace("Postal", "City")];
  if (/\d/.test(named) || carriedValue(form, city).trim()) return;
  const known = await placeOfCode(services, code, named);
  form.set(city, known.city ?? named.trim());
  if (known.suburb && !carriedValue(form, suburb).trim()) form.set(suburb, known.suburb);
}

const isPostal = (field: string) => field === "fromPostal" || field === "toPostal";

/** Codes that we don't serve, unless the customer was told and wants a price anyway. */
export async function unservedToReport(services: Services, form: FormData, addresses: Addresses): Promise<Unserved[]> {
  const reported = ["told", "askAbout"].flatMap((name) => carriedValue(form, name).split(" "));
  const { fromPostal, toPostal } = addresses;
  const ends = Object.entries(isLocal(addresses) ? { fromPostal, toPostal } : { fromPostal });
  const unreported = ends.filter(([, code]) => !reported.includes(code));
  const { pricing, places } = services;
  // While the service can't be asked the customer goes on: the review says whether there is a price.
  const served = await Promise.all(unreported.map(([, code]) => pricing.coverage(code).catch(() => "unknown")));
  const unserved = unreported.filter((_, index) => served[index] === null);
  return unserved.length > 0 ? unservedPlaces(places, Object.fromEntries(unserved)) : [];
}

/** Questions about codes and the towns beside them; `asked` is what the form carries, so that each is asked once. */
export type TownQuestions = {
  asks: { field: string; code: string; words: string; besideField: string; meant: { code: string; town: string } }[];
  asked: string;
};

/** Codes that contradict their towns, unless the customer was asked and went on, or has just picked them. Null where there is none. */
export async function townsToAsk(
  { places }: Services,
  form: FormData,
  addresses: Addresses,
): Promise<TownQuestions | null> {
  const askedBefore = carriedValue(form, "asked");
  const found = await contradictionsIn(places, addresses, isLocal(addresses) ? ["from", "to"] : ["from"]);
  const asks = found
    .map(({ field, wrong }) => ({
      ...{ field, code: wrong.code, meant: wrong.meant },
      ...{ words: inWords(wrong), besideField: besideField(wrong) },
    }))
    .filter(({ field, code }) => carriedValue(form, "pick") !== `${field} ${code}`)
    .filter(({ code, meant }) => !askedBefore.split(";").includes(`${code} ${meant.code}`));
  if (asks.length === 0) return null;
  return { asks, asked: [askedBefore, ...asks.map(({ code, meant }) => `${code} ${meant.code}`)].join(";") };
}

/**
 * Fills in a blank suburb and city from the postal code, if that stands for one place. If another city was typed, the
 * suburb stays blank.
 */
export async function fillInPlaces(services: Services, form: FormData, parties: readonly Party[]): Promise<void> {
  for (const party of parties) {
    const typed = (field: string) => carriedValue(form, party + field).trim();
    const code = postalDigits(typed("Postal"));
    if ((typed("City") && typed("Suburb")) || !isPostalCode(code)) continue;
    const { suburb, city } = await placeOfCode(services, code);
    if (typed("City") !== "" && typed("City") !== city) continue;
    if (city) form.set(`${party}City`, city);
    if (suburb && !typed("Suburb")) form.set(`${party}Suburb`, suburb);
  }
}
