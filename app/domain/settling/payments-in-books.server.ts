import { and, asc, eq, gt, notInArray, type SQL } from "drizzle-orm";
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
  const known = new Map<string, PaymentInBooks>();
  for (const share of await sharesWhere(store, which)) addShare(known, share);
  return [...known.values()];
}

/**
 * The same of a condition that a year of payments may match: some at a time, in the order of their ids.
 * @param isWanted the others aren't kept
 * @param most not many more are looked for
 */
export async function wantedPayments(
  store: Reader,
  which: SQL | undefined,
  isWanted: (share: Share) => boolean,
  most: number,
): Promise<PaymentInBooks[]> {
  const known = new Map<string, PaymentInBooks>();
  for (let last = ""; known.size <= most; ) {
    const shares = await sharesWhere(store, and(which, gt(payments.id, last)), SHARES_AT_ONCE);
    for (const share of shares) if (isWanted(share)) addShare(known, share);
    if (shares.length < SHARES_AT_ONCE) break;
    last = shares.at(-1)?.id ?? last;
  }
  return [...known.values()];
}

const SHARES_AT_ONCE = 2_000;

/** A booking's share of a payment; mostly all of it. */
type Share = Awaited<ReturnType<typeof sharesWhere>>[number];

function sharesWhere(store: Reader, which: SQL | undefined, most?: number) {
  const shares = store
    .select({
      id: payments.id,
      pfPaymentId: payments.pfPaymentId,
      quoteId: payments.quoteId,
      paidCents: payments.paidCents,
      feeCents: payments.feeCents,
      settledAt: payments.settledAt,
      startedAt: payments.startedAt,
      paymentOrderId: quotes.paymentOrderId,
    })
    .from(payments)
    .innerJoin(quotes, eq(quotes.id, payments.quoteId))
    .where(and(which, notInArray(payments.state, ["undone", "replaced"])));
  return most === undefined ? shares : shares.orderBy(asc(payments.id)).limit(most);
}

function addShare(known: Map<string, PaymentInBooks>, { id, paymentOrderId, ...share }: Share): void {
  const orderIds = paymentOrderId ? [share.quoteId, paymentOrderId] : [share.quoteId];
  const number = share.pfPaymentId ?? id;
  const others = known.get(number);
  known.set(number, others ? together(others, share, orderIds) : { ...share, orderIds });
}

function together(one: PaymentInBooks, share: Omit<PaymentInBooks, "orderIds">, orderIds: string[]): PaymentInBooks {
  const add = (cents: Cents | null, more: Cents | null) => (cents === null || more === null ? null : cents + more);
  return {
    ...one,
    paidCents: add(one.paidCents, share.paidCents),
    feeCents: add(one.feeCents, share.feeCents),
    orderIds: [...one.orderIds, ...orderIds],
  };
}
