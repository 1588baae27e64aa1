import type { Reader } from "#db/store.server";
import type { EventKind } from "../waybills/happening";
import { historyOf, waybillOfQuote } from "../waybills/issue-waybill.server";
import type { Quote } from "./quote";

/** After these events nobody has to find the place any more. */
const over: EventKind[] = ["delivered", "returned", "cancelled"];

/** The waybill of a parcel that is still to be delivered; null when there is none. */
export async function undeliveredWaybill(store: Reader, quote: Quote): Promise<string | null> {
  const waybill = await waybillOfQuote(store, quote.id);
  const last = waybill && (await historyOf(store, waybill.waybillNo)).at(-1)?.kind;
  return last && !over.includes(last) && quote.email !== "" ? waybill.waybillNo : null;
}
