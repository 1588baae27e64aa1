import type { Tx } from "#db/store.server";
import { addEvent, findWaybill, type NewEvent } from "./issue-waybill.server";
import { parcelChanged } from "./raise-event.server";

/** Adds an event that is no mark to a parcel's history, and tells programs what `parcelChanges` says. */
export async function addParcelEvent(tx: Tx, event: NewEvent, now: Date): Promise<void> {
  const { id: cause, kind, waybillNo, place, pieces, happenedAt } = await addEvent(tx, event);
  const quoteId = (await findWaybill(tx, waybillNo))?.quoteId ?? "";
  await parcelChanged(tx, kind, { cause, quoteId, place, pieces, happenedAt }, now);
}
