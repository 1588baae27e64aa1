import type { Store } from "#db/store.server";
import { isPaid } from "../money/payment-state";
import { quoteOfDraft, setStatus } from "../parcels/quotes/saved-quotes.server";

/**
 * Cancels an unpaid booking so that its details can go into a new quote. If its payment still arrives, the booking is
 * carried out.
 * @returns false when it is paid already; then nothing changes
 */
export async function replaceBooking(store: Store, draftId: string, now: Date): Promise<boolean> {
  return store.tx(async (tx) => {
    const quote = await quoteOfDraft(tx, draftId);
    if (!quote?.bookedAt) return true;
    if (isPaid(quote.status)) return false;
    await setStatus(tx, quote.id, "cancelled", "replaced", now);
    return true;
  });
}
