import { and, eq, inArray, ne } from "drizzle-orm";
import { payments, refunds } from "#db/schema/payments";
import type { Reader, Tx } from "#db/store.server";
import type { Cents } from "../values/money";
import { attemptsOf, type Payment } from "./attempts.server";

/** A payment received for a quote, and how much of it was refunded. */
export type MoneyIn = { payment: Payment; paidCents: Cents; refundedCents: Cents };

/** Every payment that brought money for a quote, oldest first. */
export async function moneyFor(store: Reader, quoteId: string): Promise<MoneyIn[]> {
  const brought = (await attemptsOf(store, quoteId)).filter(({ paidCents }) => paidCents !== null);
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
  const ids = of.map(({ id }) => id);
  return store.select().from(refunds).where(inArray(refunds.paymentId, ids));
}

/** The payments to refund: duplicates, and every payment of a cancelled booking. */
export function owedBack(money: readonly MoneyIn[], isCancelled: boolean): MoneyIn[] {
  return money.filter((each) => leftCents(each) > 0 && (isCancelled || each.payment.state === "duplicate"));
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

/** The refund with this PayFast number, if one is recorded. */
export async function findRefund(store: Reader, reference: string): Promise<Refund | null> {
  const [refund] = await store.select().from(refunds).where(eq(refunds.reference, reference));
  return refund ?? null;
}

/** Records a refund. */
export async function addRefund(tx: Tx, refund: Refund): Promise<void> {
  await tx.insert(refunds).values(refund);
}

const leftCents = ({ paidCents, refundedCents }: MoneyIn) => paidCents - refundedCents;
const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0);
