import { eq, inArray } from "drizzle-orm";
import { driverApplications } from "#db/schema/drivers";
import { quotes } from "#db/schema/quotes";
import type { Reader, Tx } from "#db/store.server";
import { removeAccount } from "../accounts/accounts.server";
import { forgetAddressesOf } from "../accounts/address-book.server";
import { unblockCustomer } from "../accounts/blocked-customers.server";
import { forgetCasesAbout, forgetCasesFrom } from "../cases/cases.server";
import { acknowledgedOccasion } from "../drivers/answer-emails";
import { papersOf } from "../invoices/invoices.server";
import { forgetEmailsAbout, forgetMessagesAbout, stopMessagesTo } from "../mail/stored-emails.server";
import { attemptsOf } from "../payments/attempts.server";
import { emptyNotices } from "../payments/old-notices.server";
import { isPaid } from "../payments/payment-state";
import { moneyFor, owedBack, partsIn } from "../payments/refunds.server";
import { emptySamples } from "../payments/unsigned-notices.server";
import { forgetNotes } from "../quotes/booking-notes.server";
import { changeForm } from "../quotes/change-form.server";
import { anonymise } from "../quotes/old-quotes.server";
import type { Quote } from "../quotes/quote";
import { forgetDraftsNaming } from "../quotes/sent-drafts.server";
import { withoutParty } from "../shipments/saved-form";
import { forgetWords } from "../staff-actions/staff-actions.server";
import { nextStopOf } from "../waybills/agreed-visit.server";
import { forgetReceivers } from "../waybills/delivery-proof.server";
import { waybillOfQuote } from "../waybills/issue-waybill.server";
import { addressesOf, type Customer, type Identity, isAddressOf } from "./customer.server";
import { quoteOccasions } from "./quote-emails.server";

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
export async function forgetCustomer(tx: Tx, who: Identity, customer: Customer, now: Date): Promise<Forgotten> {
  const { accounts, sent, received, applications } = customer;
  const ids = [...sent, ...received].map(({ id }) => id);
  const addresses = addressesOf(who, customer);
  const fullInvoices = await namedPapers(tx, sent);
  await forgetWords(tx, await numbersOf(tx, [...sent, ...received]));
  await emptyNotices(tx, ids);
  await emptySamples(tx, ids);
  await forgetNotes(tx, ids);
  await forgetCasesAbout(tx, ids);
  for (const address of addresses) await forgetCasesFrom(tx, address);
  for (const id of ids) await forgetEmailsAbout(tx, await quoteOccasions(tx, id));
  await forgetMessagesAbout(tx, ids);
  await forgetReceivers(tx, ids);
  for (const address of addresses) await forgetDraftsNaming(tx, address);
  await stopMessagesTo(tx, addresses);
  for (const { contact } of customer.blocks) await unblockCustomer(tx, contact);
  for (const { id, reference } of applications)
    await forgetEmailsAbout(tx, [
      `driver-application:${id}`,
      `application-answered:${id}`,
      `${acknowledgedOccasion}:${reference}`,
    ]);
  await tx.delete(driverApplications).where(
    inArray(
      driverApplications.id,
      applications.map(({ id }) => id),
    ),
  );
  for (const address of addresses) await forgetAddressesOf(tx, (each) => isAddressOf(who, each), address);
  const [booked, unbooked] = [sent.filter(isBooking), sent.filter((quote) => !isBooking(quote))];
  for (const quote of booked) await forgetSender(tx, quote, now);
  for (const { id } of unbooked) await tx.delete(quotes).where(eq(quotes.id, id));
  for (const quote of received) await forgetReceiver(tx, quote, now);
  for (const { uid } of accounts) await removeAccount(tx, uid);
  return {
    accounts: accounts.length,
    bookings: booked.length + received.length,
    quotes: unbooked.length,
    applications: applications.length,
    blocks: customer.blocks.length,
    fullInvoices,
  };
}

const isBooking = ({ bookedAt }: Quote) => bookedAt !== null;

/** Cancels what isn't paid, because an address is needed to collect. Money that still arrives is refunded. */
async function forgetSender(tx: Tx, quote: Quote, now: Date): Promise<void> {
  const status = isPaid(quote.status) ? quote.status : "cancelled";
  await anonymise(tx, quote.id, { status, uid: null }, now);
}

async function forgetReceiver(tx: Tx, { id }: Quote, now: Date): Promise<void> {
  await changeForm(tx, id, (saved) => ({ formSnapshot: withoutParty(saved, "to"), formHash: "" }), now);
}

async function namedPapers(store: Reader, sent: Quote[]): Promise<string[]> {
  const papers = await Promise.all(sent.map(({ id }) => papersOf(store, id)));
  return papers.flat().flatMap(({ customer, invoiceNo }) => (customer ? [invoiceNo] : []));
}

async function numbersOf(store: Reader, all: Quote[]): Promise<string[]> {
  const waybills = await Promise.all(all.map(({ id }) => waybillOfQuote(store, id)));
  return [...all.map(({ quoteNo }) => quoteNo), ...waybills.flatMap((waybill) => waybill?.waybillNo ?? [])];
}
