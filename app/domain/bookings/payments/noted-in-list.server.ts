import { and, eq, gt, inArray, isNotNull, isNull, lt, ne } from "drizzle-orm";
import { DAYS } from "#app/durations";
import { charges } from "#db/schema/charges";
import { payments } from "#db/schema/payments";
import { quotes } from "#db/schema/quotes";
import type { Tx } from "#db/store.server";
import { noteAtPayfast, noteChargeAtPayfast, type Payment } from "../../money/attempts.server";
import type { Transaction } from "../../money/transaction-list";
import { withdrawUnsent } from "../../post/outbox.server";
import { NUMBERS_AT_ONCE, ordersOf } from "./payments-in-books.server";
import type { Period } from "./reconciliation";
import { confirmNoted, owedKeys } from "./tell-of-payment.server";

/** A booking that is older than this before a list's first day isn't looked for in it. */
const LONGEST_OPEN_MS = 30 * DAYS;

/**
 * Looks up in PayFast's list the attempts that nobody has heard of, and the numbers that staff noted and PayFast never
 * named. One that stands there for its order is confirmed. One that doesn't, in a list of all days on which it may have been
 * paid, doesn't exist: nothing is said to the customer of money under it.
 * @returns of how many attempts nobody had heard before
 */
export async function checkNoted(
  tx: Tx,
  transactions: Iterable<Transaction>,
  { mode, period }: { mode: Payment["mode"]; period: Period },
  now: Date,
): Promise<number> {
  const heard = await noteListed(tx, transactions, { mode, period }, now);
  const isUnheard = and(isNotNull(payments.notedAt), isNull(payments.confirmedAt), ne(payments.state, "undone"));
  const isUnconfirmed = and(isUnheard, eq(payments.way, "payfast"));
  const noted = await tx
    .select({
      payment: payments,
      orderId: quotes.paymentOrderId,
      bookedAt: quotes.bookedAt,
      accountUid: charges.accountUid,
      invoicedAt: charges.invoicedAt,
    })
    .from(payments)
    .innerJoin(quotes, eq(quotes.id, payments.quoteId))
    .leftJoin(charges, eq(charges.id, payments.chargeId))
    .where(and(isUnconfirmed, eq(payments.mode, mode)));
  if (noted.length === 0) return heard;
  const listed = ordersByNumber(transactions, new Set(noted.map(({ payment }) => payment.pfPaymentId)));
  const missing: Payment[] = [];
  for (const { payment, orderId, bookedAt, ...account } of noted) {
    const orders = listed.get(payment.pfPaymentId) ?? [];
    const named = [...ordersOf({ ...payment, ...account, paymentOrderId: orderId }), ""];
    const isThere = orders.some((order) => named.includes(order));
    if (isThere && payment.state !== "replaced")
      await confirmNoted(tx, payment.pfPaymentId ?? "", [payment.quoteId], now);
    if (!isThere && isCovered(bookedAt, payment, period)) missing.push(payment);
  }
  const ids = missing.map(({ id }) => id);
  if (ids.length > 0) await tx.update(payments).set({ notListedAt: now }).where(inArray(payments.id, ids));
  // The list of a day that isn't over may get the payment yet.
  if (period.until > now) return heard;
  const keys = missing.flatMap(({ quoteId, pfPaymentId }) => owedKeys(quoteId, pfPaymentId ?? ""));
  await withdrawUnsent(tx, keys);
  return heard;
}

/** Attempts of which nobody has heard, and whose order stands in the list: their customer was at PayFast. */
async function noteListed(
  tx: Tx,
  transactions: Iterable<Transaction>,
  { mode, period }: { mode: Payment["mode"]; period: Period },
  now: Date,
): Promise<number> {
  const since = new Date(period.from.getTime() - LONGEST_OPEN_MS);
  const isUnheard = and(eq(payments.state, "started"), isNull(payments.atPayfastAt), eq(payments.mode, mode));
  const unheard = await tx
    .select({
      quoteId: quotes.id,
      paymentOrderId: quotes.paymentOrderId,
      chargeId: payments.chargeId,
      movedFrom: payments.movedFrom,
      accountUid: charges.accountUid,
      invoicedAt: charges.invoicedAt,
    })
    .from(payments)
    .innerJoin(quotes, eq(quotes.id, payments.quoteId))
    .leftJoin(charges, eq(charges.id, payments.chargeId))
    .where(and(isUnheard, gt(payments.startedAt, since), lt(payments.startedAt, period.until)));
  const byOrder = new Map<string, string[]>();
  const charged = new Map<string, { id: string; quoteId: string }[]>();
  for (const of of unheard) {
    const { chargeId: id, quoteId } = of;
    if (id) for (const named of ordersOf(of)) charged.set(named, [...(charged.get(named) ?? []), { id, quoteId }]);
    else for (const named of ordersOf(of)) byOrder.set(named, [...(byOrder.get(named) ?? []), of.quoteId]);
  }
  const listed = new Set<string>();
  const listedCharges = new Map<string, { id: string; quoteId: string }>();
  for (const { kind, orderId } of transactions) {
    if (kind !== "payment") continue;
    for (const quoteId of byOrder.get(orderId) ?? []) listed.add(quoteId);
    for (const charge of charged.get(orderId) ?? []) listedCharges.set(charge.id, charge);
  }
  for (const charge of listedCharges.values()) await noteChargeAtPayfast(tx, charge, now);
  const ids = [...listed];
  for (let from = 0; from < ids.length; from += NUMBERS_AT_ONCE)
    await noteAtPayfast(tx, ids.slice(from, from + NUMBERS_AT_ONCE), now);
  return ids.length + listedCharges.size;
}

/** The orders for which a list has payments with these numbers. */
function ordersByNumber(
  transactions: Iterable<Transaction>,
  numbers: Set<string | null>,
): Map<string | null, string[]> {
  const orders = new Map<string | null, string[]>();
  for (const { kind, pfPaymentId, orderId } of transactions) {
    if (kind !== "payment" || !numbers.has(pfPaymentId)) continue;
    orders.set(pfPaymentId, [...(orders.get(pfPaymentId) ?? []), orderId]);
  }
  return orders;
}

/** Whether a list has every day between the booking and staff's note of the payment. */
function isCovered(bookedAt: Date | null, { startedAt, notedAt }: Payment, { from, until }: Period): boolean {
  return from <= (bookedAt ?? startedAt) && notedAt !== null && notedAt < until;
}
