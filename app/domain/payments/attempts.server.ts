import { asc, eq, inArray } from "drizzle-orm";
import { paymentNotices, payments } from "#db/schema/payments";
import type { Reader, Tx } from "#db/store.server";
import { newId } from "../values/ids.server";
import { isAmountOf, type NoticeNames, type ReportedPayment } from "./payfast-notice.server";
import { type AttemptState, attemptAfter, type Settlement } from "./payment-state";

export type Payment = typeof payments.$inferSelect;

/** Every attempt to pay for a quote, oldest first. */
export async function attemptsOf(store: Reader, quoteId: string): Promise<Payment[]> {
  return store.select().from(payments).where(eq(payments.quoteId, quoteId)).orderBy(asc(payments.startedAt));
}

export type StoredNotice = typeof paymentNotices.$inferSelect;

/** Every notice that names a quote, or the order that the quote is paid with. Oldest first. */
export async function noticesAbout(
  store: Reader,
  { id, paymentOrderId }: { id: string; paymentOrderId: string | null },
): Promise<StoredNotice[]> {
  return store
    .select()
    .from(paymentNotices)
    .where(inArray(paymentNotices.quoteId, paymentOrderId ? [id, paymentOrderId] : [id]))
    .orderBy(asc(paymentNotices.receivedAt));
}

/** Whether an earlier notice gave one of these payments to another quote than those in `shares`. */
export async function isForAnotherQuote(store: Reader, shares: ReportedPayment[]): Promise<boolean> {
  const numbers = shares.map(({ pfPaymentId }) => pfPaymentId);
  const known = await store
    .select({ quoteId: payments.quoteId })
    .from(payments)
    .where(inArray(payments.pfPaymentId, numbers));
  return known.some((payment) => !shares.some(({ quoteId }) => quoteId === payment.quoteId));
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
  const waiting = attempts.find((each) => each.pfPaymentId === null && each.amountCents === attempt.amountCents);
  if (!waiting) {
    await tx.insert(payments).values({ id: newId(), state: "started", startedAt: now, ...attempt });
    return;
  }
  if (waiting.heldUntil && waiting.heldUntil < attempt.heldUntil) {
    await tx.update(payments).set({ heldUntil: attempt.heldUntil }).where(eq(payments.id, waiting.id));
  }
}

/**
 * Records what a verified notice says about its attempt. The first notice gives the attempt its PayFast number.
 * @returns the attempt's id
 */
export async function recordAttempt(
  tx: Tx,
  notice: ReportedPayment,
  settlement: Settlement,
  mode: Payment["mode"],
  now: Date,
): Promise<string> {
  const named = attemptNamed(await attemptsOf(tx, notice.quoteId), notice);
  const state: AttemptState = attemptAfter(named?.state ?? "started", notice.status, settlement);
  const brought = state === "complete" || state === "duplicate";
  const values = {
    state,
    mode,
    pfPaymentId: notice.pfPaymentId,
    // A later FAILED must not change the amounts and fees of money that was received.
    ...(notice.status === "COMPLETE" ? { paidCents: notice.amountGrossCents, feeCents: notice.amountFeeCents } : {}),
    settledAt: named?.settledAt ?? (brought ? now : null),
  };
  if (named) {
    await tx.update(payments).set(values).where(eq(payments.id, named.id));
    return named.id;
  }
  const { quoteId, amountGrossCents: amountCents } = notice;
  const id = newId();
  await tx.insert(payments).values({ id, quoteId, startedAt: now, amountCents, ...values });
  return id;
}

/**
 * The attempt that a notice is about: the one with its PayFast number, or else one of its amount that has no number
 * yet.
 */
function attemptNamed(attempts: Payment[], notice: ReportedPayment): Payment | undefined {
  return (
    attempts.find((attempt) => attempt.pfPaymentId === notice.pfPaymentId) ??
    attempts.find((attempt) => attempt.pfPaymentId === null && isAmountOf(notice, attempt))
  );
}

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
