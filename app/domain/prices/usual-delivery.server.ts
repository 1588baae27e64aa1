import type { Reader } from "#db/store.server";
import { saDay } from "../values/sa-time";
import { workingDayAfter } from "../values/working-days";
import { dayAfterDelays } from "./delays";
import { standingDelays } from "./delays.server";
import type { DeliveryDays } from "./delivery-days";
import { proclaimedDays } from "./proclaimed-holidays.server";
import { type Arrival, arrivalInWords, usualArrival } from "./usual-arrival";

/** `from`, `to`: the postal codes of its way, whose delays count; left out abroad, and where it was collected already. */
type Collection = { day?: string; since: Date; from?: string; to?: string };

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
  const [proclaimed, delays] = [await proclaimedDays(store), await standingDelays(store, now)];
  const next = workingDayAfter(saDay(collection.since), 1, proclaimed);
  const { from = "", to = "", day = next } = collection;
  const usual = usualArrival(from ? dayAfterDelays(delays, from, day || next) : day || next, days, proclaimed);
  const first = to ? dayAfterDelays(delays, to, usual.first) : usual.first;
  const arrival = first > usual.last ? { first, last: first } : { ...usual, first };
  return arrival.last < saDay(now) ? null : arrival;
}
