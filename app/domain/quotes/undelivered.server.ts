import type { Reader } from "#db/store.server";
import { historyOf, waybillOfQuote } from "../waybills/issue-waybill.server";
import { finished } from "../waybills/visits";
import { isNameless, type Quote } from "./quote";

/** The waybill of a parcel that is still to be delivered; null when there is none. */
export async function undeliveredWaybill(store: Reader, quote: Quote): Promise<string | null> {
  const waybill = await waybillOfQuote(store, quote.id);
  const last = waybill && (await historyOf(store, waybill.waybillNo)).at(-1)?.kind;
  return last && !finished.includes(last) && !isNameless(quote) ? waybill.waybillNo : null;
}
