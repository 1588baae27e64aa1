import type { Reader, Tx } from "#db/store.server";
import { papersOf } from "../invoices/invoices.server";
import { attemptsOf } from "../payments/attempts.server";
import { moneyFor, owedBack, partsIn } from "../payments/refunds.server";
import type { Quote } from "../quotes/quote";
import { nextStopOf } from "../waybills/agreed-visit.server";
import { waybillOfQuote } from "../waybills/issue-waybill.server";
import { addressesOf, type Customer, type Identity } from "./customer.server";
import { eraseBookings, personalTables } from "./personal-tables.server";

/** What was erased, and what the law requires us to keep. */
export type Forgotten = {
  accounts: number;
  /** The number of bookings that were anonymised and of unbooked quotes that were deleted. */
  bookings: number;
  quotes: number;
  applications: number;
  blocks: number;
  /**
   * Invoices over R 5 000 must name their customer for as long as the accounts are kept (VAT Act 89 of 1991, s20(4)).
   */
  fullInvoices: string[];
};

/** The reasons why a person can't be erased yet, one line each; empty if they can. */
export async function whyNotForgotten(store: Reader, { sent, received }: Customer, now: Date): Promise<string[]> {
  const why: string[] = [];
  for (const quote of [...sent, ...received]) {
    const waybillNo = (await waybillOfQuote(store, quote.id))?.waybillNo;
    const name = waybillNo ?? quote.quoteNo;
    const isSent = sent.includes(quote);
    // The booking itself is asked too: a cancellation that waited for a payment may stand before it in the history.
    const isUnderWay = waybillNo && !quote.cancelledAt && (await nextStopOf(store, waybillNo));
    if (isUnderWay) why.push(`${name}: the parcel is still under way.`);
    else if (isSent && (await isOwed(store, quote, now)))
      why.push(`${name}: money is still to be paid back (list refunds).`);
    else if ((await attemptsOf(store, quote.id)).some(({ state }) => state === "pending"))
      why.push(`${name}: PayFast still works on a payment.`);
  }
  return why;
}

/** Whether we owe money for a booking, or hold a part of its price. */
async function isOwed(store: Reader, quote: Quote, now: Date): Promise<boolean> {
  const money = await moneyFor(store, quote.id);
  return owedBack(money, quote.cancelledAt !== null, now).length > 0 || partsIn(money).length > 0;
}

/**
 * Erases a person from every table: no name, email, phone, street or text of theirs stays. Bookings and invoices keep
 * what the accounts need: numbers, days, amounts, towns. Call `whyNotForgotten` first.
 */
export async function forgetCustomer(tx: Tx, identity: Identity, customer: Customer, now: Date): Promise<Forgotten> {
  const { accounts, sent, received, applications } = customer;
  const fullInvoices = await namedPapers(tx, sent);
  const booked = sent.filter(({ bookedAt }) => bookedAt !== null).length;
  const person = { identity, customer, addresses: addressesOf(identity, customer) };
  await eraseBookings(
    tx,
    [...sent, ...received].map(({ id }) => id),
    "asked for",
  );
  for (const [, { erased }] of personalTables()) if ("person" in erased) await erased.person?.(tx, person, now);
  return {
    accounts: accounts.length,
    bookings: booked + received.length,
    quotes: sent.length - booked,
    applications: applications.length,
    blocks: customer.blocks.length,
    fullInvoices,
  };
}

async function namedPapers(store: Reader, sent: Quote[]): Promise<string[]> {
  const papers = await Promise.all(sent.map(({ id }) => papersOf(store, id)));
  return papers.flat().flatMap(({ customer, invoiceNo }) => (customer ? [invoiceNo] : []));
}
