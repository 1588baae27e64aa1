import { commandNamed, listNamed, number, say, type Words } from "#app/language/say";
import type { Reader, Store, Tx } from "#db/store.server";
import { allAttemptsOfAll, type Payment } from "../money/attempts.server";
import { owedOnAccount } from "../money/credit.server";
import { papersNaming } from "../money/invoices.server";
import { getsAllBack, moneyFor, owedBack, partsIn } from "../money/refunds.server";
import { waybillsOfQuotes } from "../parcels/issue-waybill.server";
import { inParts } from "../values/in-parts";
import { formatRand } from "../values/money";
import type { Customer, Identity, TheirQuote } from "./customer.server";
import { type CustomerChange, inSteps } from "./customer-changes.server";
import { eraseBookings, personalTables, type TheirParcels } from "./personal-tables.server";

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

/** So many bookings are looked at together. */
const AT_A_TIME = 100;
/** Money in these states may be owed, though nothing was cancelled. */
const odd: Payment["state"][] = ["pending", "part", "duplicate"];

/** The reasons why a person, or some of their bookings, can't be erased yet, one line each; empty if they can. */
export async function whyNotForgotten(
  store: Reader,
  { accounts, sent, received }: TheirParcels & Pick<Customer, "accounts">,
  now: Date,
): Promise<Words[]> {
  const why: Words[] = [];
  for (const { uid } of accounts) {
    const { cents } = await owedOnAccount(store, uid);
    if (cents > 0) why.push(say`Their account still owes ${formatRand(cents)} (${listNamed("credit")}).`);
  }
  for (const [theirs, isSent] of [
    [sent, true],
    [received, false],
  ] as const)
    for (const some of inParts(theirs, AT_A_TIME)) why.push(...(await whyNot(store, some, isSent, now)));
  return why;
}

async function whyNot(store: Reader, theirs: TheirQuote[], isSent: boolean, now: Date): Promise<Words[]> {
  const ids = theirs.map(({ id }) => id);
  const issued = await waybillsOfQuotes(store, ids);
  const attempts = await allAttemptsOfAll(store, ids);
  const why: Words[] = [];
  for (const quote of theirs) {
    const waybill = issued.find((each) => each.quoteId === quote.id);
    const states = attempts.filter((each) => each.quoteId === quote.id).map(({ state }) => state);
    const no = number(waybill?.waybillNo ?? quote.quoteNo);
    // The booking itself is asked too: a cancellation that waited for a payment may stand before it in the history.
    const isUnderWay = waybill?.nextVisit && !quote.cancelledAt;
    const mayBeOwed =
      isSent && states.length > 0 && (getsAllBack(quote) || states.some((state) => odd.includes(state)));
    if (isUnderWay) why.push(say`${no}: the parcel is still under way.`);
    else if (mayBeOwed && (await isOwed(store, quote, now)))
      why.push(say`${no}: money is still to be paid back (${commandNamed("list refunds")}).`);
    else if (states.includes("pending")) why.push(say`${no}: PayFast still works on a payment.`);
  }
  return why;
}

/** Whether we owe money for a booking, or hold a part of its price. */
async function isOwed(store: Reader, quote: TheirQuote, now: Date): Promise<boolean> {
  const money = await moneyFor(store, quote.id);
  return owedBack(money, quote, now).length > 0 || partsIn(money).length > 0;
}

/** What would go if a person were forgotten now. Nothing changes. */
export async function whatGoes(store: Reader, customer: Customer): Promise<Forgotten> {
  const { accounts, sent, received, applications, blocks } = customer;
  const fullInvoices: string[] = [];
  for (const some of inParts(sent, AT_A_TIME)) {
    const ids = some.map(({ id }) => id);
    fullInvoices.push(...(await papersNaming(store, ids)));
  }
  const booked = sent.filter(({ bookedAt }) => bookedAt !== null).length;
  return {
    accounts: accounts.length,
    bookings: booked + received.length,
    quotes: sent.length - booked,
    applications: applications.length,
    blocks: blocks.length,
    fullInvoices,
  };
}

/**
 * Erases a person from every table: no name, email, phone, street or text of theirs stays. Bookings and invoices keep
 * what the accounts need: numbers, days, amounts, towns. Call `whyNotForgotten` first.
 */
export async function forgetCustomer(tx: Tx, identity: Identity, customer: Customer, now: Date): Promise<void> {
  await forgetParcels(tx, customer, now);
  for (const [, { erased }] of personalTables())
    if ("person" in erased) await erased.person?.(tx, { identity, customer }, now);
}

/**
 * Erases a person from their bookings, a few at a time.
 * @returns why some can't be erased yet; null if it isn't done: the process stops, or another has taken it over
 */
export async function forgetInSteps(
  store: Store,
  change: CustomerChange,
  { sent, received }: TheirParcels,
  now: Date,
  isStopping?: () => boolean,
): Promise<Words[] | null> {
  const forget = (theirs: (some: TheirQuote[]) => TheirParcels) => async (tx: Tx, some: TheirQuote[]) => {
    const why = await whyNotForgotten(tx, { accounts: [], ...theirs(some) }, now);
    if (why.length === 0) await forgetParcels(tx, theirs(some), now);
    return why;
  };
  const asSent = forget((some) => ({ sent: some, received: [] }));
  const asReceived = forget((some) => ({ sent: [], received: some }));
  const left = await inSteps(store, change, sent, asSent, isStopping);
  const more = left && (await inSteps(store, change, received, asReceived, isStopping));
  return left && more ? [...left, ...more].flat() : null;
}

/** Erases a person from some of their bookings, and deletes those of them that are only quotes. */
async function forgetParcels(tx: Tx, { sent, received }: TheirParcels, now: Date): Promise<void> {
  const ids = [...sent, ...received].map(({ id }) => id);
  await eraseBookings(tx, ids, "asked for");
  for (const [, { erased }] of personalTables())
    if ("parcels" in erased) await erased.parcels?.(tx, { sent, received }, now);
}
