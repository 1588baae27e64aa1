import { and, eq, gt, inArray, isNull, or } from "drizzle-orm";
import { paymentNotices, unsignedNotices } from "#db/schema/payments";
import type { Tx } from "#db/store.server";

/** Whose notices to close: an order's, whatever number they have, or those of one number of PayFast's. */
export type Named = { orderIds: string[] } | { pfPaymentId: string };

/**
 * Closes the refused and unconfirmed notices of a payment without money. What PayFast sends again stays closed, because
 * it is the same notice; another one is work again.
 * @returns how many were open, and how many there are
 */
export async function closeNotices(tx: Tx, named: Named, now: Date): Promise<{ closed: number; known: number }> {
  const { quoteId, pfPaymentId, outcome, closedAt } = paymentNotices;
  const isTheirs = "orderIds" in named ? inArray(quoteId, named.orderIds) : eq(pfPaymentId, named.pfPaymentId);
  const isRefused = and(isTheirs, inArray(outcome, ["refused", "ask_again"]), eq(paymentNotices.isSigned, true));
  const known = await tx.$count(paymentNotices, isRefused);
  const signed = await tx
    .update(paymentNotices)
    .set({ closedAt: now })
    .where(and(isRefused, isNull(closedAt)))
    .returning({ id: paymentNotices.id });
  if (!("orderIds" in named)) return { closed: signed.length, known };
  const isUnsigned = inArray(unsignedNotices.quoteId, named.orderIds);
  // More of them have come since it was closed.
  const isSince = gt(unsignedNotices.lastReceivedAt, unsignedNotices.closedAt);
  const unsignedKnown = await tx.$count(unsignedNotices, isUnsigned);
  const unsigned = await tx
    .update(unsignedNotices)
    .set({ closedAt: now })
    .where(and(isUnsigned, or(isNull(unsignedNotices.closedAt), isSince)))
    .returning({ day: unsignedNotices.day });
  return { closed: signed.length + unsigned.length, known: known + unsignedKnown };
}
