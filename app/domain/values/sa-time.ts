import { DAYS, HOURS } from "#app/durations";

/** South Africa keeps UTC+2 all year round; no summer time since 1944. Milliseconds. */
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

/** The day as people in South Africa read it: `21 November 2026`. */
export function saDate(moment: Date): string {
  const local = onTheClock(moment);
  return `${local.getUTCDate()} ${MONTHS[local.getUTCMonth()]} ${local.getUTCFullYear()}`;
}

/** The day and the time on a South African clock: `21 November 2026, 14:05`. */
export function saDateTime(moment: Date): string {
  return `${saDate(moment)}, ${onTheClock(moment).toISOString().slice(11, 16)}`;
}

/** The day and the time on a South African clock as sortable text, `2026-11-21 14:05`, as the views have it. */
export function saClock(moment: Date): string {
  return onTheClock(moment).toISOString().slice(0, 16).replace("T", " ");
}

/** The South African day as sortable text, `2026-11-21`: rates change at midnight here, not in Greenwich. */
export function saDay(moment: Date): string {
  return onTheClock(moment).toISOString().slice(0, 10);
}

/**
 * The moment that somebody in South Africa means by `2026-11-21 14:05` or, of today, `14:05`; seconds may follow. One that
 * says how far it is from UTC (`2026-11-21T14:05:00Z`, `…+02:00`) is as it says. Null if it is none.
 * @param now says which day is today
 */
export function momentOnSaClock(typed: string, now: Date): Date | null {
  const [, day = saDay(now), hours, minutes, seconds = "00", offset = "+02:00"] =
    /^(?:(\d{4}-\d{2}-\d{2})[ T])?(\d{1,2})[:h](\d{2})(?::(\d{2}))?(Z|[+-]\d{2}:\d{2})?$/i.exec(typed.trim()) ?? [];
  if (!hours || !isCalendarDay(day) || Number(hours) > 23) return null;
  const moment = new Date(`${day}T${hours.padStart(2, "0")}:${minutes}:${seconds}${offset.toUpperCase()}`);
  return Number.isNaN(moment.getTime()) ? null : moment;
}

/** The South African day that somebody means by `2026-12-01`, `today` or `tomorrow`. Null if it is none. */
export function saDayFrom(typed: string, now: Date): string | null {
  const word = typed.trim().toLowerCase();
  if (word === "today") return saDay(now);
  if (word === "tomorrow") return saDay(new Date(now.getTime() + DAYS));
  return isCalendarDay(word) ? word : null;
}

function isCalendarDay(day: string): boolean {
  const noon = new Date(`${day}T12:00:00Z`);
  return /^\d{4}-\d{2}-\d{2}$/.test(day) && !Number.isNaN(noon.getTime()) && noon.toISOString().startsWith(day);
}

/** Which South African day a moment in milliseconds falls on, as a number: cheap enough to ask at every request. */
export function saDayNumber(epochMs: number): number {
  return Math.floor((epochMs + AHEAD_OF_UTC) / DAYS);
}

/** A day such as `2026-11-23` as people say it: `Monday 23 November 2026`. */
export function saWeekday(day: string): string {
  const noon = new Date(`${day}T10:00:00Z`);
  return `${WEEKDAYS[noon.getUTCDay()]} ${saDate(noon)}`;
}

/** The name of a day's weekday: `Monday`. */
export function weekdayName(day: string): string {
  return WEEKDAYS[new Date(`${day}T10:00:00Z`).getUTCDay()] ?? "";
}

/** The same moment moved so that its UTC fields show South African time. */
function onTheClock(moment: Date): Date {
  return new Date(moment.getTime() + AHEAD_OF_UTC);
}
