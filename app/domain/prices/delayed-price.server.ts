import type { Reader } from "#db/store.server";
import { saDay } from "../values/sa-time";
import { workingDayAfter, workingDaysBetween } from "../values/working-days";
import type { Warnings } from "./contract/wire";
import { type Delay, dayAfterDelays, delayLines } from "./delays";
import { standingDelays } from "./delays.server";
import type { DeliveryDays } from "./delivery-days";
import { proclaimedDays } from "./proclaimed-holidays.server";

/** A parcel's way: `to` is blank abroad. */
export type PostalRoute = { from: string; to: string };

/** What programs are told of delays on a parcel's way: warnings, if there are any, and its days with those of the delay. */
export async function delaysOnWay(store: Reader, now: Date) {
  const [delays, proclaimed] = [await standingDelays(store, now), await proclaimedDays(store)];
  return {
    warnings: ({ from, to }: PostalRoute) => warningsOf(delays, saDay(now), to ? [from, to] : [from]),
    /** Counted from the first day on which it can be collected. */
    days: (days: DeliveryDays, way: PostalRoute) => withDelays(days, way, delays, proclaimed, now),
  };
}

function warningsOf(delays: readonly Delay[], today: string, postals: readonly string[]): Warnings | undefined {
  const lines = delayLines(delays, today, postals);
  return lines.length > 0 ? lines.map((message) => ({ code: "delayed", message })) : undefined;
}

function withDelays(
  { least, most }: DeliveryDays,
  { from, to }: PostalRoute,
  delays: readonly Delay[],
  proclaimed: ReadonlySet<string>,
  now: Date,
): DeliveryDays {
  const collected = dayAfterDelays(delays, from, workingDayAfter(saDay(now), 1, proclaimed));
  const first = workingDayAfter(collected, least, proclaimed);
  const delayed = to ? workingDaysBetween(collected, dayAfterDelays(delays, to, first), proclaimed) : least;
  return { least: Math.max(least, delayed), most: Math.max(most, delayed) };
}
