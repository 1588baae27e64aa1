import type { Reader } from "#db/store.server";
import { accountData } from "./account-data.server";
import { bookingData, receivedData } from "./booking-data.server";
import { addressesOf, type Customer, type Identity } from "./customer.server";
import { type Copy, copyOf } from "./personal-tables.server";

type CustomerData = Copy & {
  quotes: Awaited<ReturnType<typeof bookingData>>[];
  received: Awaited<ReturnType<typeof receivedData>>[];
};

/**
 * All the data of a person, with or without an account (POPIA, section 23). From parcels that somebody else sent to
 * them it includes only their own part.
 */
export async function customerData(
  store: Reader,
  identity: Identity,
  customer: Customer,
  now: Date,
): Promise<CustomerData> {
  const { accounts, sent, received } = customer;
  const asGuest = sent.filter((quote) => !accounts.some(({ uid }) => uid === quote.uid));
  const person = { identity, customer, addresses: addressesOf(identity, customer) };
  return {
    madeAt: now,
    accounts: await Promise.all(accounts.map((account) => accountData(store, account, now))),
    quotes: await Promise.all(asGuest.map((quote) => bookingData(store, quote))),
    received: await Promise.all(received.map((quote) => receivedData(store, quote))),
    ...(await copyOf((copied) => ("person" in copied ? copied.person?.(store, person) : undefined))),
  };
}
