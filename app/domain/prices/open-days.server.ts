import type { Reader } from "#db/store.server";
import { saDay } from "../values/sa-time";
import { workingDayAfter } from "../values/working-days";
import { delayOn } from "./delays";
import { standingDelays } from "./delays.server";
import { proclaimedDays } from "./proclaimed-holidays.server";

/**
 * The next days on which we come to a place, from tomorrow: working days, without public holidays and without those on
 * which a delay keeps us from it. Customers and receivers choose among them.
 * @param postal where; null if it isn't known
 */
export async function openDays(store: Reader, postal: string | null, count: number, now: Date): Promise<string[]> {
  const [holidays, delays] = [await proclaimedDays(store), await standingDelays(store, now)];
  // Without a place only what is delayed everywhere counts.
  const there = delays.filter(({ fromCode }) => postal !== null || fromCode === null);
  const days: string[] = [];
  for (let day = workingDayAfter(saDay(now), 1, holidays); days.length < count; day = workingDayAfter(day, 1, holidays))
    if (!delayOn(there, postal ?? "", day)) days.push(day);
  return days;
}

const COLLECTION_DAYS = 10;

/** The days that a customer may choose for the collection. */
export function collectionDays(store: Reader, postal: string | null, now: Date): Promise<string[]> {
  return openDays(store, postal, COLLECTION_DAYS, now);
}
