import { eq } from "drizzle-orm";
import { quotes } from "#db/schema/quotes";
import type { Tx } from "#db/store.server";
import { PRICE_HELD_MS, type PricedForm } from "./saved-quotes.server";

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
