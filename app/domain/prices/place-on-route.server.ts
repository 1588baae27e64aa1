import { type Addresses, isLocal } from "#app/domain/form/addresses";
import type { Party } from "#app/domain/form/fields";
import { placesKept } from "./contract/quote-response";
import { placeName } from "./places.server";

type Typed = Partial<Addresses> & Pick<Addresses, "fromCity" | "toCity" | "toCountry">;
/** A quote: the form, and the answer of the prices. */
type Kept = { formSnapshot: { addresses: Typed }; response: unknown };

/**
 * The name of one end of a parcel's route: price, steps, payment, tracking and emails show the same. Null where neither
 * our list nor the prices know the code, and abroad.
 * @param told what the prices call it
 */
function knownPlace(addresses: Typed, party: Party, told: string | null): string | null {
  if (party === "to" && !isLocal(addresses)) return null;
  const typed = { suburb: addresses[`${party}Suburb`], city: addresses[`${party}City`] };
  return placeName(addresses[`${party}Postal`] ?? "", told, typed);
}

/** The same; the city that was typed where nobody has a name. */
export function placeTyped(addresses: Typed, party: Party, told: string | null = null): string {
  return knownPlace(addresses, party, told) ?? addresses[`${party}City`];
}

/** The same of a quote. */
export function placeOnRoute({ formSnapshot: { addresses }, response }: Kept, party: Party): string {
  return placeTyped(addresses, party, placesKept(response)[party]);
}

/** The same where everybody may read it, and so never what was typed. */
export function publicPlace({ formSnapshot: { addresses }, response }: Kept, party: Party): string | null {
  return knownPlace(addresses, party, placesKept(response)[party]);
}
