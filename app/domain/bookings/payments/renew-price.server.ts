import type { Store } from "#db/store.server";
import { startAttempt } from "../../money/attempts.server";
import type { Gateway } from "../../money/gateway.server";
import { isPaid } from "../../money/payment-state";
import { moneyFor, partsIn } from "../../money/refunds.server";
import { workOutPrice } from "../../parcels/quotes/price-draft.server";
import type { Quote } from "../../parcels/quotes/quote";
import { renewPrice } from "../../parcels/quotes/renewed-price.server";
import { quoteById } from "../../parcels/quotes/saved-quotes.server";
import type { PricingService } from "../../prices/contract/pricing-service";

/** What a booked parcel costs when it is paid. */
export type PriceToday =
  /** The agreed price still holds. */
  | { kind: "holds" }
  /** It has expired, and today's price differs: the customer is asked. */
  | { kind: "changed"; todayCents: number }
  /** It has expired, and today's price isn't available. */
  | { kind: "unknown" }
  /** It was a manual price and has expired: only staff can renew it. */
  | { kind: "by_hand" };

type Tools = { store: Store; pricing: PricingService; mode: Gateway["mode"] };

/** Checks a booking's price before payment. A price that has expired and is the same today is held again. */
export async function priceToday(tools: Tools, quote: Quote, now: Date): Promise<PriceToday> {
  if (quote.expiresAt > now) return { kind: "holds" };
  // Whoever has paid a part of a price gets the parcel sent at that price.
  if (partsIn(await moneyFor(tools.store.read, quote.id)).length > 0) return { kind: "holds" };
  if (quote.manualRequestedAt) return { kind: "by_hand" };
  const { grandTotalCents } = await workOutPrice(tools.pricing, quote.journey, quote.formSnapshot);
  if (grandTotalCents === null) return { kind: "unknown" };
  if (grandTotalCents !== quote.grandTotalCents) return { kind: "changed", todayCents: grandTotalCents };
  await agreeToPrice(tools, quote, grandTotalCents, now);
  return { kind: "holds" };
}

/**
 * Accepts today's price. It is calculated again: if it isn't what the customer saw, nothing changes and the page asks
 * again. Earlier prices stay on record, because an open page can still pay each of them while it is held.
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
    if (partsIn(await moneyFor(tx, id)).length > 0) return;
    const heldUntil = await renewPrice(tx, id, priced, now);
    await startAttempt(tx, { quoteId: id, amountCents: agreedCents, mode, heldUntil }, now);
  });
}
