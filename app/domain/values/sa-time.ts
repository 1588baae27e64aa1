import { DAYS, HOURS } from "#app/durations";

/** South Africa is UTC+2 all year; there has been no summer time since 1944. Milliseconds. */
const AHEAD_OF_UTC = 2 * HOURS;
const WEEKDAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
const MONTHS = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
];

/** A date as South Africans read it: `21 November 2026`. */
export function saDate(moment: Date): string {
  const local = onTheClock(moment);
  return `${local.getUTCDate()} ${MONTHS[local.getUTCMonth()]} ${local.getUTCFullYear()}`;
}

/** Date and time in South Africa: `21 November 2026, 14:05`. */
export function saDateTime(moment: Date): string {
  return `${saDate(moment)}, ${onTheClock(moment).toISOString().slice(11, 16)}`;
}

/** Date and time in South Africa as sortable text, `2026-11-21 14:05`, the format of the views. */
export function saClock(moment: Date): string {
  return onTheClock(moment).toISOString().slice(0, 16).replace("T", " ");
}

/** The South African day as sortable text, `2026-11-21`. Rates change at midnight here, not at midnight UTC. */
export function saDay(moment: Date): string {
  return onTheClock(moment).toISOString().slice(0, 10);
}

/** The parts of a South African time, `2026-12-09 12:00`. */
export function dayAndTime(clock: string): { day: string; time: string } {
  const [day = "", time = ""] = clock.split(" ");
  return { day, time };
}

/** The moment of a South African time, `2026-12-09 12:00`. */
export function saMomentOf(clock: string): Date {
  const { day, time } = dayAndTime(clock);
  return saMoment(day, time);
}

/** Whether a South African time, `2026-12-09 12:00`, is over. */
export const isOver = (until: string, now: Date) => saClock(now) > until;

/** The midnight after a moment, in South Africa. */
export function endOfSaDay(moment: Date): Date {
  return new Date((saDayNumber(moment.getTime()) + 1) * DAYS - AHEAD_OF_UTC);
}

/**
 * Reads `2026-11-21 14:05` in South African time, or `14:05` for today; seconds are optional. A time with an offset
 * (`2026-11-21T14:05:00Z`, `…+02:00`) is read as it is. Null for anything else.
 * @param now decides which day is today
 */
export function momentOnSaClock(typed: string, now: Date): Date | null {
  const [, day = saDay(now), hours, minutes, seconds = "00", offset = "+02:00"] =
    /^(?:(\d{4}-\d{2}-\d{2})[ T])?(\d{1,2})[:h](\d{2})(?::(\d{2}))?(Z|[+-]\d{2}:\d{2})?$/i.exec(typed.trim()) ?? [];
  if (!hours || !isCalendarDay(day) || Number(hours) > 23) return null;
  const moment = new Date(`${day}T${hours.padStart(2, "0")}:${minutes}:${seconds}${offset.toUpperCase()}`);
  return Number.isNaN(moment.getTime()) ? null : moment;
}

/** A time of a South African day: `2026-12-01` and `12:00`; `24:00` is its end. */
export function saMoment(day: string, time: string): Date {
  return new Date(`${day}T${time}:00+02:00`);
}

/** Reads a South African day: `2026-12-01`, `today` or `tomorrow`. Null for anything else. */
export function saDayFrom(typed: string, now: Date): string | null {
  const word = typed.trim().toLowerCase();
  if (word === "today") return saDay(now);
  if (word === "tomorrow") return saDay(new Date(now.getTime() + DAYS));
  return isCalendarDay(word) ? word : null;
}

export function isCalendarDay(day: string): boolean {
  const noon = new Date(`${day}T12:00:00Z`);
  return /^\d{4}-\d{2}-\d{2}$/.test(day) && !Number.isNaN(noon.getTime()) && noon.toISOString().startsWith(day);
}

/** The South African day of a moment in milliseconds, as a number: cheap enough for every request. */
export function saDayNumber(epochMs: number): number {
  return Math.floor((epochMs + AHEAD_OF_UTC) / DAYS);
}

/** A day such as `2026-11-23` in words: `Monday 23 November 2026`. */
export function saWeekday(day: string): string {
  const noon = new Date(`${day}T10:00:00Z`);
  return `${WEEKDAYS[noon.getUTCDay()]} ${saDate(noon)}`;
}

/** A day not far from today, so that its year goes without saying: `Monday 23 November`. */
export function shortDate(day: string): string {
  return saWeekday(day).replace(/ \d{4}$/, "");
}

/** Two of them: `Tuesday 24 to Thursday 26 November`, or `Monday 30 November to Tuesday 1 December`. */
export function shortDates(first: string, last: string): string {
  if (first === last) return shortDate(first);
  const isOneMonth = first.slice(0, 7) === last.slice(0, 7);
  return `${isOneMonth ? shortDate(first).replace(/ \D+$/, "") : shortDate(first)} to ${shortDate(last)}`;
}

/** The moment shifted so that its UTC fields show South African time. */
function onTheClock(moment: Date): Date {
  return new Date(moment.getTime() + AHEAD_OF_UTC);
}
