import type { Reader, Tx } from "#db/store.server";
import { actionsOn, recordAction } from "../staff-actions/staff-actions.server";
import type { Driver } from "./drivers.server";

const LOOKED = "looked at the stop";

/** Records that a driver was shown names and phones, for staff to read in `history`. Delivered parcels show none. */
export async function lookedAt(
  tx: Tx,
  driver: Driver,
  stops: readonly { waybillNo: string; person: object | null }[],
  now: Date,
): Promise<void> {
  for (const { waybillNo, person } of stops) {
    if (!person) continue;
    await recordAction(tx, `${driver.name}, driver`, { action: LOOKED, subject: waybillNo, details: "" }, now);
  }
}

/** Whether a driver had been shown a stop, and so its form, by a moment. A look that is still to come counts: the clock was ahead. */
export async function hadLookedAt(
  store: Reader,
  driver: Driver,
  waybillNo: string,
  by: Date,
  now: Date,
): Promise<boolean> {
  const looks = (await actionsOn(store, waybillNo)).filter(({ action }) => action === LOOKED);
  return looks.some(({ who, at }) => who === `${driver.name}, driver` && (at <= by || at > now));
}
