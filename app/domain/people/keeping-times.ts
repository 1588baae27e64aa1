import { DAYS } from "#app/durations";
import { saDay } from "../values/sa-time";

/**
 * How long we keep personal data. The nightly deletion (`tidy.server.ts`) and the privacy page both use these figures.
 */
export const keeping = {
  /** A quote that was never booked, after its price expired. One that waits for a manual price stays. */
  quoteDays: 90,
  /** The people in a booking that was never paid, after it was booked. */
  unpaidBookingDays: 90,
  /** A photo of a delivery. */
  photoDays: 90,
  /** An email, after it was sent or given up. */
  emailDays: 90,
  /** An order that a shop's system told us of, after that. */
  shopOrderDays: 90,
  /** A payment notice that was refused. */
  refusedNoticeDays: 90,
  /** Counts of unsigned notices, with a hash of each sender's network and a sample of what was sent. */
  unsignedNoticeDays: 30,
  /** A case, "Something is wrong", after it was closed. */
  caseMonths: 12,
  /** An owner-driver application, after its last message, the driver's or ours. */
  applicationMonths: 12,
  /** The email or phone of a sender whose bookings we take on the phone. */
  blockMonths: 12,
  /** By when we told somebody that something is done, after that time. */
  promiseMonths: 12,
  /** What somebody of the office looked at. */
  officeLookMonths: 12,
  /** The people in a booking, after the end of the tax year in which it was paid. */
  bookingYears: 5,
  /** How long until the last snapshot that contains deleted data is deleted too (server/backup/snapshot-folder.ts). */
  snapshotWeeks: 5,
} as const;

/** The parts of the privacy page that tell of what the database has; it has others of what only a phone keeps. */
export type PrivacyPart =
  | "You continue on another phone"
  | "You get a quote"
  | "You book and pay"
  | "You have a waybill"
  | "You cancel a booking"
  | "A driver comes to you"
  | "You drive for us"
  | "You work in our office"
  | "You tell us that something is wrong"
  | "You open an account"
  | "You save an address"
  | "Your shop's program books with us"
  | "You log in"
  | "You get an email from us"
  | "A parcel is on its way to you, or from you"
  | "You book and cancel again and again"
  | "You apply as an owner driver";

export function daysBefore(now: Date, days: number): Date {
  return new Date(now.getTime() - days * DAYS);
}

/** The same day of an earlier month. The 31st becomes the 1st of the next month if the month is shorter. */
export function monthsBefore(now: Date, months: number): Date {
  const earlier = new Date(now);
  earlier.setUTCMonth(earlier.getUTCMonth() - months);
  return earlier;
}

/**
 * The first moment of the oldest tax year that is still kept. Tax years end with February; one that ended before this
 * moment has been over for five years.
 */
export function booksKeptSince(now: Date): Date {
  const [year = 0, month = 0] = saDay(now).split("-").map(Number);
  const lastYearEnd = month >= 3 ? year : year - 1;
  return new Date(`${lastYearEnd - keeping.bookingYears}-03-01T00:00:00+02:00`);
}
