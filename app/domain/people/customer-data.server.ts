import type { Reader } from "#db/store.server";
import type { Quote } from "../parcels/quotes/quote";
import type { LongDocument } from "../values/json-pieces";
import { accountData } from "./account-data.server";
import { bookingData, receivedData } from "./booking-data.server";
import { type Customer, type Identity, quotesWith, type TheirQuote } from "./customer.server";
import { copyOf } from "./personal-tables.server";

/**
 * All the data of a person, with or without an account (POPIA, section 23). From parcels that somebody else sent to
 * them it includes only their own part.
 */
export async function customerData(
  store: Reader,
  identity: Identity,
  customer: Customer,
  now: Date,
): Promise<LongDocument> {
  const { accounts, sent, received } = customer;
  const asGuest = sent.filter((quote) => !accounts.some(({ uid }) => uid === quote.uid));
  const person = { identity, customer };
  return {
    madeAt: now,
    accounts: each(accounts, (account) => accountData(store, "the office", account, now)),
    quotes: eachQuote(store, asGuest, bookingData),
    received: eachQuote(store, received, receivedData),
    ...(await copyOf((copied) => ("person" in copied ? copied.person?.(store, person) : undefined))),
  };
}

async function* each<Item, Part>(items: readonly Item[], read: (item: Item) => Promise<Part>) {
  for (const item of items) yield await read(item);
}

async function* eachQuote<Part>(
  store: Reader,
  theirs: readonly TheirQuote[],
  read: (store: Reader, quote: Quote) => Promise<Part>,
) {
  const ids = theirs.map(({ id }) => id);
  for await (const quote of quotesWith(store, ids)) yield read(store, quote);
}
