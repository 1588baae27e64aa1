import { and, asc, count, eq, inArray, isNotNull, isNull, ne, or, sql } from "drizzle-orm";
import { paths } from "#app/paths";
import { quotes } from "#db/schema/quotes";
import type { Reader, Tx } from "#db/store.server";
import { isNotAtBank } from "../../money/attempts.server";
import { chargeById } from "../../money/charges.server";
import { chargesOfMonth, monthOfOrder } from "../../money/credit.server";
import { unpaidStatuses } from "../../money/payment-state";
import { newId } from "../../values/ids.server";
import { isNameless, type Quote } from "./quote";
import { quoteById } from "./saved-quotes.server";

/** The quotes that an order at PayFast (`m_payment_id`) pays for: one quote, or several bookings paid together. */
export async function quotesOfOrder(store: Reader, orderId: string): Promise<Quote[]> {
  const quote = await quoteById(store, orderId);
  if (quote) return [quote];
  // As they were booked; a list is booked at once, and the end of their drafts' ids is its order.
  const ofList = [asc(quotes.bookedAt), sql`length(${quotes.draftId})`, asc(quotes.draftId)];
  return store
    .select()
    .from(quotes)
    .where(eq(quotes.paymentOrderId, orderId))
    .orderBy(...ofList);
}

/** The same, or the booking of the charge that an order pays for, or those of a statement. */
export async function quotesPaidBy(store: Reader, orderId: string): Promise<Quote[]> {
  const month = monthOfOrder(orderId);
  if (month) {
    const ids = [...new Set((await chargesOfMonth(store, month)).map(({ quoteId }) => quoteId))];
    return store.select().from(quotes).where(inArray(quotes.id, ids)).orderBy(asc(quotes.bookedAt), asc(quotes.id));
  }
  return quotesOfOrder(store, (await chargeById(store, orderId))?.quoteId ?? orderId);
}

/** An order's bookings, by its id; by a booking's id, those of its order that have the same sender. */
export async function sentTogether(store: Reader, id: string): Promise<Quote[]> {
  const found = await quotesOfOrder(store, id);
  const [first] = found;
  if (!first?.paymentOrderId || first.id !== id) return found;
  const all = await quotesOfOrder(store, first.paymentOrderId);
  return all.filter(({ email }) => email.toLowerCase() === first.email.toLowerCase());
}

/** Whether a booking can still be paid: it is unpaid, not cancelled and not anonymised. */
export function isUnpaid(quote: Quote): boolean {
  return (
    unpaidStatuses.some((status) => status === quote.status) && quote.grandTotalCents !== null && !isNameless(quote)
  );
}

/** Where a booking is paid, alone or with the others of its list. */
export function payPath({ id, paymentOrderId }: Pick<Quote, "id" | "paymentOrderId">): string {
  return paymentOrderId ? paths.payfastOrder(paymentOrderId) : paths.payfastStart(id);
}

/** An account's orders with unpaid bookings that no bank may still pay, and the number of those bookings. */
export async function openOrdersOf(store: Reader, uid: string) {
  const { paymentOrderId, status, email } = quotes;
  const isOpen = and(isNotNull(paymentOrderId), inArray(status, unpaidStatuses), ne(email, ""));
  return store
    .select({ orderId: sql<string>`${paymentOrderId}`, bookings: count() })
    .from(quotes)
    .where(and(eq(quotes.uid, uid), isOpen, isNotAtBank(store)))
    .groupBy(paymentOrderId);
}

/** As many as a list: they are settled in one transaction. */
export const MOST_PAID_TOGETHER = 100;

/**
 * The order that a booking by API is paid with. Its account's open list, all that keys have booked and that is in no
 * order yet, becomes one order when somebody opens the page to pay; what is booked later is in the next. So the sum of
 * an order can't grow while PayFast works on it.
 */
export async function orderOpenList(tx: Tx, quote: Quote): Promise<string> {
  const orderId = `list-${newId()}`;
  const open = await openListOf(tx, quote.uid ?? "");
  const others = open.filter(({ id }) => id !== quote.id).slice(0, MOST_PAID_TOGETHER - 1);
  const ids = [quote.id, ...others.map(({ id }) => id)];
  await tx
    .update(quotes)
    .set({ paymentOrderId: orderId })
    .where(and(inArray(quotes.id, ids), isNull(quotes.paymentOrderId)));
  return (await quoteById(tx, quote.id))?.paymentOrderId ?? orderId;
}

/** What an account's keys have booked and nobody has opened to pay, the oldest first. */
export async function openListOf(store: Reader, uid: string): Promise<Pick<Quote, "id">[]> {
  const { paymentOrderId, apiKeyId, status, email } = quotes;
  const isOpen = and(isNotNull(apiKeyId), isNull(paymentOrderId), inArray(status, unpaidStatuses), ne(email, ""));
  return store
    .select({ id: quotes.id })
    .from(quotes)
    .where(and(eq(quotes.uid, uid), isOpen))
    .orderBy(asc(quotes.bookedAt), asc(quotes.id));
}

/**
 * The bookings of an account's keys that wait to be paid and that no bank may still pay, the oldest first: as many as are
 * shown, and how many there are.
 */
export async function unpaidByKeys(store: Reader, uid: string, atMost: number) {
  const { apiKeyId, status, email } = quotes;
  const isOpen = and(isNotNull(apiKeyId), inArray(status, unpaidStatuses), ne(email, ""), isNotAtBank(store));
  const theirs = and(eq(quotes.uid, uid), isOpen);
  const shown = await store
    .select()
    .from(quotes)
    .where(theirs)
    .orderBy(asc(quotes.bookedAt), asc(quotes.id))
    .limit(atMost);
  return { shown, count: await store.$count(quotes, theirs) };
}

/** How many bookings of an account's keys are unpaid and in another order than this, or in none yet. */
export async function unpaidElsewhere(store: Reader, uid: string, orderId: string): Promise<number> {
  const { paymentOrderId, apiKeyId, status, email } = quotes;
  const isElsewhere = or(isNull(paymentOrderId), ne(paymentOrderId, orderId));
  const isOpen = and(isNotNull(apiKeyId), inArray(status, unpaidStatuses), ne(email, ""), isNotAtBank(store));
  return store.$count(quotes, and(eq(quotes.uid, uid), isOpen, isElsewhere));
}

/** Records the terms that whoever pays for an order has agreed to, for its bookings that have none yet. */
export async function agreeToTerms(tx: Tx, orderId: string, termsVersion: string): Promise<void> {
  const isOpen = and(eq(quotes.paymentOrderId, orderId), isNull(quotes.termsVersion));
  await tx.update(quotes).set({ termsVersion }).where(isOpen);
}
