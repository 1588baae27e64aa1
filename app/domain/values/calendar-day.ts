import { DAYS } from "#app/durations";

/** A day such as `2026-11-23` plus a number of days, which may be negative. */
export function dayAfter(day: string, days: number): string {
  return new Date(atNoon(day).getTime() + days * DAYS).toISOString().slice(0, 10);
}

export const SUNDAY = 0;
const SATURDAY = 6;

/** 0 is Sunday, 6 Saturday. */
export function weekdayOf(day: string): number {
  return atNoon(day).getUTCDay();
}

export function isWeekend(day: string): boolean {
  return [SUNDAY, SATURDAY].includes(weekdayOf(day));
}

function atNoon(day: string): Date {
  return new Date(`${day}T12:00:00Z`);
}

/** The last day of a day's month: `2026-11-30`. */
export function endOfMonth(day: string): string {
  const [year = 0, month = 1] = day.split("-").map(Number);
  return new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10);
}
