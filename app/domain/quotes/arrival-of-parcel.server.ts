import { and, eq, gte, isNull, min } from "drizzle-orm";
import { stops } from "#db/schema/rounds";
import type { Reader } from "#db/store.server";
import { proclaimedDays } from "../pricing/proclaimed-holidays.server";
import type { Arrival } from "../pricing/usual-arrival";
import { dayAfter } from "../values/calendar-day";
import { saDay } from "../values/sa-time";
import { workingDayAfter } from "../values/working-days";
import { agreedVisit } from "../waybills/agreed-visit.server";
import { piecesOf } from "../waybills/issue-waybill.server";
import type { Happening } from "../waybills/marks";
import { openReports } from "../waybills/open-reports.server";
import { overallEvent } from "../waybills/pieces";
import { finished } from "../waybills/visits";
import { arrivalOfQuote } from "./delivery-of-quote.server";
import type { Quote } from "./quote";

/**
 * When a parcel under way arrives: today if its driver has it, on the agreed day if there is one, after a failed attempt
 * on the day of its next stop or else on the next working day; otherwise on the usual days, counted from its collection
 * or its agreed collection. Null when unknown, and while the office has to settle what its driver reported.
 * @param history oldest first
 */
export async function arrivalOfParcel(
  store: Reader,
  parcel: { quote: Pick<Quote, "response" | "formSnapshot">; waybillNo: string },
  history: readonly Happening[],
  now: Date,
): Promise<Arrival | null> {
  const overall = overallEvent(history, (await piecesOf(store, parcel.waybillNo)).of);
  if (!overall || finished.includes(overall.kind)) return null;
  if ((await openReports(store, parcel.waybillNo)).some(({ waitsForOffice }) => waitsForOffice)) return null;
  const planned = await plannedDay(store, parcel.waybillNo, overall, saDay(now));
  if (planned) return { first: planned, last: planned, isPlanned: true };
  if (overall.kind === "failed_attempt") return null;
  const collected = history.find(({ kind }) => kind === "collected");
  const agreed = collected ? null : await agreedVisit(store, parcel.waybillNo, "collection");
  const day = collected ? saDay(collected.happenedAt) : agreed?.day;
  // Nobody was there: the next day is still to be agreed.
  if (overall.kind === "failed_collection" && !(day && day > saDay(overall.happenedAt))) return null;
  return arrivalOfQuote(store, parcel.quote, { day, since: history[0]?.happenedAt ?? now }, now);
}

/** The day on which a driver will come to the receiver; null while none is planned. */
async function plannedDay(store: Reader, waybillNo: string, { kind, happenedAt }: Happening, today: string) {
  const happenedOn = saDay(happenedAt);
  if (kind === "out_for_delivery" && happenedOn === today) return today;
  const agreed = await agreedVisit(store, waybillNo, "delivery");
  const hasFailed = kind === "failed_attempt";
  if (agreed && agreed.day >= today && !(hasFailed && agreed.day <= happenedOn)) return agreed.day;
  if (!hasFailed) return null;
  const stop = await nextStopDay(store, waybillNo, dayAfter(happenedOn, 1));
  const next = stop ?? workingDayAfter(happenedOn, 1, await proclaimedDays(store));
  return next >= today ? next : null;
}

/** The day of a parcel's next stop for its delivery, from a day on. */
async function nextStopDay(store: Reader, waybillNo: string, from: string): Promise<string | null> {
  const [stop] = await store
    .select({ day: min(stops.day) })
    .from(stops)
    .where(
      and(eq(stops.waybillNo, waybillNo), eq(stops.visit, "delivery"), gte(stops.day, from), isNull(stops.removedAt)),
    );
  return stop?.day ?? null;
}
