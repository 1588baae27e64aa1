import { shortDate, shortDates } from "#app/domain/values/sa-time";
import { workingDayAfter } from "#app/domain/values/working-days";
import type { DeliveryDays } from "./delivery-days";

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
 * "Usually Tuesday 24 to Thursday 26 November". For a planned day "Expected today, Tuesday 24 November", or "Expected on
 * Tuesday 24 November".
 */
export function arrivalInWords({ first, last, isPlanned, times }: Arrival, today: string): string {
  if (!isPlanned) return `Usually ${shortDates(first, last)}`;
  return `Expected ${first === today ? "today," : "on"} ${shortDate(first)}${times ? `, ${times}` : ""}`;
}

/** "usually 1 to 2 working days", used while the collection day isn't known. */
export function daysInWords({ least, most }: DeliveryDays): string {
  const span = least === most ? String(least) : `${least} to ${most}`;
  return `usually ${span} working ${most === 1 ? "day" : "days"}`;
}
