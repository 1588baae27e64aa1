import type { Reader } from "#db/store.server";
import { waybillOfQuote } from "./issue-waybill.server";
import { isNameless, type Quote } from "./quotes/quote";

/** The waybill of a parcel that is still to be delivered; null when there is none, and for one that goes back. */
export async function undeliveredWaybill(store: Reader, quote: Quote): Promise<string | null> {
  const waybill = await waybillOfQuote(store, quote.id);
  const isToCome = waybill?.nextVisit === "collection" || waybill?.nextVisit === "delivery";
  return waybill && isToCome && !isNameless(quote) ? waybill.waybillNo : null;
}
