import type { Reader } from "#db/store.server";
import { usualDelivery } from "../pricing/usual-delivery.server";
import { PricedQuoteSchema } from "../pricing/wire";
import type { Quote } from "./quote";

/**
 * When a quote's parcel usually arrives: "Usually Tuesday to Thursday". Null where nobody can say: for a price that a
 * person worked out, a pricing service that tells no days, and days that are over.
 * @param collection the day on which it was collected, if it was; otherwise the wished day, or the next working day after
 * `since`
 */
export async function deliveryOfQuote(
  store: Reader,
  quote: Pick<Quote, "response" | "formSnapshot">,
  collection: { day?: string; since: Date },
  now: Date,
): Promise<string | null> {
  const { data: priced } = PricedQuoteSchema.safeParse(quote.response);
  const days = priced?.meta.deliveryDays;
  if (!days) return null;
  const day = collection.day ?? quote.formSnapshot.parcel.collectionDay;
  return usualDelivery(store, days, { day, since: collection.since }, now);
}
