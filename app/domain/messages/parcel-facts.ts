import { messagesCatalogue } from "#app/language/messages.server";
import { joined, name, place, type Sentence, say } from "#app/language/say";
import { linesOf } from "../form/address-lines";
import { isLocal } from "../form/addresses";
import type { Party } from "../form/fields";
import type { SomeOf } from "../parcels/pieces";
import { boxNameOf, type Quote, shopsOrder } from "../parcels/quotes/quote";
import type { Missed } from "../parcels/reports";
import type { Fact } from "../post/compose";
import { nameAsWritten, withoutLinks } from "../post/customer-words";
import { placeOnRoute } from "../prices/place-on-route.server";
import type { Arrival } from "../prices/usual-arrival";
import type { Person } from "./who-is-notified";

type Booked = Pick<Quote, "formSnapshot" | "response" | "boxId" | "quantity" | "reference">;

/**
 * What both people may read about a parcel: sender, receiver, contents and towns. No price. Whoever sends it reads their
 * own order number too.
 */
export function parcelFacts(quote: Booked, reader: Person): Fact[] {
  const { from, to, parcel } = messagesCatalogue().emails.facts;
  return [
    ...(reader === "receiver" ? [] : orderFact(quote)),
    [from, partyInWords(quote, "from")],
    [to, partyInWords(quote, "to")],
    [parcel, say`${boxInWords(quote)}`],
  ];
}

/** The shop's own order number; nothing where there is none. */
export function orderFact(quote: Pick<Quote, "reference">): Fact[] {
  const order = shopsOrder(quote);
  return order === null ? [] : [[messagesCatalogue().emails.facts.order, say`${withoutLinks(order)}`]];
}

/** Which of a booking's people an email to this address is for. */
export function readerAt({ email, formSnapshot }: Pick<Quote, "email" | "formSnapshot">, to: string): Person {
  const isAt = (address: string) => address.toLowerCase() === to.toLowerCase();
  if (isAt(email)) return "sender";
  return isAt(formSnapshot.addresses.toEmail) ? "receiver" : "account";
}

/**
 * A party's place without the street, in the city that tracking names: "Orlando East, Soweto". A suburb with its city's
 * name is printed once.
 */
export function placeOf(quote: Pick<Quote, "formSnapshot" | "response">, party: Party): string {
  const { addresses } = quote.formSnapshot;
  const shown = {
    ...{ ...addresses, fromCountry: "", [`${party}City`]: placeOnRoute(quote, party) },
    ...(isLocal(addresses) && { toCountry: "" }),
  };
  const lines = new Set(linesOf(shown, party, (field) => field.shown.emails));
  return withoutLinks([...lines].join(", "));
}

/** A party's name, if the text looks like one; customers may have typed a message instead. */
export function nameOf({ formSnapshot: { addresses } }: Pick<Quote, "formSnapshot">, party: Party): string | null {
  return nameAsWritten(addresses[`${party}Name`]);
}

/** What the driver met; null where we don't know it. */
export function missedInWords(missed: Missed | undefined): Sentence | null {
  return missed ? messagesCatalogue().parcel.missed[missed] : null;
}

/** When we try again after a failed attempt. */
export function tryAgainInWords(arrival: Arrival | null): Sentence {
  return messagesCatalogue().toSender.tryAgain(arrival?.first ?? null);
}

/** When the pieces come that weren't delivered with the others; nothing where there are none. */
export function restInWords({ some, arrival }: { some?: SomeOf | null; arrival: Arrival | null }): Sentence[] {
  return some ? [messagesCatalogue().toSender.restComes(some.left, arrival?.first ?? null)] : [];
}

/** "2 × Flyer bag". */
export function boxInWords({ response, boxId, quantity }: Pick<Booked, "response" | "boxId" | "quantity">): string {
  return `${quantity} × ${boxNameOf({ response, boxId })}`;
}

/** Their name, if it looks like one, and their place. */
export function partyInWords(quote: Pick<Quote, "formSnapshot" | "response">, party: Party): Sentence {
  const who = nameOf(quote, party);
  const where = placeOf(quote, party);
  return joined([...(who ? [say`${name(who)}`] : []), ...(where ? [say`${place(where)}`] : [])], ", ");
}
