import type { Reader } from "#db/store.server";
import { proclaimedDays } from "../pricing/proclaimed-holidays.server";
import type { Arrival } from "../pricing/usual-arrival";
import { saDay } from "../values/sa-time";
import { workingDayAfter } from "../values/working-days";
import { agreedVisit } from "../waybills/agreed-visit.server";
import type { Happening } from "../waybills/marks";
import { overallEvent } from "../waybills/pieces";
import { arrivalOfQuote } from "./delivery-of-quote.server";
import type { Quote } from "./quote";

/** After these the parcel is no longer expected. */
const over: Happening["kind"][] = ["delivered", "returned", "cancelled"];

/**
 * When a parcel under way arrives: today if its driver has it, on the agreed day if there is one, on the next working
 * day after a failed attempt; otherwise on the usual days, counted from its collection or its agreed collection. Null
 * when unknown.
 * @param history oldest first
 */
export async function arrivalOfParcel(
  store: Reader,
  parcel: { quote: Pick<Quote, "response" | "formSnapshot" | "quantity">; waybillNo: string },
  history: readonly Happening[],
  now: Date,
): Promise<Arrival | null> {
  const overall = overallEvent(history, parcel.quote.quantity);
  if (!overall || over.includes(overall.kind)) return null;
  const planned = await plannedDay(store, parcel.waybillNo, overall, saDay(now));
  if (planned) return { first: planned, last: planned, isPlanned: true };
  if (overall.kind === "failed_attempt") return null;
  const collected = history.find(({ kind }) => kind === "collected");
  const agreed = collected ? null : await agreedVisit(store, parcel.waybillNo, "collection");
  const day = collected ? saDay(collected.happenedAt) : agreed?.day;
  return arrivalOfQuote(store, parcel.quote, { day, since: history[0]?.happenedAt ?? now }, now);
}

/** The day on which a driver will come to the receiver; null while none is planned. */
async function plannedDay(store: Reader, waybillNo: string, { kind, happenedAt }: Happening, today: string) {
  const happenedOn = saDay(happenedAt);
  if (kind === "out_for_delivery" && happenedOn === today) return today;
  const agreed = await agreedVisit(store, waybillNo, "delivery");
  const hasFailed = kind === "failed_attempt";
  if (agreed && agreed.day >= today && !(hasFailed && agreed.day <= happenedOn)) return agreed.day;
  const next = hasFailed ? workingDayAfter(happenedOn, 1, await proclaimedDays(store)) : "";
  return next >= today ? next : null;
}
