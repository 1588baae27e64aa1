import type { Reader, Store, Tx } from "#db/store.server";
import {
  attemptsOf,
  attemptsOfAll,
  noteAtPayfast,
  notYetAtPayfast,
  type Payment,
  startAttempt,
} from "../../money/attempts.server";
import type { Gateway } from "../../money/gateway.server";
import { isPending } from "../../money/payment-state";
import { isUnpaid } from "../../parcels/quotes/payment-order.server";
import type { Quote } from "../../parcels/quotes/quote";
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
 * Records that a customer has come back from PayFast. After a failed attempt this was another one: until PayFast reports
 * it the booking is shown as waiting, because "failed, try again" would make people pay twice.
 * @param answered how many attempts had been reported when the payment started; a link from an earlier one says nothing of
 * another attempt
 */
export async function noteReturn(
  store: Store,
  quoteId: string,
  answered: number,
  mode: Gateway["mode"],
  now: Date,
): Promise<void> {
  const seen = await quoteById(store.read, quoteId);
  const isNews =
    seen?.status !== "pending_payment" || notYetAtPayfast(await attemptsOf(store.read, quoteId)).length > 0;
  if (!seen || !isUnpaid(seen) || !isNews) return;
  await store.tx(async (tx) => {
    const quote = await quoteById(tx, quoteId);
    if (!quote || !isUnpaid(quote)) return;
    if (quote.status !== "pending_payment") await startAgain(tx, quote, answered, mode, now);
    await noteAtPayfast(tx, [quoteId], now);
  });
}

/** The same of bookings that are paid together. None of them is shown as waiting for that. */
export async function noteReturnOfMany(store: Store, quotes: readonly Quote[], now: Date): Promise<void> {
  const unpaid = quotes.filter(isUnpaid).map(({ id }) => id);
  const news = unpaid.length > 0 ? notYetAtPayfast(await attemptsOfAll(store.read, unpaid)) : [];
  if (news.length > 0) await store.tx((tx) => noteAtPayfast(tx, unpaid, now));
}

async function startAgain(tx: Tx, quote: Quote, answered: number, mode: Gateway["mode"], now: Date): Promise<void> {
  const { id: quoteId, grandTotalCents: amountCents, expiresAt: heldUntil } = quote;
  if (amountCents === null || (await answeredAttempts({ read: tx }, quoteId)) !== answered) return;
  await startAttempt(tx, { quoteId, amountCents, mode, heldUntil }, now);
  await setStatus(tx, quoteId, "pending_payment", "paying again", now);
}
