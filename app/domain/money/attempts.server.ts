import { and, asc, eq, inArray, isNotNull, isNull, ne, notExists, sql } from "drizzle-orm";
import { preparedFor } from "#db/prepared.server";
import { paymentNotices, payments } from "#db/schema/payments";
import { quotes } from "#db/schema/quotes";
import type { Reader, Tx } from "#db/store.server";
import { newId } from "../values/ids.server";
import { chargesOf } from "./charges.server";
import { statementOrdersOf } from "./credit.server";
import { isAmountOf, type NoticeNames, type ReportedPayment } from "./payfast-notice.server";
import {
  type AttemptState,
  attemptAfter,
  broughtMoney,
  notedInstead,
  type Settlement,
  type Word,
} from "./payment-state";
import { wayOf } from "./ways";

export type Payment = typeof payments.$inferSelect;

/**
 * Every attempt to pay a quote's price, oldest first. Two of the same moment are in the order of their numbers, because a
 * refund belongs to the first that fits, whichever row the database finds first.
 */
export async function attemptsOf(store: Reader, quoteId: string): Promise<Payment[]> {
  return (await allAttemptsOf(store, quoteId)).filter(({ chargeId }) => chargeId === null);
}

/** The same of its price and of all its charges. */
export async function allAttemptsOf(store: Reader, quoteId: string): Promise<Payment[]> {
  return ofQuote(store).execute({ quoteId });
}

/** The same of one charge. */
export async function attemptsOfCharge(store: Reader, charge: { id: string; quoteId: string }): Promise<Payment[]> {
  return (await allAttemptsOf(store, charge.quoteId)).filter(({ chargeId }) => chargeId === charge.id);
}

/** What a payment is for: a charge, or the price. */
export type PaidFor = Pick<ReportedPayment, "quoteId" | "chargeId">;

/** The same of what a payment is for. */
export async function attemptsFor(store: Reader, { quoteId, chargeId }: PaidFor): Promise<Payment[]> {
  return chargeId ? attemptsOfCharge(store, { id: chargeId, quoteId }) : attemptsOf(store, quoteId);
}

const ofQuote = preparedFor((store) =>
  store
    .select()
    .from(payments)
    .where(eq(payments.quoteId, sql.placeholder("quoteId")))
    .orderBy(asc(payments.startedAt), asc(payments.pfPaymentId))
    .prepare(),
);

/** Every attempt to pay the prices of some quotes, in no order. */
export async function attemptsOfAll(store: Reader, quoteIds: readonly string[]): Promise<Payment[]> {
  return store
    .select()
    .from(payments)
    .where(and(inArray(payments.quoteId, [...quoteIds]), isForPrice));
}

/** The same of their prices and of all their charges. */
export async function allAttemptsOfAll(store: Reader, quoteIds: readonly string[]): Promise<Payment[]> {
  return store
    .select()
    .from(payments)
    .where(inArray(payments.quoteId, [...quoteIds]));
}

const isForPrice = isNull(payments.chargeId);

/** Those of some quotes for which PayFast works on a payment of the price. */
export async function quotesAtBank(store: Reader, quoteIds: readonly string[]): Promise<Set<string>> {
  if (quoteIds.length === 0) return new Set();
  const isOne = and(inArray(payments.quoteId, [...quoteIds]), isForPrice, eq(payments.state, "pending"));
  const rows = await store.selectDistinct({ quoteId: payments.quoteId }).from(payments).where(isOne);
  return new Set(rows.map(({ quoteId }) => quoteId));
}

/** As a condition on quotes: PayFast works on no payment of its price. */
export function isNotAtBank(store: Reader) {
  const isPending = and(eq(payments.quoteId, quotes.id), isForPrice, eq(payments.state, "pending"));
  return notExists(store.select({ id: payments.id }).from(payments).where(isPending));
}

export type StoredNotice = typeof paymentNotices.$inferSelect;

type Ordered = { id: string; paymentOrderId: string | null };

/** The orders at PayFast that pay something of a quote: its own, that of its list, its charges', and its statements'. */
export async function ordersAbout(store: Reader, { id, paymentOrderId }: Ordered): Promise<string[]> {
  const all = await chargesOf(store, id);
  const charged = [...all.map((charge) => charge.id), ...statementOrdersOf(all)];
  return [id, ...(paymentOrderId ? [paymentOrderId] : []), ...charged];
}

/** Every notice that names one of these orders. Oldest first. */
export async function noticesAbout(store: Reader, quote: Ordered): Promise<StoredNotice[]> {
  return store
    .select()
    .from(paymentNotices)
    .where(inArray(paymentNotices.quoteId, await ordersAbout(store, quote)))
    .orderBy(asc(paymentNotices.receivedAt));
}

/** Whether an earlier notice gave one of these payments to another quote or charge than those in `shares`. */
export async function isForAnotherQuote(store: Reader, shares: ReportedPayment[]): Promise<boolean> {
  const numbers = shares.map(({ pfPaymentId }) => pfPaymentId);
  const known = await store
    .select({ quoteId: payments.quoteId, chargeId: payments.chargeId, state: payments.state })
    .from(payments)
    .where(inArray(payments.pfPaymentId, numbers));
  const isOf = (share: ReportedPayment, payment: (typeof known)[number]) =>
    share.quoteId === payment.quoteId && (share.chargeId ?? null) === payment.chargeId;
  return known.some((payment) => payment.state !== "replaced" && !shares.some((share) => isOf(share, payment)));
}

/** Opens an attempt to pay a charge. Its amount never changes, so it can be paid however late. */
export async function startCharge(
  tx: Tx,
  { id: chargeId, quoteId, amountCents }: { id: string; quoteId: string; amountCents: number },
  mode: Payment["mode"],
  now: Date,
): Promise<void> {
  await tx
    .insert(payments)
    .values({ id: newId(), state: "started", startedAt: now, quoteId, chargeId, amountCents, mode });
}

/**
 * Opens an attempt to pay the saved price. Does nothing but extend `heldUntil` if one at this price is already waiting.
 * @param attempt.heldUntil until when this price can be paid after a newer attempt has replaced it
 */
export async function startAttempt(
  tx: Tx,
  attempt: { quoteId: string; amountCents: number; mode: Payment["mode"]; heldUntil: Date },
  now: Date,
): Promise<void> {
  const attempts = await attemptsOf(tx, attempt.quoteId);
  const waiting = attempts.find((each) => isNameless(each) && each.amountCents === attempt.amountCents);
  if (!waiting) {
    await tx.insert(payments).values({ id: newId(), state: "started", startedAt: now, ...attempt });
    return;
  }
  if (waiting.heldUntil && waiting.heldUntil < attempt.heldUntil) {
    await tx.update(payments).set({ heldUntil: attempt.heldUntil }).where(eq(payments.id, waiting.id));
  }
}

/** Records that customers were at PayFast with these quotes' open attempts to pay the price. */
export async function noteAtPayfast(tx: Tx, quoteIds: readonly string[], now: Date): Promise<void> {
  await noteThere(tx, notYetAtPayfast(await attemptsOfAll(tx, quoteIds)), now);
}

/** The same of the attempts to pay a charge. */
export async function noteChargeAtPayfast(tx: Tx, charge: { id: string; quoteId: string }, now: Date): Promise<void> {
  await noteThere(tx, notYetAtPayfast(await attemptsOfCharge(tx, charge)), now);
}

async function noteThere(tx: Tx, ids: string[], now: Date): Promise<void> {
  if (ids.length > 0) await tx.update(payments).set({ atPayfastAt: now }).where(inArray(payments.id, ids));
}

/** The ids of open attempts of which nobody knows yet that the customer was at PayFast. Of one quote's only the last. */
export function notYetAtPayfast(attempts: readonly Payment[]): string[] {
  const open = attempts.filter((attempt) => attempt.state === "started" && isNameless(attempt));
  const inOrder = open.toSorted((one, other) => one.startedAt.getTime() - other.startedAt.getTime());
  const last = [...new Map(inOrder.map((attempt) => [attempt.quoteId, attempt])).values()];
  return last.filter(({ atPayfastAt }) => atPayfastAt === null).map(({ id }) => id);
}

/**
 * Records what a verified notice says about its attempt. The first notice gives the attempt its PayFast number.
 * @param how.state the state of money that staff noted as a part of the price
 * @param how.priceCents the price, where the payment is of another amount: no later page may ask for that amount
 * @returns the attempt's id
 */
export async function recordAttempt(
  tx: Tx,
  notice: ReportedPayment,
  settlement: Settlement,
  how: { mode: Payment["mode"]; word: Word; state?: AttemptState; priceCents?: number },
  now: Date,
): Promise<string> {
  const attempts = await attemptsFor(tx, notice);
  if (settlement.kind === "replace") return replaceNumber(tx, attempts, notice, now);
  const named = attemptNamed(attempts, notice);
  const state = how.state ?? attemptAfter(named?.state ?? "started", notice.status, settlement);
  const brought = broughtMoney(state);
  const way = wayOf(notice.pfPaymentId);
  const isNews = brought && !broughtMoney(named?.state ?? "started");
  const values = {
    state,
    mode: how.mode,
    way,
    pfPaymentId: notice.pfPaymentId,
    // A later FAILED must not change the amounts and fees of money that was received.
    ...(notice.status === "COMPLETE"
      ? { paidCents: named?.paidCents ?? notice.amountGrossCents, feeCents: notice.amountFeeCents }
      : {}),
    settledAt: named?.settledAt ?? (brought ? now : null),
    atPayfastAt: way === "payfast" ? (named?.atPayfastAt ?? now) : null,
    ...(isNews && how.word === "staff" ? { notedAt: now, confirmedAt: null, notListedAt: null } : {}),
  };
  if (named) {
    await tx.update(payments).set(values).where(eq(payments.id, named.id));
    return named.id;
  }
  const { quoteId, chargeId = null, amountGrossCents } = notice;
  const asked = how.priceCents
    ? { amountCents: how.priceCents, heldUntil: now }
    : { amountCents: amountGrossCents, heldUntil: null };
  const id = newId();
  await tx.insert(payments).values({ id, quoteId, chargeId, startedAt: now, ...asked, ...values });
  return id;
}

/**
 * Gives the payment that staff noted the number that PayFast has for it. Their number stays on record, until a list of
 * PayFast's shows that it doesn't exist.
 */
async function replaceNumber(tx: Tx, attempts: Payment[], notice: ReportedPayment, now: Date): Promise<string> {
  const noted = notedInstead(attempts, notice);
  if (!noted) throw new Error("the payment that staff noted has gone");
  const { pfPaymentId, amountFeeCents: feeCents } = notice;
  const told = { pfPaymentId, feeCents, confirmedAt: now, movedFrom: null };
  await tx.update(payments).set(told).where(eq(payments.id, noted.id));
  const { quoteId, chargeId, mode, amountCents, startedAt, notedAt, pfPaymentId: number } = noted;
  const replaced = {
    quoteId,
    chargeId,
    mode,
    amountCents,
    startedAt,
    notedAt,
    pfPaymentId: number,
    heldUntil: startedAt,
  };
  await tx.insert(payments).values({ ...replaced, id: newId(), state: "replaced" });
  return noted.id;
}

/** Sets the state of a booking's payments. */
export async function setStates(tx: Tx, of: readonly Payment[], state: AttemptState): Promise<void> {
  const ids = of.map(({ id }) => id);
  if (ids.length > 0) await tx.update(payments).set({ state }).where(inArray(payments.id, ids));
}

/** Takes back what staff noted by mistake. Its number is free again: it may be another booking's. */
export async function undoPayment(tx: Tx, { id }: Payment): Promise<void> {
  const nothing = { pfPaymentId: null, paidCents: null, feeCents: null, settledAt: null, movedFrom: null };
  await tx
    .update(payments)
    .set({ ...nothing, state: "undone" })
    .where(eq(payments.id, id));
}

/** Records who noted a payment. */
export async function noteWho(tx: Tx, pfPaymentId: string, who: string): Promise<void> {
  const isTheirs = and(eq(payments.pfPaymentId, pfPaymentId), isNotNull(payments.notedAt), isNull(payments.notedBy));
  await tx.update(payments).set({ notedBy: who }).where(isTheirs);
}

/** The payment with this number that was moved from a booking to another one; null if none was. */
export async function paymentMovedFrom(store: Reader, orderId: string, pfPaymentId: string): Promise<Payment | null> {
  const isIt = and(eq(payments.pfPaymentId, pfPaymentId), eq(payments.movedFrom, orderId));
  const [moved] = await store.select().from(payments).where(isIt);
  return moved ?? null;
}

/** Makes of a payment that was just settled the one that came earlier for another booking. */
export async function keepAsItCame(tx: Tx, id: string, came: Payment, movedFrom: string | null): Promise<void> {
  const { feeCents, settledAt, notedAt, notedBy, confirmedAt, notListedAt, atPayfastAt } = came;
  const asItCame = { feeCents, settledAt, notedAt, notedBy, confirmedAt, notListedAt, atPayfastAt };
  await tx
    .update(payments)
    .set({ ...asItCame, movedFrom })
    .where(eq(payments.id, id));
}

/** Every payment with a number of PayFast's: the shares of several bookings. */
export async function paymentsNumbered(store: Reader, pfPaymentId: string): Promise<Payment[]> {
  return store.select().from(payments).where(eq(payments.pfPaymentId, pfPaymentId));
}

/**
 * Records that PayFast itself has reported a number that staff noted for these bookings.
 * @returns the payments for which this is news
 */
export async function confirmNumber(tx: Tx, pfPaymentId: string, quoteIds: string[], now: Date): Promise<Payment[]> {
  const { pfPaymentId: number, quoteId, notedAt, confirmedAt, state } = payments;
  const isTheirs = and(eq(number, pfPaymentId), inArray(quoteId, quoteIds), ne(state, "replaced"));
  const isNews = and(isTheirs, isNotNull(notedAt), isNull(confirmedAt));
  return tx.update(payments).set({ confirmedAt: now, notListedAt: null }).where(isNews).returning();
}

/** The orders that signed notices have named for a payment, whether they were believed or not. */
export async function ordersInNotices(store: Reader, pfPaymentId: string): Promise<string[]> {
  const named = await store
    .selectDistinct({ orderId: paymentNotices.quoteId })
    .from(paymentNotices)
    .where(and(eq(paymentNotices.pfPaymentId, pfPaymentId), eq(paymentNotices.isSigned, true)));
  return named.flatMap(({ orderId }) => orderId ?? []);
}

/**
 * The attempt that a notice is about: the one with its PayFast number, or else one of its amount that has no number
 * yet.
 */
function attemptNamed(attempts: Payment[], notice: ReportedPayment): Payment | undefined {
  return (
    attempts.find((attempt) => attempt.pfPaymentId === notice.pfPaymentId) ??
    attempts.find(
      (attempt) => wayOf(notice.pfPaymentId) === "payfast" && isNameless(attempt) && isAmountOf(notice, attempt),
    )
  );
}

/** An attempt of which PayFast has said nothing yet. */
const isNameless = ({ pfPaymentId, state }: Payment) => pfPaymentId === null && state !== "undone";

/** What we store with a notice. `names` is null if the signature was wrong. */
export type NoticeRecord = {
  names: NoticeNames | null;
  mode: Payment["mode"];
  outcome: string;
  reason: string | null;
};

/** Stores a notice exactly as it came, whether we accepted it or not. */
export async function keepNotice(
  tx: Tx,
  received: { body: string; clientAddress: string },
  { names, ...record }: NoticeRecord,
  now: Date,
): Promise<void> {
  const { body, clientAddress } = received;
  const { quoteId = null, pfPaymentId = null, amount: amountTold = null } = names ?? {};
  const fields = { quoteId, pfPaymentId, amountTold, isSigned: names !== null };
  await tx.insert(paymentNotices).values({ id: newId(), receivedAt: now, body, clientAddress, ...fields, ...record });
}
