import { and, eq, gte, inArray, lt, or } from "drizzle-orm";
import { payments, refunds } from "#db/schema/payments";
import type { Reader } from "#db/store.server";
import type { Payment } from "../payments/attempts.server";
import type { Transaction } from "../payments/transaction-list";
import { type Difference, type Period, type Sum, sumOf } from "./reconciliation";

type Noted = {
  reference: string;
  amountCents: number;
  notedAt: Date;
  pfPaymentId: string | null;
  quoteId: string;
};

/**
 * Compares PayFast's refunds with those that we recorded. PayFast's list names a refund by its own number, by the
 * payment's number or by our order. Any of these with the same amount is a match, and each recorded refund matches
 * once.
 */
export async function reconcileRefunds(
  store: Reader,
  listed: readonly Transaction[],
  mode: Payment["mode"],
  period: Period,
): Promise<{ matched: Sum; differences: Difference[] }> {
  const left = await notedRefunds(store, listed, mode, period);
  const differences: Difference[] = [];
  const matched: number[] = [];
  for (const line of listed) {
    const at = left.findIndex(
      (noted) =>
        noted.amountCents === line.grossCents && [noted.reference, noted.pfPaymentId].includes(line.pfPaymentId),
    );
    const found = at >= 0 ? at : left.findIndex((noted) => isOf(noted, line));
    const [noted] = found >= 0 ? left.splice(found, 1) : [];
    if (noted) matched.push(noted.amountCents);
    else differences.push(missingHere(line));
  }
  const inPeriod = left.filter(({ notedAt }) => notedAt >= period.from && notedAt < period.until);
  return { matched: sumOf(matched), differences: [...differences, ...inPeriod.map(missingThere)] };
}

function isOf(noted: Noted, { orderId, grossCents }: Transaction): boolean {
  return noted.quoteId === orderId && noted.amountCents === grossCents;
}

function missingHere({ pfPaymentId, orderId, grossCents, feeCents, at }: Transaction): Difference {
  const money = { thereCents: grossCents, hereCents: null, feeCents, at };
  return { kind: "refund_missing_here", pfPaymentId, quoteId: orderId || null, quoteNo: null, ...money };
}

function missingThere({ reference, amountCents, notedAt, quoteId }: Noted): Difference {
  const money = { thereCents: null, hereCents: amountCents, feeCents: null, at: notedAt };
  return { kind: "refund_missing_there", pfPaymentId: reference, quoteId, quoteNo: null, ...money };
}

/** Refunds recorded in the period, and those that the list's lines may refer to, whenever they were recorded. */
async function notedRefunds(
  store: Reader,
  listed: readonly Transaction[],
  mode: Payment["mode"],
  { from, until }: Period,
): Promise<Noted[]> {
  const numbers = listed.map(({ pfPaymentId }) => pfPaymentId);
  const orders = listed.map(({ orderId }) => orderId).filter(Boolean);
  const inPeriod = and(gte(refunds.notedAt, from), lt(refunds.notedAt, until));
  const named = [
    inArray(refunds.reference, numbers),
    inArray(payments.pfPaymentId, numbers),
    inArray(payments.quoteId, orders),
  ];
  return store
    .select({
      reference: refunds.reference,
      amountCents: refunds.amountCents,
      notedAt: refunds.notedAt,
      pfPaymentId: payments.pfPaymentId,
      quoteId: payments.quoteId,
    })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .where(and(eq(payments.mode, mode), or(inPeriod, ...named)));
}
