import { DAYS } from "#app/durations";
import { saDay, shortDate } from "../values/sa-time";

const DAYS_OFFERED = 10;
const SUNDAY = 0;
const SATURDAY = 6;

/** The half days that a customer can choose; blank is any time. */
export const collectionTimes = ["", "morning", "afternoon"] as const;
export type CollectionTime = (typeof collectionTimes)[number];

/**
 * The next ten working days, from tomorrow, as `2026-11-23`. Public holidays are included: staff confirm the day
 * anyway.
 */
export function collectionDays(now: Date): string[] {
  const days: string[] = [];
  for (let ahead = 1; days.length < DAYS_OFFERED; ahead += 1) {
    const moment = new Date(now.getTime() + ahead * DAYS);
    const weekday = new Date(`${saDay(moment)}T00:00:00Z`).getUTCDay();
    if (weekday !== SUNDAY && weekday !== SATURDAY) days.push(saDay(moment));
  }
  return days;
}

/** "Monday 23 November, in the morning"; blank when nothing was chosen. */
export function collectionWishInWords(wish: { collectionDay: string; collectionTime: CollectionTime }): string {
  const time = { "": "", morning: "in the morning", afternoon: "in the afternoon" }[wish.collectionTime];
  return [wish.collectionDay ? shortDate(wish.collectionDay) : "", time].filter(Boolean).join(", ");
}
