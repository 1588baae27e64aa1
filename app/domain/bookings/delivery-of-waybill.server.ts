import type { Reader } from "#db/store.server";
import { arrivalOfParcel } from "../quotes/arrival-of-parcel.server";
import { deliveryInWords } from "../quotes/delivery-of-quote.server";
import { quoteById } from "../quotes/saved-quotes.server";
import type { Happening } from "../waybills/marks";

/**
 * When a parcel under way arrives, in words: "Usually Tuesday to Thursday", "Expected today". Null when unknown.
 * @param history oldest first
 */
export async function deliveryOfWaybill(
  store: Reader,
  { waybillNo, quoteId }: { waybillNo: string; quoteId: string },
  history: readonly Happening[],
  now: Date,
): Promise<string | null> {
  const quote = await quoteById(store, quoteId);
  if (!quote) return null;
  return deliveryInWords(store, quote, await arrivalOfParcel(store, { quote, waybillNo }, history, now), now);
}
