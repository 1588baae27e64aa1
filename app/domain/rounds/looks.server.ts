import type { Tx } from "#db/store.server";
import { recordAction } from "../staff-actions/staff-actions.server";
import type { Driver } from "./drivers.server";
import type { StopView } from "./stop-views.server";

/** Writes down that a driver was shown names and phones; staff read it in `history`. What has arrived shows none. */
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
