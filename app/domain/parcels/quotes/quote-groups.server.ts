import { setImmediate as nextTurn } from "node:timers/promises";
import { and, count, desc, eq, inArray, isNull } from "drizzle-orm";
import { quotes } from "#db/schema/quotes";
import { waybills } from "#db/schema/waybills";
import type { Reader } from "#db/store.server";
import { paidStatuses } from "../../money/payment-state";
import type { EventKind } from "../happening";
import type { ParcelState } from "../parcel-state";
import { uncollected } from "../visits";
import type { Quote } from "./quote";

/** The events that describe the parcels of each group as a whole. */
const groupEvents = {
  to_collect: uncollected,
  on_the_way: ["collected", "in_transit", "at_depot", "out_for_delivery", "failed_attempt"],
  delivered: ["delivered"],
  returned: ["returned"],
  cancelled: ["cancelled"],
  ended: ["ended"],
} as const satisfies Record<string, readonly EventKind[]>;

type BookingGroup = keyof typeof groupEvents;
const bookingGroups = Object.keys(groupEvents) as BookingGroup[];

/** The groups of an account's rows, in the dashboard's order. What failed or is late is in no other. */
export type QuoteGroup = "trouble" | "quotes" | BookingGroup;
export const quoteGroups: readonly QuoteGroup[] = ["trouble", "quotes", ...bookingGroups];

/** As much as one PDF holds: a list that is imported has no more. */
export const MOST_SLIPS_TOGETHER = 100;

/**
 * The quotes of a group, as a condition. Only a parcel's state says that it failed or is late, so those are among them.
 */
export function isInGroup(group: QuoteGroup) {
  if (group === "trouble") return undefined;
  return group === "quotes" ? isNull(waybills.waybillNo) : inArray(waybills.lastEvent, [...groupEvents[group]]);
}

/**
 * How many of an account's quotes and bookings are in each group. Of 14,000 that takes half of what one go may, so others
 * are answered before.
 * @param troubled the states of those that failed or are late
 */
export async function countGroups(
  store: Reader,
  uid: string,
  troubled: readonly ParcelState[],
): Promise<Record<QuoteGroup, number>> {
  await nextTurn();
  const { lastEvent, waybillNo } = waybills;
  const rows = await store
    .select({ lastEvent, all: count(), booked: count(waybillNo) })
    .from(quotes)
    .leftJoin(waybills, eq(waybills.quoteId, quotes.id))
    .where(eq(quotes.uid, uid))
    .groupBy(lastEvent);
  const counts = { ...noneInGroups(), trouble: troubled.length };
  for (const { lastEvent: kind, all, booked } of rows) {
    counts.quotes += all - booked;
    const group = bookingGroups.find((each) => groupEvents[each].some((event) => event === kind));
    if (group) counts[group] += booked;
  }
  for (const { stage } of troubled) counts[stage === 1 ? "to_collect" : "on_the_way"] -= 1;
  return counts;
}

export function noneInGroups(): Record<QuoteGroup, number> {
  return { trouble: 0, quotes: 0, to_collect: 0, on_the_way: 0, delivered: 0, returned: 0, cancelled: 0, ended: 0 };
}

/** An account's paid parcels that wait to be collected, the newest first: as many as one PDF holds. */
export async function quotesToCollect(store: Reader, uid: string): Promise<Quote[]> {
  const rows = await store
    .select({ quote: quotes })
    .from(quotes)
    .innerJoin(waybills, eq(waybills.quoteId, quotes.id))
    .where(and(eq(quotes.uid, uid), inArray(quotes.status, paidStatuses), isInGroup("to_collect")))
    .orderBy(desc(quotes.createdAt), desc(quotes.id))
    .limit(MOST_SLIPS_TOGETHER);
  return rows.map(({ quote }) => quote);
}
