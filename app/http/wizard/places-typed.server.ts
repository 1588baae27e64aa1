import { company } from "#app/company.server";
import { type Unserved, unservedPlaces } from "#app/domain/pricing/coverage-check";
import { placeOfCode } from "#app/domain/pricing/place-of-code.server";
import type { WhichPostal } from "#app/domain/pricing/places";
import { placesMeant } from "#app/domain/pricing/places.server";
import { type Addresses, HOME_COUNTRY, isLocal } from "#app/domain/shipments/addresses";
import { carriedValue } from "#app/http/forms/forms.server";

/**
 * Replaces a place name typed for a postal code by its code. If several places have the name, the customer is asked; an
 * unknown one is left to the form's rules.
 */
export async function settlePlaces(form: FormData): Promise<WhichPostal | null> {
  const [picked, code] = carriedValue(form, "pick").split(" ");
  if (picked && code && isPostal(picked)) await settle(form, picked, code);
  const { places } = await company();
  const isHome = !form.has("toCountry") || form.get("toCountry") === HOME_COUNTRY;
  for (const field of isHome ? ["fromPostal", "toPostal"] : ["fromPostal"]) {
    const typed = carriedValue(form, field).trim();
    const meant = await placesMeant(places, typed);
    if (meant.length > 1) {
      const choices = meant.map(({ town, code, province }) => ({ code, text: `${town} ${code}, ${province}` }));
      return { field, typed, choices };
    }
    if (meant[0]) await settle(form, field, meant[0].code);
  }
  return null;
}

/** Fills in a blank city with the name that was typed for its code, unless the code gives it. */
async function settle(form: FormData, field: string, code: string): Promise<void> {
  const [named, city] = [carriedValue(form, field).trim(), field.replace("Postal", "City")];
  form.set(field, code);
  if (/\d/.test(named) || carriedValue(form, city).trim()) return;
  const known = await placeOfCode(await company(), code);
  if (!known.city) form.set(city, named);
}

const isPostal = (field: string) => field === "fromPostal" || field === "toPostal";

/** Codes that we don't serve, unless the customer was told and wants a price anyway. */
export async function unservedToReport(form: FormData, addresses: Addresses): Promise<Unserved[]> {
  const reported = ["told", "askAbout"].flatMap((name) => carriedValue(form, name).split(" "));
  const { fromPostal, toPostal } = addresses;
  const ends = Object.entries(isLocal(addresses) ? { fromPostal, toPostal } : { fromPostal });
  const unreported = ends.filter(([, code]) => !reported.includes(code));
  const { pricing, places } = await company();
  // While the service can't be asked the customer goes on: the review says whether there is a price.
  const served = await Promise.all(unreported.map(([, code]) => pricing.coverage(code).catch(() => "unknown")));
  const unserved = unreported.filter((_, index) => served[index] === null);
  return unserved.length > 0 ? unservedPlaces(places, Object.fromEntries(unserved)) : [];
}
