import { eq } from "drizzle-orm";
import { quotes } from "#db/schema/quotes";
import type { Reader, Tx } from "#db/store.server";
import type { Quote } from "../quotes/quote";
import { recordAction } from "../staff-actions/staff-actions.server";
import { historyOf, waybillOfQuote } from "../waybills/issue-waybill.server";
import type { EventKind } from "../waybills/marks";

/** After these events nobody has to find the place any more. */
const over: EventKind[] = ["delivered", "returned", "cancelled"];

/** The waybill of a parcel that is still to be delivered; null when there is none. */
export async function undeliveredWaybill(store: Reader, quote: Quote): Promise<string | null> {
  const waybill = await waybillOfQuote(store, quote.id);
  const last = waybill && (await historyOf(store, waybill.waybillNo)).at(-1)?.kind;
  return last && !over.includes(last) && quote.email !== "" ? waybill.waybillNo : null;
}

/**
 * Saves the receiver's answer to "How will the driver find it?". Staff and drivers see it on the booking at once; the
 * history says that it changed, but not what it says.
 * @returns false when the parcel has arrived or was cancelled
 */
export async function saveReceiversPlace(tx: Tx, quote: Quote, landmark: string, now: Date): Promise<boolean> {
  const waybillNo = await undeliveredWaybill(tx, quote);
  if (!waybillNo) return false;
  const { formSnapshot } = quote;
  if (formSnapshot.addresses.toLandmark === landmark) return true;
  const addresses = { ...formSnapshot.addresses, toLandmark: landmark };
  await tx
    .update(quotes)
    .set({ formSnapshot: { ...formSnapshot, addresses }, updatedAt: now })
    .where(eq(quotes.id, quote.id));
  await recordAction(tx, "the receiver", { action: "said how to be found", subject: waybillNo, details: "" }, now);
  return true;
}
