import { readableName, withoutLinks } from "../mail/customer-words";
import { keptPrice } from "../pricing/quote-response";
import type { Quote } from "../quotes/quote";
import { isLocal } from "../shipments/addresses";
import type { Party } from "../shipments/fields";

type Booked = Pick<Quote, "formSnapshot" | "response" | "boxId" | "quantity">;

/** What both people may read of a parcel: who sends what to whom, and where from and to. No price. */
export function parcelFacts(quote: Booked): (readonly [label: string, value: string])[] {
  return [
    ["From", partyInWords(quote, "from")],
    ["To", partyInWords(quote, "to")],
    ["Parcel", boxInWords(quote)],
  ];
}

/** "Orlando East, Soweto": where a party is, without a street; a place that is suburb and city is said once. */
export function placeOf({ formSnapshot: { addresses } }: Pick<Quote, "formSnapshot">, party: Party): string {
  const country = isLocal(addresses) ? "" : addresses[`${party}Country`];
  const place = new Set([addresses[`${party}Suburb`], addresses[`${party}City`], party === "to" ? country : ""]);
  return withoutLinks([...place].filter(Boolean).join(", "));
}

/** A party's name, if it reads as one; what customers typed may be a message instead. */
export function nameOf({ formSnapshot: { addresses } }: Pick<Quote, "formSnapshot">, party: Party): string | null {
  return readableName(addresses[`${party}Name`]);
}

/** "2 × Flyer bag". */
export function boxInWords({ response, boxId, quantity }: Booked): string {
  return `${quantity} × ${keptPrice(response)?.meta.boxName ?? boxId}`;
}

function partyInWords(quote: Booked, party: Party): string {
  return [nameOf(quote, party), placeOf(quote, party)].filter(Boolean).join(", ");
}
