import { and, asc, eq, inArray, isNull, ne } from "drizzle-orm";
import { DAYS } from "#app/durations";
import { payments, refunds } from "#db/schema/payments";
import type { Reader, Tx } from "#db/store.server";
import type { Cents } from "../values/money";
import { allAttemptsOf, type Payment } from "./attempts.server";
import type { PaymentWay } from "./ways";

/** A payment received for a quote, how much of it we refunded, and how much the customer's bank took back. */
export type MoneyIn = { payment: Payment; paidCents: Cents; refundedCents: Cents; chargedBackCents: Cents };

/** Every payment that brought money for a quote, its price or a charge of it, oldest first. */
export async function moneyFor(store: Reader, quoteId: string): Promise<MoneyIn[]> {
  const brought = (await allAttemptsOf(store, quoteId)).filter(({ paidCents }) => paidCents !== null);
  const back = await wentBack(store, brought);
  return brought.map((payment) => {
    const its = (wanted: Refund["kind"]) =>
      back.filter(({ paymentId, kind }) => paymentId === payment.id && kind === wanted);
    const paidCents = payment.paidCents ?? 0;
    return { payment, paidCents, refundedCents: total(its("refund")), chargedBackCents: total(its("chargeback")) };
  });
}

/** What was refunded of one PayFast payment through the other bookings that it paid for. */
export async function refundedElsewhereCents(store: Reader, { id, pfPaymentId }: Payment): Promise<Cents> {
  if (pfPaymentId === null) return 0;
  const others = await store
    .select({ id: payments.id })
    .from(payments)
    .where(and(eq(payments.pfPaymentId, pfPaymentId), ne(payments.id, id)));
  return total(await refundsOf(store, others));
}

/** Every refund of the given payments. */
export async function refundsOf(store: Reader, of: readonly Pick<Payment, "id">[]): Promise<Refund[]> {
  return (await wentBack(store, of)).filter(({ kind }) => kind === "refund");
}

/** Every chargeback of the given payments. */
export async function chargebacksOf(store: Reader, of: readonly Pick<Payment, "id">[]): Promise<Refund[]> {
  return (await wentBack(store, of)).filter(({ kind }) => kind === "chargeback");
}

/** When a bank last took back what paid for the price of some bookings, by their ids. */
export async function pricesChargedBack(
  store: Reader,
  quoteIds: readonly string[],
): Promise<ReadonlyMap<string, Date>> {
  if (quoteIds.length === 0) return new Map();
  const { quoteId, chargeId, state } = payments;
  const rows = await store
    .select({ quoteId, notedAt: refunds.notedAt })
    .from(payments)
    .innerJoin(refunds, and(eq(refunds.paymentId, payments.id), eq(refunds.kind, "chargeback")))
    .where(and(inArray(quoteId, [...quoteIds]), isNull(chargeId), eq(state, "complete")))
    .orderBy(asc(refunds.notedAt));
  return new Map(rows.map((row) => [row.quoteId, row.notedAt]));
}

async function wentBack(store: Reader, of: readonly Pick<Payment, "id">[]): Promise<Refund[]> {
  if (of.length === 0) return [];
  const ids = of.map(({ id }) => id);
  return store
    .select()
    .from(refunds)
    .where(inArray(refunds.paymentId, ids))
    .orderBy(asc(refunds.notedAt), asc(refunds.reference));
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

/** The payments that came this way: money goes back as it came. */
export function cameBy(money: readonly MoneyIn[], way: PaymentWay): MoneyIn[] {
  return money.filter(({ payment }) => payment.way === way);
}

/** The refund with this number, of one payment or of several. */
export async function refundsNumbered(store: Reader, reference: string): Promise<Refund[]> {
  return store.select().from(refunds).where(eq(refunds.reference, reference));
}

/** Takes back what was noted by mistake. */
export async function removeRefund(tx: Tx, reference: string): Promise<void> {
  await tx.delete(refunds).where(eq(refunds.reference, reference));
}

/** Records money that went back. */
export async function addRefund(tx: Tx, refund: typeof refunds.$inferInsert): Promise<void> {
  await tx.insert(refunds).values(refund);
}

export const leftCents = ({ paidCents, refundedCents, chargedBackCents }: MoneyIn) =>
  paidCents - refundedCents - chargedBackCents;
const total = (all: readonly { amountCents: Cents }[]) => sum(all.map(({ amountCents }) => amountCents));
const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0);
