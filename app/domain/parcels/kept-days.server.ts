import { and, eq, gte, min } from "drizzle-orm";
import { DAYS, HOURS } from "#app/durations";
import { catalogue } from "#app/language/language";
import { plainText } from "#app/language/plain-text";
import { joined, type Sentence } from "#app/language/say";
import { quotes } from "#db/schema/quotes";
import { trackingEvents, waybills } from "#db/schema/waybills";
import type { Reader } from "#db/store.server";
import { proclaimedDays } from "../prices/proclaimed-holidays.server";
import { saDay } from "../values/sa-time";
import { workingDaysBetween } from "../values/working-days";

const LOOKED_BACK_MS = 90 * DAYS;
/** An hour of new data hardly changes a figure made from thousands of parcels, and reading it is slow. */
const KEPT_MS = 1 * HOURS;

type Routes = { at: number; days: Promise<ReadonlyMap<string, number>> };
const kept = new WeakMap<Reader, Routes>();

/** Within how many working days 8 of 10 recent parcels of this route arrived; null when there were too few. */
export async function keptDaysOf(
  store: Reader,
  { fromPostal, toPostal }: { fromPostal: string; toPostal: string },
  now: Date,
): Promise<number | null> {
  let routes = kept.get(store);
  if (!routes || Math.abs(now.getTime() - routes.at) >= KEPT_MS) {
    routes = { at: now.getTime(), days: daysByRoute(store, now) };
    kept.set(store, routes);
    routes.days.catch(() => kept.delete(store));
  }
  return (await routes.days).get(routeOf(fromPostal, toPostal)) ?? null;
}

/**
 * The usual days, and after them the route's own figure if enough parcels used it: "Usually Tuesday 24 to Thursday 26
 * November. 8 of 10 parcels on this route arrive within 3 working days".
 */
export async function withKeptDays(
  store: Reader,
  usual: string,
  route: { fromPostal: string; toPostal: string },
  now: Date,
): Promise<string> {
  const kept = await keptDaysInWordsOf(store, route, now);
  return kept ? `${usual}. ${plainText(kept)}` : usual;
}

/** The route's own figure; null if too few parcels used it. */
export async function keptDaysInWordsOf(
  store: Reader,
  route: { fromPostal: string; toPostal: string },
  now: Date,
): Promise<Sentence | null> {
  const days = await keptDaysOf(store, route, now);
  const { most, arriveHere } = catalogue().parcelState.next.kept;
  return days ? joined([most, arriveHere(days)]) : null;
}

/** Postal codes with the same first digits are sorted and driven together. */
function routeOf(fromPostal: string, toPostal: string): string {
  return `${fromPostal.slice(0, 2)}-${toPostal.slice(0, 2)}`;
}

async function daysByRoute(store: Reader, now: Date): Promise<ReadonlyMap<string, number>> {
  const proclaimed = await proclaimedDays(store);
  const took = new Map<string, number[]>();
  for (const { from, to, collectedAt, deliveredAt } of await arrivals(
    store,
    new Date(now.getTime() - LOOKED_BACK_MS),
  )) {
    if (!collectedAt || !deliveredAt) continue;
    const route = routeOf(from, to);
    const days = workingDaysBetween(saDay(new Date(collectedAt)), saDay(deliveredAt), proclaimed);
    took.set(route, [...(took.get(route) ?? []), days]);
  }
  return new Map(
    [...took].flatMap(([route, each]): [string, number][] => {
      const days = keptDays(each);
      return days === null ? [] : [[route, days]];
    }),
  );
}

/** Domestic parcels delivered since a moment whose collection was recorded too. */
function arrivals(store: Reader, since: Date) {
  return store
    .select({
      from: quotes.fromPostal,
      to: quotes.toPostal,
      collectedAt: min(trackingEvents.happenedAt),
      deliveredAt: waybills.lastEventAt,
    })
    .from(waybills)
    .innerJoin(quotes, and(eq(quotes.id, waybills.quoteId), eq(quotes.type, "local")))
    .innerJoin(
      trackingEvents,
      and(eq(trackingEvents.waybillNo, waybills.waybillNo), eq(trackingEvents.kind, "collected")),
    )
    .where(and(eq(waybills.lastEvent, "delivered"), gte(waybills.lastEventAt, since)))
    .groupBy(waybills.waybillNo, quotes.fromPostal, quotes.toPostal, waybills.lastEventAt);
}

/** Fewer parcels than this say nothing about a route. */
export const FEWEST_PARCELS = 20;
/** What most people would call "usually": 8 of 10. */
const MOST_OF_THEM = 0.8;

/**
 * The smallest number of working days within which at least 8 of 10 parcels arrived; null when there were too few
 * parcels.
 * @param took working days from collection to delivery, of each parcel of the last 90 days
 */
export function keptDays(took: readonly number[]): number | null {
  if (took.length < FEWEST_PARCELS) return null;
  const sorted = took.toSorted((one, other) => one - other);
  return Math.max(1, sorted[Math.ceil(sorted.length * MOST_OF_THEM) - 1] ?? 1);
}
