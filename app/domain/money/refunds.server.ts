import { and, eq, inArray, ne } from "drizzle-orm";
import { DAYS } from "#app/durations";
import { payments, refunds } from "#db/schema/payments";
import type { Reader, Tx } from "#db/store.server";
import type { Cents } from "../values/money";
import { allAttemptsOf, type Payment } from "./attempts.server";

/** A payment received for a quote, and how much of it was refunded. */
export type MoneyIn = { payment: Payment; paidCents: Cents; refundedCents: Cents };

/** Every payment that brought money for a quote, its price or a charge of it, oldest first. */
export async function moneyFor(store: Reader, quoteId: string): Promise<MoneyIn[]> {
  const brought = (await allAttemptsOf(store, quoteId)).filter(({ paidCents }) => paidCents !== null);
  const back = await refundsOf(store, brought);
  return brought.map((payment) => ({
    payment,
    paidCents: payment.paidCents ?? 0,
    refundedCents: sum(back.filter(({ paymentId }) => paymentId === payment.id).map(({ amountCents }) => amountCents)),
  }));
}

/** What was refunded of one PayFast payment through the other bookings that it paid for. */
export async function refundedElsewhereCents(store: Reader, { id, pfPaymentId }: Payment): Promise<Cents> {
  if (pfPaymentId === null) return 0;
  const others = await store
    .select({ id: payments.id })
    .from(payments)
    .where(and(eq(payments.pfPaymentId, pfPaymentId), ne(payments.id, id)));
  return sum((await refundsOf(store, others)).map(({ amountCents }) => amountCents));
}

/** Every refund of the given payments. */
export async function refundsOf(store: Reader, of: readonly Pick<Payment, "id">[]): Promise<Refund[]> {
  if (of.length === 0) return [];
  const ids = of.map(({ id }) => id);
  return store.select().from(refunds).where(inArray(refunds.paymentId, ids));
}

/** After this time the rest of a price isn't expected any more. The views of staff have the same limit. */
const REST_COMES_WITHIN_MS = 14 * DAYS;

/** Whether all that was paid for a booking is refunded: it was cancelled, or its customer refused a charge. */
export function getsAllBack({ cancelledAt, priceBackAt }: { cancelledAt: Date | null; priceBackAt: Date | null }) {
  return cancelledAt !== null || priceBackAt !== null;
}

/**
 * The payments of a booking to refund: duplicates, every one where it gets all back, and a part of a price whose rest
 * hasn't come for 14 days.
 */
export function owedBack(
  money: readonly MoneyIn[],
  of: Parameters<typeof getsAllBack>[0] | "all of it",
  now: Date,
): MoneyIn[] {
  const isAllOwed = of === "all of it" || getsAllBack(of);
  const isAbandonedPart = ({ state, settledAt }: Payment) =>
    state === "part" && settledAt !== null && now.getTime() - settledAt.getTime() > REST_COMES_WITHIN_MS;
  const isOwed = ({ payment }: MoneyIn) => isAllOwed || payment.state === "duplicate" || isAbandonedPart(payment);
  return money.filter((each) => leftCents(each) > 0 && isOwed(each));
}

/** The payments that are a part of a price whose rest is missing, as far as they weren't refunded. */
export function partsIn(money: readonly MoneyIn[]): MoneyIn[] {
  return money.filter((each) => each.payment.state === "part" && leftCents(each) > 0);
}

/** The total not yet refunded of the given payments. */
export function totalLeftCents(money: readonly MoneyIn[]): Cents {
  return sum(money.map(leftCents));
}

/** The payment that a refund belongs to: one that is large enough, and preferably one of exactly this amount. */
export function sourceOf(money: readonly MoneyIn[], amountCents: Cents): MoneyIn | undefined {
  const enough = money.filter((each) => leftCents(each) >= amountCents);
  return enough.find((each) => leftCents(each) === amountCents) ?? enough[0];
}

export type Refund = typeof refunds.$inferSelect;

/** The refund with this PayFast number, of one payment or of several. */
export async function refundsNumbered(store: Reader, reference: string): Promise<Refund[]> {
  return store.select().from(refunds).where(eq(refunds.reference, reference));
}

/** Takes back a refund that was noted by mistake. */
export async function removeRefund(tx: Tx, reference: string): Promise<void> {
  await tx.delete(refunds).where(eq(refunds.reference, reference));
}

/** Records a refund. */
export async function addRefund(tx: Tx, refund: Refund): Promise<void> {
  await tx.insert(refunds).values(refund);
}

export const leftCents = ({ paidCents, refundedCents }: MoneyIn) => paidCents - refundedCents;
const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0);
