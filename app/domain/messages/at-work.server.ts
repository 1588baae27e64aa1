import type { Reader } from "#db/store.server";
import { proclaimedDays } from "../prices/proclaimed-holidays.server";
import { dayAndTime, saClock } from "../values/sa-time";
import { isWorkingDay } from "../values/working-days";

/** `brand.hours`. */
const WORK = { from: "08:00", until: "17:00" };

/** Whether people are told of what is late: in working hours, so that they can phone us about it. */
export async function atWork(store: Reader, now: Date): Promise<boolean> {
  const { day, time } = dayAndTime(saClock(now));
  return time >= WORK.from && time < WORK.until && isWorkingDay(day, await proclaimedDays(store));
}
