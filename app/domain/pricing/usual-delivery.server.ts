import type { Reader } from "#db/store.server";
import { saDay } from "../values/sa-time";
import { workingDayAfter } from "../values/working-days";
import type { DeliveryDays } from "./delivery-days";
import { proclaimedDays } from "./proclaimed-holidays.server";
import { arrivalInWords, usualArrival } from "./usual-arrival";

/**
 * When a parcel usually arrives, in words. Null once the usual days are over: what is late is told by its history, not by
 * a day that has passed.
 * @param collection the South African day on which it was, or is wished to be, collected; the next working day after
 * `since` where there is none
 */
export async function usualDelivery(
  store: Reader,
  days: DeliveryDays,
  collection: { day?: string; since: Date },
  now: Date,
): Promise<string | null> {
  const proclaimed = await proclaimedDays(store);
  const today = saDay(now);
  const next = workingDayAfter(saDay(collection.since), 1, proclaimed);
  const arrival = usualArrival(collection.day || next, days, proclaimed);
  return arrival.last < today ? null : arrivalInWords(arrival, today);
}
