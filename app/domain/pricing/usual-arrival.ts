import { dayAfter } from "#app/domain/values/calendar-day";
import { saWeekday, weekdayName } from "#app/domain/values/sa-time";
import { workingDayAfter } from "#app/domain/values/working-days";
import type { DeliveryDays } from "../price-tables/delivery-days";

/** The first and last day on which a parcel usually arrives, as `2026-11-24`. */
export type Arrival = {
  first: string;
  last: string;
  /** A delivery is planned for this one day. Otherwise the days are an estimate. */
  isPlanned?: true;
  /** The times that were agreed for a planned day, "09:00 to 12:00". */
  times?: string;
};

/** When a parcel that is collected on a day usually arrives. */
export function usualArrival(collectedOn: string, days: DeliveryDays, proclaimed: ReadonlySet<string>): Arrival {
  return {
    first: workingDayAfter(collectedOn, days.least, proclaimed),
    last: workingDayAfter(collectedOn, days.most, proclaimed),
  };
}

/**
 * "Usually Tuesday to Thursday", with dates where the weekday alone could mean another week. For a planned day
 * "Expected today", or "Expected on Tuesday 24 November 2026".
 */
export function arrivalInWords({ first, last, isPlanned, times }: Arrival, today: string): string {
  const when = first === today ? "today" : `on ${saWeekday(first)}`;
  if (isPlanned) return `Expected ${when}${times ? `, ${times}` : ""}`;
  const isThisWeek = last < dayAfter(today, 7);
  const name = isThisWeek ? weekdayName : saWeekday;
  return first === last ? `Usually ${name(first)}` : `Usually ${name(first)} to ${name(last)}`;
}

/** "usually 1 to 2 working days", used while the collection day isn't known. */
export function daysInWords({ least, most }: DeliveryDays): string {
  const span = least === most ? String(least) : `${least} to ${most}`;
  return `usually ${span} working ${most === 1 ? "day" : "days"}`;
}
