import type { Tx } from "#db/store.server";
import { recordAction } from "../staff-actions/staff-actions.server";
import type { Driver } from "./drivers.server";
import type { StopView } from "./stop-views.server";

/** Records that a driver was shown names and phones, for staff to read in `history`. Delivered parcels show none. */
export async function lookedAt(tx: Tx, driver: Driver, stops: readonly StopView[], now: Date): Promise<void> {
  for (const { waybillNo, person } of stops) {
    if (!person) continue;
    await recordAction(
      tx,
      `${driver.name}, driver`,
      { action: "looked at the stop", subject: waybillNo, details: "" },
      now,
    );
  }
}
