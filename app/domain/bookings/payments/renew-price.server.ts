import { eq } from "drizzle-orm";
import { quotes } from "#db/schema/quotes";
import type { Store, Tx } from "#db/store.server";
import { startAttempt } from "../../money/attempts.server";
import type { Gateway } from "../../money/gateway.server";
import { isPaid } from "../../money/payment-state";
import { moneyFor, partsIn } from "../../money/refunds.server";
import { workOutPrice } from "../../parcels/quotes/price-draft.server";
import type { Quote } from "../../parcels/quotes/quote";
import { PRICE_HELD_MS, type PricedForm, quoteById } from "../../parcels/quotes/saved-quotes.server";
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

/**
 * Gives a booked quote today's price and holds it again. The form stays as the customer agreed to it.
 * @returns until when the price is held
 */
export async function renewPrice(
  tx: Tx,
  quoteId: string,
  { grandTotalCents, apiBase, request, response }: Omit<PricedForm, "status">,
  now: Date,
): Promise<Date> {
  const expiresAt = new Date(now.getTime() + PRICE_HELD_MS);
  await tx
    .update(quotes)
    .set({ grandTotalCents, apiBase, request, response, pricedAt: now, expiresAt, updatedAt: now })
    .where(eq(quotes.id, quoteId));
  return expiresAt;
}
