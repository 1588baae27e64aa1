import { contact } from "#app/contact";
import { linesOf } from "../form/address-lines";
import { isLocal } from "../form/addresses";
import type { Party } from "../form/fields";
import type { SomeOf } from "../parcels/pieces";
import type { Quote } from "../parcels/quotes/quote";
import type { Visit } from "../parcels/visits";
import { readableName, withoutLinks } from "../post/customer-words";
import { keptPrice } from "../prices/contract/quote-response";
import type { Arrival } from "../prices/usual-arrival";
import { shortDate } from "../values/sa-time";

type Booked = Pick<Quote, "formSnapshot" | "response" | "boxId" | "quantity">;

/** What both people may read about a parcel: sender, receiver, contents and towns. No price. */
export function parcelFacts(quote: Booked): (readonly [label: string, value: string])[] {
  return [
    ["From", partyInWords(quote, "from")],
    ["To", partyInWords(quote, "to")],
    ["Parcel", boxInWords(quote)],
  ];
}

/** A party's place without the street: "Orlando East, Soweto". A suburb with its city's name is printed once. */
export function placeOf({ formSnapshot: { addresses } }: Pick<Quote, "formSnapshot">, party: Party): string {
  const shown = { ...addresses, fromCountry: "", ...(isLocal(addresses) && { toCountry: "" }) };
  const place = new Set(linesOf(shown, party, (field) => field.shown.emails));
  return withoutLinks([...place].join(", "));
}

/** A party's name, if the text looks like one; customers may have typed a message instead. */
export function nameOf({ formSnapshot: { addresses } }: Pick<Quote, "formSnapshot">, party: Party): string | null {
  return readableName(addresses[`${party}Name`]);
}

/** When we try again after a failed attempt. */
export function tryAgainInWords(arrival: Arrival | null): string {
  return arrival ? `We try again on ${shortDate(arrival.first)}.` : "We will try again.";
}

/** "could not deliver your parcel: nobody was there." */
export function couldNotDeliver(what: string, why: string | null): string {
  return `could not deliver ${what}${why ? `: ${why}` : ""}.`;
}

/** What we come to somebody for: "We told you when we …". */
export const comesTo: Record<Visit, string> = {
  collection: "collect the parcel",
  delivery: "bring the parcel",
  return: "bring the parcel back",
};

/** "2 of 3 pieces". */
export function piecesInWords({ count, of }: SomeOf): string {
  return `${count} of ${of} pieces`;
}

/** "1 is", "2 are". */
export const leftInWords = ({ left }: SomeOf) => (left === 1 ? "1 is" : `${left} are`);

/** When the pieces come that weren't delivered with the others; nothing where there are none. */
export function restInWords({ some, arrival }: { some?: SomeOf | null; arrival: Arrival | null }): string[] {
  if (!some) return [];
  const when = arrival
    ? `We bring the rest on ${shortDate(arrival.first)}.`
    : `We arrange a day for the rest with the receiver. Questions? Phone ${contact().phoneShown}.`;
  return [`${leftInWords(some)} still to come. ${when}`];
}

/** What a receiver is asked to do. */
export const BE_THERE = "Please be there, or ask somebody you trust to be there.";

/** "2 × Flyer bag". */
export function boxInWords({ response, boxId, quantity }: Pick<Booked, "response" | "boxId" | "quantity">): string {
  return `${quantity} × ${boxNameOf({ response, boxId })}`;
}

/** "Flyer bag", as the price named it or, without an instant price, from the id. */
export function boxNameOf({ response, boxId }: Pick<Booked, "response" | "boxId">): string {
  const fromId = boxId.charAt(0).toUpperCase() + boxId.slice(1).replaceAll("-", " ");
  return keptPrice(response)?.meta.boxName ?? fromId;
}

function partyInWords(quote: Booked, party: Party): string {
  return [nameOf(quote, party), placeOf(quote, party)].filter(Boolean).join(", ");
}
