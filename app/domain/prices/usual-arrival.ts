import { workingDayAfter } from "#app/domain/values/working-days";
import { catalogue } from "#app/language/language";
import { plainText } from "#app/language/plain-text";
import type { Sentence } from "#app/language/say";
import type { DeliveryDays } from "./delivery-days";

/** The first and last day on which a parcel usually arrives, as `2026-11-24`. */
export type Arrival = {
  first: string;
  last: string;
  /** A delivery is planned for this one day. Otherwise the days are an estimate. */
  isPlanned?: true;
  /** The times that were agreed for a planned day, "09:00 to 12:00". */
  times?: string;
  /** That day, or its times, are over: we are late. */
  isLate?: true;
};

/** When a parcel that is collected on a day usually arrives. */
export function usualArrival(collectedOn: string, days: DeliveryDays, proclaimed: ReadonlySet<string>): Arrival {
  return {
    first: workingDayAfter(collectedOn, days.least, proclaimed),
    last: workingDayAfter(collectedOn, days.most, proclaimed),
  };
}

/** A planned day: "today, Thursday 26 November", "on Friday 27 November, 09:00 to 12:00". */
export function plannedDay({ first, times }: Arrival, today: string): Sentence {
  const { when } = catalogue().parcelState;
  const day = first === today ? when.todayIs(first) : when.on(when.day(first));
  return times ? when.with(day, times) : day;
}

/**
 * "Usually Tuesday 24 to Thursday 26 November". For a planned day "Expected today, Tuesday 24 November", or "Expected on
 * Tuesday 24 November".
 */
export function arrivalInWords(arrival: Arrival, today: string): string {
  const { usually, expected } = catalogue().parcelState.arrival;
  return plainText(arrival.isPlanned ? expected(plannedDay(arrival, today)) : usually(arrival.first, arrival.last));
}

/** "usually 1 to 2 working days", used while the collection day isn't known. */
export function daysInWords({ least, most }: DeliveryDays): string {
  return plainText(catalogue().parcelState.arrival.days(least, most));
}
