import { asc, eq } from "drizzle-orm";
import { paymentNotices, payments } from "#db/schema/payments";
import type { Reader, Tx } from "#db/store.server";
import { newId } from "../values/ids.server";
import { isAmountOf, type PayfastNotice } from "./payfast-notice.server";
import { type AttemptState, attemptAfter, type Settlement } from "./payment-state";

export type Payment = typeof payments.$inferSelect;

/** Every attempt to pay for a quote, oldest first. */
export async function attemptsOf(store: Reader, quoteId: string): Promise<Payment[]> {
  return store.select().from(payments).where(eq(payments.quoteId, quoteId)).orderBy(asc(payments.startedAt));
}

export type StoredNotice = typeof paymentNotices.$inferSelect;

/** Everything that PayFast said about a quote, oldest first. */
export async function noticesAbout(store: Reader, quoteId: string): Promise<StoredNotice[]> {
  return store
    .select()
    .from(paymentNotices)
    .where(eq(paymentNotices.quoteId, quoteId))
    .orderBy(asc(paymentNotices.receivedAt));
}

/** Whether this very payment has been told of before, for another quote. */
export async function isForAnotherQuote(store: Reader, notice: PayfastNotice): Promise<boolean> {
  const [known] = await store
    .select({ quoteId: payments.quoteId })
    .from(payments)
    .where(eq(payments.pfPaymentId, notice.pfPaymentId));
  return known !== undefined && known.quoteId !== notice.quoteId;
}

/** Opens an attempt at the saved price, unless one at this price waits already. */
export async function startAttempt(
  tx: Tx,
  attempt: { quoteId: string; amountCents: number; mode: Payment["mode"] },
  now: Date,
): Promise<void> {
  const attempts = await attemptsOf(tx, attempt.quoteId);
  const isWaiting = attempts.some((each) => each.pfPaymentId === null && each.amountCents === attempt.amountCents);
  if (!isWaiting) await tx.insert(payments).values({ id: newId(), state: "started", startedAt: now, ...attempt });
}

/** Writes down what a believed notice says about its attempt, which it may be the first to name. */
export async function recordAttempt(
  tx: Tx,
  notice: PayfastNotice,
  settlement: Settlement,
  mode: Payment["mode"],
  now: Date,
): Promise<void> {
  const named = attemptNamed(await attemptsOf(tx, notice.quoteId), notice);
  const state: AttemptState = attemptAfter(named?.state ?? "started", notice.status, settlement);
  const brought = state === "complete" || state === "duplicate";
  const said = {
    state,
    mode,
    pfPaymentId: notice.pfPaymentId,
    // What a later FAILED says of amounts and fees is no news about money that came.
    ...(notice.status === "COMPLETE" ? { paidCents: notice.amountGrossCents, feeCents: notice.amountFeeCents } : {}),
    settledAt: named?.settledAt ?? (brought ? now : null),
  };
  if (named) {
    await tx.update(payments).set(said).where(eq(payments.id, named.id));
    return;
  }
  const { quoteId, amountGrossCents: amountCents } = notice;
  await tx.insert(payments).values({ id: newId(), quoteId, startedAt: now, amountCents, ...said });
}

/** The attempt that a notice speaks of: the one of its number, else one of its amount that has none yet. */
function attemptNamed(attempts: Payment[], notice: PayfastNotice): Payment | undefined {
  return (
    attempts.find((attempt) => attempt.pfPaymentId === notice.pfPaymentId) ??
    attempts.find((attempt) => attempt.pfPaymentId === null && isAmountOf(notice, attempt))
  );
}

/** Keeps a notice as it came, good or bad. */
export async function keepNotice(
  tx: Tx,
  kept: { body: string; clientAddress: string; quoteId: string | null; outcome: string; reason: string | null },
  now: Date,
): Promise<void> {
  await tx.insert(paymentNotices).values({ id: newId(), receivedAt: now, ...kept });
}
