import { setImmediate as nextTurn } from "node:timers/promises";
import type { Store } from "#db/store.server";
import { attemptsOfAll } from "../../money/attempts.server";
import type { Charge } from "../../money/charges.server";
import { leftToPay, type PriceOnAccount, priceChargesOf } from "../../money/credit.server";
import type { Gateway } from "../../money/gateway.server";
import { isPaid, isPending } from "../../money/payment-state";
import { waybillsOfQuotes } from "../../parcels/issue-waybill.server";
import { isUnpaid, quotesOfOrder } from "../../parcels/quotes/payment-order.server";
import type { Quote } from "../../parcels/quotes/quote";
import type { PricingService } from "../../prices/contract/pricing-service";
import type { Cents } from "../../values/money";
import { agreeToPrice, priceToday } from "./renew-price.server";

/**
 * `on_account`: there was room for it on its account, which pays it by month. `off_account`: nothing of it is owed there any
 * more.
 */
export type OrderedState = "unpaid" | PriceOnAccount | "off_account" | "cancelled";

/** One of them. `cents`: its price, or what its account still owes of it. */
export type Ordered = { quote: Quote; state: OrderedState; cents: Cents; waybillNo: string | null };

/** Bookings paid with one payment, and the payment's state. */
export type OrderToPay = {
  bookings: Ordered[];
  /** What is still to be paid, at the agreed prices. */
  openCents: Cents;
  /** How many of its payments PayFast has sent notices about. */
  answered: number;
  /** Whether one of its payments is pending, so that its money may still arrive. */
  isPending: boolean;
  /** Those on account for which money came all the same. */
  paidOnAccount: Quote[];
};

type Tools = { store: Store; pricing: PricingService; mode: Gateway["mode"] };

/** The unpaid and paid bookings of an order, without cancelled ones; null if there are none. */
export async function orderToPay(store: Pick<Store, "read">, orderId: string): Promise<OrderToPay | null> {
  const quotes = (await quotesOfOrder(store.read, orderId)).filter(({ id }) => id !== orderId);
  if (quotes.length === 0) return null;
  // There may be a hundred, and anybody with the link may ask: so all at once.
  await nextTurn();
  const ids = quotes.map(({ id }) => id);
  const waybills = await waybillsOfQuotes(store.read, ids);
  const attempts = await attemptsOfAll(store.read, ids);
  const onAccount = await priceChargesOf(store.read, ids);
  const bookings = quotes.map((quote) => ({
    quote,
    ...orderedState(quote, onAccount.get(quote.id)),
    waybillNo: waybills.find(({ quoteId }) => quoteId === quote.id)?.waybillNo ?? null,
  }));
  const answered = new Set(attempts.flatMap(({ pfPaymentId }) => pfPaymentId ?? []));
  const openCents = sumOf(unpaidOf(bookings));
  const twice = new Set(attempts.filter(({ state }) => state === "duplicate").map(({ quoteId }) => quoteId));
  const paidOnAccount = bookings.flatMap(({ quote, state }) =>
    (state === "on_account" || state === "off_account") && twice.has(quote.id) ? [quote] : [],
  );
  await nextTurn();
  return { bookings, openCents, answered: answered.size, isPending: isPending(attempts), paidOnAccount };
}

function orderedState(quote: Quote, onAccount: Charge | undefined): Pick<Ordered, "state" | "cents"> {
  const cents = quote.grandTotalCents ?? 0;
  if (isUnpaid(quote)) return { state: "unpaid", cents };
  if (!isPaid(quote.status)) return { state: "cancelled", cents };
  if (onAccount?.state === "open") return { state: "on_account", cents: leftToPay(onAccount) };
  return { state: onAccount?.state === "withdrawn" ? "off_account" : "paid", cents };
}

/** What the order costs today: like `PriceToday`, for the sum of its unpaid bookings. */
export type OrderPriceToday = { kind: "holds" } | { kind: "changed"; todayCents: Cents } | { kind: "unknown" };

/** Checks an order's prices before payment. A price that has expired and is the same today is held again. */
export async function orderPriceToday(tools: Tools, order: OrderToPay, now: Date): Promise<OrderPriceToday> {
  let todayCents = 0;
  let isChanged = false;
  for (const quote of unpaidOf(order.bookings)) {
    const price = await priceToday(tools, quote, now);
    if (price.kind === "unknown" || price.kind === "by_hand") return { kind: "unknown" };
    isChanged ||= price.kind === "changed";
    todayCents += price.kind === "changed" ? price.todayCents : (quote.grandTotalCents ?? 0);
    // A price that has expired is worked out anew.
    if (quote.expiresAt <= now) await nextTurn();
  }
  return isChanged ? { kind: "changed", todayCents } : { kind: "holds" };
}

/** Accepts today's sum of an order. If it isn't what the customer saw, nothing changes and the page asks again. */
export async function agreeToOrderPrice(tools: Tools, order: OrderToPay, agreedCents: Cents, now: Date): Promise<void> {
  const today = await orderPriceToday(tools, order, now);
  if (today.kind !== "changed" || today.todayCents !== agreedCents) return;
  for (const quote of unpaidOf(order.bookings)) {
    const price = await priceToday(tools, quote, now);
    if (price.kind === "changed") await agreeToPrice(tools, quote, price.todayCents, now);
  }
}

function unpaidOf(bookings: OrderToPay["bookings"]): Quote[] {
  return bookings.filter(({ state }) => state === "unpaid").map(({ quote }) => quote);
}

function sumOf(quotes: Quote[]): Cents {
  return quotes.reduce((sum, { grandTotalCents }) => sum + (grandTotalCents ?? 0), 0);
}
