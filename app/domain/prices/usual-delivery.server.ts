import type { Reader } from "#db/store.server";
import { saDay } from "../values/sa-time";
import { workingDayAfter } from "../values/working-days";
import type { DeliveryDays } from "./delivery-days";
import { proclaimedDays } from "./proclaimed-holidays.server";
import { type Arrival, arrivalInWords, usualArrival } from "./usual-arrival";

type Collection = { day?: string; since: Date };

/** `expectedArrival` in words. */
export async function usualDelivery(
  store: Reader,
  days: DeliveryDays,
  collection: Collection,
  now: Date,
): Promise<string | null> {
  const arrival = await expectedArrival(store, days, collection, now);
  return arrival && arrivalInWords(arrival, saDay(now));
}

/**
 * The days on which a parcel usually arrives. Null once they have passed: what a late parcel's customer needs is its
 * history, not a day that has gone by.
 * @param collection the South African day on which it was or should be collected; if there is none, the next working
 * day after `since`
 */
export async function expectedArrival(
  store: Reader,
  days: DeliveryDays,
  collection: Collection,
  now: Date,
): Promise<Arrival | null> {
  const proclaimed = await proclaimedDays(store);
  const next = workingDayAfter(saDay(collection.since), 1, proclaimed);
  const arrival = usualArrival(collection.day || next, days, proclaimed);
  return arrival.last < saDay(now) ? null : arrival;
}
