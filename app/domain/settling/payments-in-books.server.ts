import { and, eq, notInArray, type SQL } from "drizzle-orm";
import { payments } from "#db/schema/payments";
import { quotes } from "#db/schema/quotes";
import type { Reader } from "#db/store.server";
import type { Payment } from "../payments/attempts.server";
import type { Cents } from "../values/money";

/**
 * A payment as we recorded it, with the shares of several bookings added up. `orderIds`: the ids that PayFast may have
 * for it.
 */
export type PaymentInBooks = Pick<
  Payment,
  "pfPaymentId" | "quoteId" | "paidCents" | "feeCents" | "settledAt" | "startedAt"
> & {
  orderIds: string[];
};

/** The payments that match a condition, one for each PayFast number. */
export async function paymentsWhere(store: Reader, which: SQL | undefined): Promise<PaymentInBooks[]> {
  const rows = await store
    .select({ payment: payments, paymentOrderId: quotes.paymentOrderId })
    .from(payments)
    .innerJoin(quotes, eq(quotes.id, payments.quoteId))
    .where(and(which, notInArray(payments.state, ["undone", "replaced"])));
  const known = new Map<string, PaymentInBooks>();
  for (const { payment, paymentOrderId } of rows) {
    const orderIds = paymentOrderId ? [payment.quoteId, paymentOrderId] : [payment.quoteId];
    const number = payment.pfPaymentId ?? payment.id;
    const otherShares = known.get(number);
    known.set(number, otherShares ? together(otherShares, payment, orderIds) : { ...payment, orderIds });
  }
  return [...known.values()];
}

function together(one: PaymentInBooks, share: Payment, orderIds: string[]): PaymentInBooks {
  const add = (cents: Cents | null, more: Cents | null) => (cents === null || more === null ? null : cents + more);
  return {
    ...one,
    paidCents: add(one.paidCents, share.paidCents),
    feeCents: add(one.feeCents, share.feeCents),
    orderIds: [...one.orderIds, ...orderIds],
  };
}
