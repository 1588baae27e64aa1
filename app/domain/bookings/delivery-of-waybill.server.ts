import type { Reader } from "#db/store.server";
import { deliveryOfQuote } from "../quotes/delivery-of-quote.server";
import { quoteById } from "../quotes/saved-quotes.server";
import { saDay } from "../values/sa-time";
import { agreedVisit } from "../waybills/agreed-visit.server";
import type { Happening } from "../waybills/marks";
import { standingOf } from "../waybills/pieces";

/** After these nobody waits for a parcel any more, or nobody can say when it comes. */
const over: Happening["kind"][] = ["delivered", "returned", "cancelled", "failed_attempt"];

/**
 * When a parcel under way usually arrives, from the day on which it was collected or, before that, will be as agreed. Null where nobody can say.
 * @param history oldest first
 */
export async function deliveryOfWaybill(
  store: Reader,
  waybill: { waybillNo: string; quoteId: string; issuedAt: Date },
  history: readonly Happening[],
  now: Date,
): Promise<string | null> {
  const quote = await quoteById(store, waybill.quoteId);
  const standing = quote && standingOf(history, quote.quantity);
  if (!standing || over.includes(standing.kind)) return null;
  const collected = history.find(({ kind }) => kind === "collected");
  const agreed = collected ? null : await agreedVisit(store, waybill.waybillNo, "collection");
  const day = collected ? saDay(collected.happenedAt) : agreed?.day;
  const collection = { day, since: waybill.issuedAt };
  return deliveryOfQuote(store, quote, collection, now);
}
