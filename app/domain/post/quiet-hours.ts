import { DAYS } from "#app/durations";
import { saClock, saDay } from "../values/sa-time";

/** When no text messages are sent, in South African times such as `20:00`; null for never. */
export type QuietHours = { from: string; until: string } | null;

/** Reads `20:00-07:00` or `none`; undefined for anything else. */
export function readQuietHours(text: string): QuietHours | undefined {
  if (text === "none") return null;
  const [, from, until] = /^((?:[01]\d|2[0-3]):[0-5]\d)-((?:[01]\d|2[0-3]):[0-5]\d)$/.exec(text) ?? [];
  return from && until && from !== until ? { from, until } : undefined;
}

/** The hours in the format of `SMS_QUIET_HOURS`. */
export function quietHoursInWords(hours: QuietHours): string {
  return hours ? `${hours.from}-${hours.until}` : "none";
}

/** Whether it is quiet now. The hours may include midnight. */
export function isQuiet(hours: QuietHours, now: Date): boolean {
  if (!hours) return false;
  const time = saClock(now).slice(-5);
  const { from, until } = hours;
  return from < until ? time >= from && time < until : time >= from || time < until;
}

/** When a text that is ready at a moment is sent: then, or when the quiet hours end. */
export function leavesAt(hours: QuietHours, ready: Date): Date {
  if (!hours || !isQuiet(hours, ready)) return ready;
  const end = new Date(`${saDay(ready)}T${hours.until}:00+02:00`);
  return end > ready ? end : new Date(end.getTime() + 1 * DAYS);
}
