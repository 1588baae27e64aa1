import type { Reader, Store } from "#db/store.server";
import { attemptsOf, type Payment, startAttempt } from "../../money/attempts.server";
import type { Gateway } from "../../money/gateway.server";
import { isPending } from "../../money/payment-state";
import { quoteById, setStatus } from "../../parcels/quotes/saved-quotes.server";

/** How many attempts to pay PayFast has sent notices about. */
export async function answeredAttempts(store: Pick<Store, "read">, quoteId: string): Promise<number> {
  return (await attemptsOf(store.read, quoteId)).filter((attempt) => attempt.pfPaymentId !== null).length;
}

/** The pending payment, if there is one: its money may still arrive. */
export async function pendingPayment(store: Reader, quoteId: string): Promise<Payment | null> {
  return (await attemptsOf(store, quoteId)).find((attempt) => isPending([attempt])) ?? null;
}

/**
 * Records that a customer has come back from trying again after a failed attempt. Until PayFast reports the new attempt
 * the booking is shown as waiting: "failed, try again" would make people pay twice.
 * @param answered how many attempts had been reported when the payment started; a link from an earlier one changes
 * nothing
 */
export async function noteReturn(
  store: Store,
  quoteId: string,
  answered: number,
  mode: Gateway["mode"],
  now: Date,
): Promise<void> {
  await store.tx(async (tx) => {
    const quote = await quoteById(tx, quoteId);
    if (quote?.status !== "payfast_failed" && quote?.status !== "payfast_cancelled") return;
    if (quote.grandTotalCents === null || (await answeredAttempts({ read: tx }, quoteId)) !== answered) return;
    const { grandTotalCents: amountCents, expiresAt: heldUntil } = quote;
    await startAttempt(tx, { quoteId, amountCents, mode, heldUntil }, now);
    await setStatus(tx, quoteId, "pending_payment", "paying again", now);
  });
}
