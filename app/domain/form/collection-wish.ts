import { DAYS } from "#app/durations";
import { isWeekend } from "../values/calendar-day";
import { saDay, shortDate } from "../values/sa-time";

const DAYS_OFFERED = 10;

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
    const day = saDay(new Date(now.getTime() + ahead * DAYS));
    if (!isWeekend(day)) days.push(day);
  }
  return days;
}

/** "Monday 23 November, in the morning"; blank when nothing was chosen. */
export function collectionWishInWords(wish: { collectionDay: string; collectionTime: CollectionTime }): string {
  const time = { "": "", morning: "in the morning", afternoon: "in the afternoon" }[wish.collectionTime];
  return [wish.collectionDay ? shortDate(wish.collectionDay) : "", time].filter(Boolean).join(", ");
}
