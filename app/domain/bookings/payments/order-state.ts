import type { Cents } from "../../values/money";
import type { OrderedState, OrderPriceToday, OrderToPay } from "./order-to-pay.server";

/** What is true of several bookings that are paid together. `hasFailed`: a payment before didn't go through. */
export type OrderState =
  /** At least one is paid, and none is left to pay. */
  | { kind: "paid" }
  /** None is left to pay before it is collected, and at least one is on account. */
  | { kind: "on_account" }
  /** None is left to pay, and nothing of those on account is owed any more. */
  | { kind: "off_account" }
  | { kind: "cancelled" }
  /** The customer has come back from paying, and PayFast hasn't said anything yet: "pay now" would make them pay twice. */
  | { kind: "waiting" }
  /** PayFast is still working on a payment: nobody is asked for another. */
  | { kind: "at_bank" }
  /** The price can't be worked out now. */
  | { kind: "unpriced" }
  | { kind: "new_price"; todayCents: Cents; hasFailed: boolean }
  /** The office has booked them, so nobody has agreed to the terms yet. */
  | { kind: "terms"; hasFailed: boolean }
  | { kind: "to_pay"; hasFailed: boolean };

/** What the page's address says of the customer. */
export type OrderVisit = {
  /** How many payments had been answered when they left to pay; null if they haven't. */
  answered: number | null;
  /** They want to pay although a payment is pending. */
  paysAgain: boolean;
  /** They come from a payment that they gave up. */
  gaveUp: boolean;
};

export function orderState(
  order: Pick<OrderToPay, "answered" | "isPending"> & {
    bookings: { quote: { status: string; termsVersion: string | null }; state: OrderedState }[];
  },
  today: OrderPriceToday,
  visit: OrderVisit,
): OrderState {
  const unpaid = order.bookings.filter(({ state }) => state === "unpaid");
  if (unpaid.length === 0) {
    const kinds = ["on_account", "paid", "off_account"] as const;
    const kind = kinds.find((each) => order.bookings.some(({ state }) => state === each));
    return { kind: kind ?? "cancelled" };
  }
  if (order.isPending && !visit.paysAgain) return { kind: "at_bank" };
  if (visit.answered === order.answered) return { kind: "waiting" };
  if (today.kind === "unknown") return { kind: "unpriced" };
  const hasEnded =
    visit.gaveUp || order.bookings.some(({ quote }) => /^payfast_(failed|cancelled)$/.test(quote.status));
  // What became of a payment that a bank may still make isn't known.
  const hasFailed = hasEnded && !order.isPending;
  if (today.kind === "changed") return { kind: "new_price", todayCents: today.todayCents, hasFailed };
  return { kind: unpaid.some(({ quote }) => quote.termsVersion === null) ? "terms" : "to_pay", hasFailed };
}
