import type { Reader } from "#db/store.server";
import { casesFrom } from "../cases/cases.server";
import { emailsTo } from "../mail/stored-emails.server";
import type { Quote } from "../quotes/quote";
import { partyOf } from "../shipments/party-address";
import { historyOf, waybillOfQuote } from "../waybills/issue-waybill.server";
import { accountData } from "./account-data.server";
import { bookingData } from "./booking-data.server";
import { addressesOf, type Customer, type Identity } from "./customer.server";

/**
 * All the data of a person, with or without an account (POPIA, section 23). From parcels that somebody else sent to
 * them it includes only their own part.
 */
export async function customerData(store: Reader, who: Identity, customer: Customer, now: Date) {
  const { accounts, sent, received, applications, blocks } = customer;
  const asGuest = sent.filter((quote) => !accounts.some(({ uid }) => uid === quote.uid));
  const cases = await Promise.all(addressesOf(who, customer).map((address) => casesFrom(store, address)));
  const messages = await Promise.all(addressesOf(who, customer).map((address) => emailsTo(store, address)));
  return {
    madeAt: now,
    accounts: await Promise.all(accounts.map((account) => accountData(store, account, now))),
    quotes: await Promise.all(asGuest.map((quote) => bookingData(store, quote))),
    received: await Promise.all(received.map((quote) => receivedData(store, quote))),
    cases: cases.flat(),
    driver_applications: applications,
    outgoing_mails: messages.flat(),
    blocked_customers: blocks,
  };
}

async function receivedData(store: Reader, { id, formSnapshot }: Quote) {
  const waybillNo = (await waybillOfQuote(store, id))?.waybillNo ?? null;
  return {
    waybillNo,
    address: partyOf("to", formSnapshot.addresses),
    tracking: waybillNo ? await historyOf(store, waybillNo) : [],
  };
}
