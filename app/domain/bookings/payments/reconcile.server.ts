import { eq, inArray, or } from "drizzle-orm";
import { HOURS } from "#app/durations";
import { charges } from "#db/schema/charges";
import { quotes } from "#db/schema/quotes";
import type { Reader } from "#db/store.server";
import type { Payment } from "../../money/attempts.server";
import { monthOfOrder } from "../../money/credit.server";
import type { Transaction } from "../../money/transaction-list";
import { quotesPaidBy } from "../../parcels/quotes/payment-order.server";
import { NUMBERS_AT_ONCE, type PaymentInBooks, paymentsNumbered, wantedPayments } from "./payments-in-books.server";
import { reconcileRefunds } from "./reconcile-refunds.server";
import {
  type Difference,
  type DifferenceKind,
  daysOf,
  MOST_DIFFERENCES,
  type Period,
  type Reconciliation,
  type Sum,
} from "./reconciliation";

/** A notice comes a little after its payment, so one that came just after midnight may be about the day before. */
const NOTICE_DELAY_MS = 1 * HOURS;

/**
 * Compares PayFast's list of transactions with our payments, and changes nothing. The list may be one of a year: some of
 * its payments are compared at a time. With more than the most differences it ends early, and what it says isn't all.
 * @param mode only payments of this mode can be in the list
 * @param period the days that the list covers; by default from its first to its last
 */
export async function reconcile(
  store: Reader,
  transactions: Iterable<Transaction>,
  mode: Payment["mode"],
  period = daysOf(transactions),
): Promise<Reconciliation> {
  const seen = new Set<string | number>();
  const differences: Difference[] = [];
  const payouts: Sum = { count: 0, cents: 0 };
  let [matched, others] = [0, 0];
  for (const some of inParts(transactions)) {
    const payments = some.filter(({ kind }) => kind === "payment");
    const known = await paymentsNumbered(store, [...new Set(payments.map(({ pfPaymentId }) => pfPaymentId))]);
    for (const payment of payments) {
      const difference = compare(payment, known.get(payment.pfPaymentId), seen);
      if (difference) differences.push(difference);
      else matched += 1;
    }
    for (const { kind, grossCents } of some) {
      if (kind === "other") others += 1;
      if (kind !== "payout") continue;
      payouts.count += 1;
      payouts.cents += grossCents;
    }
    if (differences.length > MOST_DIFFERENCES) break;
  }
  const settled = await settledIn(store, period, mode, seen);
  const refunded = await reconcileRefunds(store, refundsIn(transactions), mode, period);
  differences.push(...settled.map(missingThere), ...refunded.differences);
  return {
    period,
    matched,
    refunds: refunded.matched,
    payouts,
    others,
    differences: await withQuoteNumbers(store, differences),
  };
}

function* refundsIn(transactions: Iterable<Transaction>): Generator<Transaction> {
  for (const transaction of transactions) if (transaction.kind === "refund") yield transaction;
}

function* inParts(transactions: Iterable<Transaction>): Generator<Transaction[]> {
  let some: Transaction[] = [];
  for (const transaction of transactions) {
    some.push(transaction);
    if (some.length < NUMBERS_AT_ONCE) continue;
    yield some;
    some = [];
  }
  yield some;
}

/** How the list and our record of a payment differ; null if they agree. @param seen the numbers of the list's lines before */
function compare(
  listed: Transaction,
  known: PaymentInBooks | undefined,
  seen: Set<string | number>,
): Difference | null {
  const number = compact(listed.pfPaymentId);
  if (seen.has(number)) return differenceIn("listed_twice", listed, known);
  seen.add(number);
  if (!known || known.paidCents === null) return differenceIn("missing_here", listed, known);
  if (known.paidCents !== listed.grossCents) return differenceIn("amount", listed, known);
  // Payments that staff recorded have no fee.
  const feeCents = known.feeCents === null ? null : Math.abs(known.feeCents);
  if (feeCents !== null && listed.feeCents !== null && feeCents !== listed.feeCents)
    return { ...differenceIn("fee", listed, known), thereCents: listed.feeCents, hereCents: feeCents };
  if (listed.orderId && !known.orderIds.includes(listed.orderId)) return differenceIn("order", listed, known);
  return null;
}

/** PayFast's numbers are digits. As a number one takes a quarter of its memory. */
function compact(pfPaymentId: string): string | number {
  return /^[1-9]\d{0,14}$/.test(pfPaymentId) ? Number(pfPaymentId) : pfPaymentId;
}

function differenceIn(kind: DifferenceKind, listed: Transaction, known: PaymentInBooks | undefined): Difference {
  const { pfPaymentId, orderId, grossCents: thereCents, feeCents, at } = listed;
  const quoteId = known?.quoteId ?? (orderId || null);
  return { kind, pfPaymentId, quoteId, quoteNo: null, thereCents, hereCents: known?.paidCents ?? null, feeCents, at };
}

function missingThere({ pfPaymentId, quoteId, paidCents, feeCents, settledAt }: PaymentInBooks): Difference {
  const here = { hereCents: paidCents, thereCents: null, feeCents, at: settledAt ?? new Date(0) };
  return { kind: "missing_there", pfPaymentId: pfPaymentId ?? "", quoteId, quoteNo: null, ...here };
}

/** Payments settled in a period that the list doesn't have, except those that may have been paid on the day before it. */
function settledIn(store: Reader, { from, until }: Period, mode: Payment["mode"], seen: Set<string | number>) {
  const isOfTheDayBefore = ({ settledAt, startedAt }: Pick<Payment, "settledAt" | "startedAt">) =>
    startedAt < from && settledAt !== null && settledAt.getTime() < from.getTime() + NOTICE_DELAY_MS;
  return wantedPayments(
    store,
    { from, until, mode },
    (share) => !seen.has(compact(share.pfPaymentId ?? "")) && !isOfTheDayBefore(share),
    MOST_DIFFERENCES,
  );
}

async function withQuoteNumbers(store: Reader, differences: readonly Difference[]): Promise<Difference[]> {
  const ids = [...new Set(differences.flatMap(({ quoteId }) => quoteId ?? []))];
  const numbers = new Map<string, string>();
  for (let from = 0; from < ids.length; from += NUMBERS_AT_ONCE) {
    const some = ids.slice(from, from + NUMBERS_AT_ONCE);
    const { id, quoteNo, paymentOrderId: orderId } = quotes;
    for (const charge of await store
      .select({ id: charges.id, quoteNo })
      .from(charges)
      .innerJoin(quotes, eq(quotes.id, charges.quoteId))
      .where(inArray(charges.id, some)))
      numbers.set(charge.id, charge.quoteNo);
    const named = or(inArray(id, some), inArray(orderId, some));
    for (const found of await store.select({ id, quoteNo, orderId }).from(quotes).where(named)) {
      for (const named of [found.id, found.orderId ?? found.id]) numbers.set(named, found.quoteNo);
    }
  }
  for (const orderId of ids.filter(monthOfOrder)) {
    const [first] = await quotesPaidBy(store, orderId);
    if (first) numbers.set(orderId, first.quoteNo);
  }
  return differences.map((each) => ({ ...each, quoteNo: numbers.get(each.quoteId ?? "") ?? null }));
}
