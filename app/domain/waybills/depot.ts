import { dayAfter } from "../values/calendar-day";
import { saDay } from "../values/sa-time";
import type { Happening } from "./happening";
import { uncollected } from "./visits";

/** How long the depot keeps a parcel that its receiver fetches. */
export const DEPOT_DAYS = 8;

/**
 * The last day on which the depot keeps a parcel: counted from when its receiver asked to fetch it, or from its
 * collection if that came later. Null before it is collected.
 * @param history oldest first
 */
export function lastDayAtDepot(askedAt: Date, history: readonly Happening[]): string | null {
  const collected = history.find(
    ({ kind }) => kind !== "cancelled" && kind !== "reported" && !uncollected.includes(kind),
  );
  if (!collected) return null;
  const since = collected.happenedAt > askedAt ? collected.happenedAt : askedAt;
  return dayAfter(saDay(since), DEPOT_DAYS);
}
