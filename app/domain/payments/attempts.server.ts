import { and, asc, eq, isNull } from "drizzle-orm";
import { paymentNotices, payments } from "#db/schema/payments";
import type { Reader, Tx } from "#db/store.server";
import { newId } from "../values/ids.server";
import type { PayfastNotice } from "./payfast-notice.server";
import { type AttemptState, attemptAfter, type Settlement } from "./payment-state";

export type Payment = typeof payments.$inferSelect;

/** Every attempt to pay for a quote, oldest first. */
export async function attemptsOf(store: Reader, quoteId: string): Promise<Payment[]> {
  return store.select().from(payments).where(eq(payments.quoteId, quoteId)).orderBy(asc(payments.startedAt));
}

/** Opens the first attempt, at the saved price. There is never more than one that PayFast hasn't spoken of. */
export async function startAttempt(
  tx: Tx,
  attempt: { quoteId: string; amountCents: number; mode: Payment["mode"] },
  now: Date,
): Promise<void> {
  const [waiting] = await tx
    .select({ id: payments.id })
    .from(payments)
    .where(and(eq(payments.quoteId, attempt.quoteId), isNull(payments.pfPaymentId)));
  if (!waiting) await tx.insert(payments).values({ id: newId(), state: "started", startedAt: now, ...attempt });
}

/** Writes down what a believed notice says about its attempt, which it may be the first to name. */
export async function recordAttempt(
  tx: Tx,
  notice: PayfastNotice,
  settlement: Settlement,
  order: { amountCents: number; mode: Payment["mode"] },
  now: Date,
): Promise<void> {
  const attempts = await attemptsOf(tx, notice.quoteId);
  const named =
    attempts.find((attempt) => attempt.pfPaymentId === notice.pfPaymentId) ??
    attempts.find((attempt) => attempt.pfPaymentId === null);
  const state: AttemptState = attemptAfter(named?.state ?? "started", notice.status, settlement);
  const brought = state === "complete" || state === "duplicate";
  const said = {
    state,
    pfPaymentId: notice.pfPaymentId,
    paidCents: brought ? notice.amountGrossCents : null,
    feeCents: brought ? notice.amountFeeCents : null,
    settledAt: named?.settledAt ?? (brought ? now : null),
  };
  if (named) await tx.update(payments).set(said).where(eq(payments.id, named.id));
  else await tx.insert(payments).values({ id: newId(), quoteId: notice.quoteId, startedAt: now, ...order, ...said });
}

/** Keeps a notice as it came, good or bad. */
export async function keepNotice(
  tx: Tx,
  kept: { body: string; clientAddress: string; quoteId: string | null; outcome: string; reason: string | null },
  now: Date,
): Promise<void> {
  await tx.insert(paymentNotices).values({ id: newId(), receivedAt: now, ...kept });
}
