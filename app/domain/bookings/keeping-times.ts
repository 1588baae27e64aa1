import { DAYS } from "#app/durations";
import { saDay } from "../values/sa-time";

/**
 * How long we keep what says who somebody is. The nightly tidying (`tidy.server.ts`) does what is written here, and the
 * privacy page says it from these same figures.
 */
export const keeping = {
  /** A quote that nobody booked, after its price ran out. One that waits for a person's price stays. */
  quoteDays: 90,
  /** The people in a booking that was never paid, after it was booked. */
  unpaidBookingDays: 90,
  /** A photo of a delivery. */
  photoDays: 90,
  /** An email, after it was sent or given up. */
  emailDays: 90,
  /** A payment notice that was not believed. */
  refusedNoticeDays: 90,
  /** How many notices came that nobody signed, from where (a fingerprint), and a sample of them. */
  unsignedNoticeDays: 30,
  /** A case, "Something is wrong", after it was closed. */
  caseMonths: 12,
  /** An owner driver's application, after its last answer, theirs or ours. */
  applicationMonths: 12,
  /** The people in a booking, after the end of the tax year in which it was paid. */
  bookingYears: 5,
  /** Until the last snapshot that still held it has gone too (server/backup/snapshot-folder.ts). */
  snapshotWeeks: 5,
} as const;

export function daysBefore(now: Date, days: number): Date {
  return new Date(now.getTime() - days * DAYS);
}

/** The same day of an earlier month; the 31st becomes the first of the next where the month is shorter. */
export function monthsBefore(now: Date, months: number): Date {
  const before = new Date(now);
  before.setUTCMonth(before.getUTCMonth() - months);
  return before;
}

/**
 * The first moment of the oldest tax year that is still kept. A tax year ends with February; what happened before this
 * moment belongs to one that has been over for five years.
 */
export function booksKeptSince(now: Date): Date {
  const [year = 0, month = 0] = saDay(now).split("-").map(Number);
  const lastYearEnd = month >= 3 ? year : year - 1;
  return new Date(`${lastYearEnd - keeping.bookingYears}-03-01T00:00:00+02:00`);
}
