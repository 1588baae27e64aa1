import type { Store } from "#db/store.server";
import { isPaid } from "../payments/payment-state";
import { quoteOfDraft, setStatus } from "../quotes/saved-quotes.server";

/**
 * Gives up an unpaid booking so that its details can go into a new quote. Should its payment arrive all the same,
 * it is honoured.
 * @returns false when it is paid already, and so stays
 */
export async function giveUpBooking(store: Store, draftId: string, now: Date): Promise<boolean> {
  return store.tx(async (tx) => {
    const quote = await quoteOfDraft(tx, draftId);
    if (!quote?.bookedAt) return true;
    if (isPaid(quote.status)) return false;
    await setStatus(tx, quote.id, "cancelled", now);
    return true;
  });
}
