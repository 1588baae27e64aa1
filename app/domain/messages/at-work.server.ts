import { brand } from "#app/brand";
import type { Reader } from "#db/store.server";
import { proclaimedDays } from "../prices/proclaimed-holidays.server";
import { dayAndTime, saClock } from "../values/sa-time";
import { isWorkingDay } from "../values/working-days";

/** Whether people are told of what is late: in working hours, so that they can phone us about it. */
export async function atWork(store: Reader, now: Date): Promise<boolean> {
  const { from, until } = brand.workingHours;
  const { day, time } = dayAndTime(saClock(now));
  return time >= from && time < until && isWorkingDay(day, await proclaimedDays(store));
}
