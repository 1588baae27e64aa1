import { dayAfter } from "../values/calendar-day";
import { saDay } from "../values/sa-time";
import type { Happening } from "./happening";
import { uncollected } from "./visits";

/** How long the depot keeps a parcel that its receiver fetches. */
export const DEPOT_DAYS = 8;

/**
 * The last day on which the depot keeps a parcel: counted from when its receiver asked to fetch it, or from its
 * collection or its coming to the depot if that was later. Null before it is collected.
 * @param history oldest first
 */
export function lastDayAtDepot(askedAt: Date, history: readonly Happening[]): string | null {
  const collected = history.find(
    ({ kind }) => kind !== "cancelled" && kind !== "ended" && kind !== "reported" && !uncollected.includes(kind),
  );
  if (!collected) return null;
  const there = history.findLast(({ kind }) => kind === "at_depot") ?? collected;
  const since = Math.max(askedAt.getTime(), collected.happenedAt.getTime(), there.happenedAt.getTime());
  return dayAfter(saDay(new Date(since)), DEPOT_DAYS);
}
