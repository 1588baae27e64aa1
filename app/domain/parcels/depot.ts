import { dayAfter } from "../values/calendar-day";
import { saDay } from "../values/sa-time";
import type { Happening } from "./happening";

/** How long the depot keeps a parcel that its receiver fetches. */
export const DEPOT_DAYS = 8;

/**
 * The last day on which the depot keeps a parcel: counted from when it came there, or from when its receiver asked to
 * fetch it if that was later. Null while it isn't there: nobody can fetch it yet.
 * @param last what happened to the parcel last, as a whole (`overallEvent`)
 */
export function lastDayAtDepot(askedAt: Date, last: Happening | undefined): string | null {
  if (last?.kind !== "at_depot") return null;
  const since = Math.max(askedAt.getTime(), last.happenedAt.getTime());
  return dayAfter(saDay(new Date(since)), DEPOT_DAYS);
}
