import type { Store } from "#db/store.server";
import { startAttempt } from "../payments/attempts.server";
import type { Gateway } from "../payments/gateway.server";
import { isPaid } from "../payments/payment-state";
import type { PricingService } from "../pricing/pricing-service";
import { workOutPrice } from "../quotes/price-draft.server";
import type { Quote } from "../quotes/quote";
import { renewPrice } from "../quotes/renewed-price.server";
import { quoteById } from "../quotes/saved-quotes.server";

/** What a booked parcel costs at the moment of its payment. */
export type PriceToday =
  /** The price that was agreed to. */
  | { kind: "holds" }
  /** It has run out, and today's is another: the customer is asked. */
  | { kind: "changed"; todayCents: number }
  /** It has run out, and today's can't be had now. */
  | { kind: "unknown" }
  /** It was a person's, and has run out: only a person can renew it. */
  | { kind: "by_hand" };

type Tools = { store: Store; pricing: PricingService; mode: Gateway["mode"] };

/** Looks at a booking's price before it is handed over. One that has run out and is the same today is held anew. */
export async function priceToday(tools: Tools, quote: Quote, now: Date): Promise<PriceToday> {
  if (quote.expiresAt > now) return { kind: "holds" };
  if (quote.manualRequestedAt) return { kind: "by_hand" };
  const { grandTotalCents } = await workOutPrice(tools.pricing, quote.journey, quote.formSnapshot);
  if (grandTotalCents === null) return { kind: "unknown" };
  if (grandTotalCents !== quote.grandTotalCents) return { kind: "changed", todayCents: grandTotalCents };
  await agreeToPrice(tools, quote, grandTotalCents, now);
  return { kind: "holds" };
}

/**
 * Takes a customer's yes to the price of today. It is worked out again: if it isn't what they saw, nothing changes and
 * they are asked again. The amounts asked for before stay on record: each can be paid from an older page while it is held.
 */
export async function agreeToPrice(
  { store, pricing, mode }: Tools,
  { id, journey, formSnapshot }: Quote,
  agreedCents: number,
  now: Date,
): Promise<void> {
  const priced = await workOutPrice(pricing, journey, formSnapshot);
  if (priced.grandTotalCents !== agreedCents) return;
  await store.tx(async (tx) => {
    const quote = await quoteById(tx, id);
    if (!quote?.bookedAt || isPaid(quote.status) || quote.status === "cancelled" || quote.expiresAt > now) return;
    const heldUntil = await renewPrice(tx, id, priced, now);
    await startAttempt(tx, { quoteId: id, amountCents: agreedCents, mode, heldUntil }, now);
  });
}
