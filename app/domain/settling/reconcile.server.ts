import { and, eq, gte, inArray, lt, or } from "drizzle-orm";
import { HOURS } from "#app/durations";
import { payments } from "#db/schema/payments";
import { quotes } from "#db/schema/quotes";
import type { Reader } from "#db/store.server";
import type { Payment } from "../payments/attempts.server";
import type { Transaction } from "../payments/transaction-list";
import { type PaymentInBooks, paymentsWhere } from "./payments-in-books.server";
import { reconcileRefunds } from "./reconcile-refunds.server";
import {
  type Difference,
  type DifferenceKind,
  daysOf,
  type Period,
  type Reconciliation,
  sumOf,
} from "./reconciliation";

/** A notice comes a little after its payment, so one that came just after midnight may be about the day before. */
const NOTICE_DELAY_MS = 1 * HOURS;
/** How many values one query takes. */
const AT_ONCE = 500;

/**
 * Compares PayFast's list of transactions with our payments, and changes nothing.
 * @param mode only payments of this mode can be in the list
 * @param period the days that the list covers; by default from its first to its last
 */
export async function reconcile(
  store: Reader,
  transactions: readonly Transaction[],
  mode: Payment["mode"],
  period = daysOf(transactions),
): Promise<Reconciliation> {
  const of = (kind: Transaction["kind"]) => transactions.filter((each) => each.kind === kind);
  const listed = of("payment");
  const known = await paymentsNumbered(store, listed);
  const seen = new Set<string>();
  const compared = listed.map((transaction) => {
    const { pfPaymentId } = transaction;
    if (seen.has(pfPaymentId)) return differenceIn("listed_twice", transaction, known.get(pfPaymentId));
    seen.add(pfPaymentId);
    return compare(transaction, known.get(pfPaymentId));
  });
  const settled = await settledIn(store, period, mode);
  const refunded = await reconcileRefunds(store, of("refund"), mode, period);
  const differences = [
    ...compared.filter((each) => each !== null),
    ...settled.filter(({ pfPaymentId }) => !seen.has(pfPaymentId ?? "")).map(missingThere),
    ...refunded.differences,
  ];
  return {
    period,
    matched: compared.filter((each) => each === null).length,
    refunds: refunded.matched,
    payouts: sumOf(of("payout").map(({ grossCents }) => grossCents)),
    others: of("other").length,
    differences: await withQuoteNumbers(store, differences),
  };
}

/** How the list and our record of a payment differ; null if they agree. */
function compare(listed: Transaction, known: PaymentInBooks | undefined): Difference | null {
  if (!known || known.paidCents === null) return differenceIn("missing_here", listed, known);
  if (known.paidCents !== listed.grossCents) return differenceIn("amount", listed, known);
  // Payments that staff recorded have no fee.
  const feeCents = known.feeCents === null ? null : Math.abs(known.feeCents);
  if (feeCents !== null && listed.feeCents !== null && feeCents !== listed.feeCents)
    return { ...differenceIn("fee", listed, known), thereCents: listed.feeCents, hereCents: feeCents };
  if (listed.orderId && !known.orderIds.includes(listed.orderId)) return differenceIn("order", listed, known);
  return null;
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

/** Our payments with the list's PayFast numbers. */
async function paymentsNumbered(store: Reader, listed: readonly Transaction[]): Promise<Map<string, PaymentInBooks>> {
  const numbers = [...new Set(listed.map(({ pfPaymentId }) => pfPaymentId))];
  const found: PaymentInBooks[] = [];
  for (let from = 0; from < numbers.length; from += AT_ONCE) {
    const some = numbers.slice(from, from + AT_ONCE);
    found.push(...(await paymentsWhere(store, inArray(payments.pfPaymentId, some))));
  }
  return new Map(found.map((payment) => [payment.pfPaymentId ?? "", payment]));
}

/** Payments settled in a period, except those that may have been paid on the day before it. */
async function settledIn(store: Reader, { from, until }: Period, mode: Payment["mode"]): Promise<PaymentInBooks[]> {
  const inPeriod = and(gte(payments.settledAt, from), lt(payments.settledAt, until));
  const settled = await paymentsWhere(store, and(inPeriod, eq(payments.mode, mode)));
  const isOfTheDayBefore = ({ settledAt, startedAt }: PaymentInBooks) =>
    startedAt < from && settledAt !== null && settledAt.getTime() < from.getTime() + NOTICE_DELAY_MS;
  return settled.filter((payment) => !isOfTheDayBefore(payment));
}

async function withQuoteNumbers(store: Reader, differences: readonly Difference[]): Promise<Difference[]> {
  const ids = [...new Set(differences.flatMap(({ quoteId }) => quoteId ?? []))];
  const numbers = new Map<string, string>();
  for (let from = 0; from < ids.length; from += AT_ONCE) {
    const some = ids.slice(from, from + AT_ONCE);
    const { id, quoteNo, paymentOrderId: orderId } = quotes;
    const named = or(inArray(id, some), inArray(orderId, some));
    for (const found of await store.select({ id, quoteNo, orderId }).from(quotes).where(named)) {
      for (const named of [found.id, found.orderId ?? found.id]) numbers.set(named, found.quoteNo);
    }
  }
  return differences.map((each) => ({ ...each, quoteNo: numbers.get(each.quoteId ?? "") ?? null }));
}
