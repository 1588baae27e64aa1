import type { Reader } from "#db/store.server";
import { actionsOn, noteAction, notedActions } from "../office/staff-actions.server";
import type { Driver } from "./drivers.server";

const LOOKED = "looked at the stop";

/**
 * Records that a driver was shown names and phones, for staff to read in `history`. Delivered parcels show none. The
 * page doesn't wait for it: a driver reads while nothing can be written.
 */
export function noteSeen(
  driver: Driver,
  stops: readonly { waybillNo: string; person: object | null }[],
  now: Date,
): void {
  for (const { waybillNo, person } of stops)
    if (person) noteAction(whoIs(driver), { action: LOOKED, subject: waybillNo, details: "" }, now);
}

/** Whether a driver had been shown a stop, and so its form, by a moment. A look that is still to come counts: the clock was ahead. */
export async function hadLookedAt(
  store: Reader,
  driver: Driver,
  waybillNo: string,
  by: Date,
  now: Date,
): Promise<boolean> {
  const unwritten = notedActions.waiting().filter(({ subject }) => subject === waybillNo);
  const looks = [...unwritten, ...(await actionsOn(store, waybillNo))].filter(({ action }) => action === LOOKED);
  return looks.some(({ who, at }) => who === whoIs(driver) && (at <= by || at > now));
}

function whoIs({ name }: Driver): string {
  return `${name}, driver`;
}
