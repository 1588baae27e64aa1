import type { Tx } from "#db/store.server";
import { recordAction } from "../office/staff-actions.server";
import { changeForm } from "../parcels/quotes/change-form.server";
import { quoteById } from "../parcels/quotes/saved-quotes.server";
import { undeliveredWaybill } from "../parcels/undelivered.server";

/**
 * Saves the receiver's answer to "How will the driver find it?". Staff and drivers see it on the booking at once; the
 * history says that it changed, but not what it says.
 * @returns false when the parcel has arrived or was cancelled
 */
export async function saveReceiversPlace(tx: Tx, quoteId: string, landmark: string, now: Date): Promise<boolean> {
  const quote = await quoteById(tx, quoteId);
  const waybillNo = quote && (await undeliveredWaybill(tx, quote));
  if (!waybillNo) return false;
  if (quote.formSnapshot.addresses.toLandmark === landmark) return true;
  await changeForm(
    tx,
    quoteId,
    ({ addresses, parcel }) => ({ formSnapshot: { addresses: { ...addresses, toLandmark: landmark }, parcel } }),
    now,
  );
  await recordAction(tx, "the receiver", { action: "said how to be found", subject: waybillNo, details: "" }, now);
  return true;
}
