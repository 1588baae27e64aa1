import type { Reader } from "#db/store.server";
import { attemptsOf } from "../payments/attempts.server";
import { refundsOf } from "../payments/refunds.server";

/** As the keys of a quote's letters begin (`letters.ts`, `cancellation-letters.ts`, `refund-letters.ts`). */
const occasions = [
  "manual-quote-received",
  "manual-quote-wanted",
  "manual-price-ready",
  "booking-confirmed",
  "booking-cancelled",
  "money-to-pay-back",
];

/** The occasions of all letters about a quote, whomever they went to: customer, quotes desk. */
export async function quoteOccasions(store: Reader, quoteId: string): Promise<string[]> {
  const refunds = await refundsOf(store, await attemptsOf(store, quoteId));
  return [
    ...occasions.map((occasion) => `${occasion}:${quoteId}`),
    ...refunds.map(({ reference }) => `refund-paid:${reference}`),
  ];
}
