import { and, eq, inArray, type SQL } from "drizzle-orm";
import { agreedVisits } from "#db/schema/office";
import { quotes } from "#db/schema/quotes";
import { waybills } from "#db/schema/waybills";
import type { Reader } from "#db/store.server";
import { arrivalIn, type ParcelState } from "../parcels/parcel-state";
import { parcelStates } from "../parcels/parcel-states.server";
import type { Quote } from "../parcels/quotes/quote";
import { isUnderWay } from "../parcels/restate.server";
import { partyAt, type Visit } from "../parcels/visits";
import type { Arrival } from "../prices/usual-arrival";
import { saDay } from "../values/sa-time";

/** The next visit to a parcel under way, as far as a delay may keep us from it. */
export type VisitAhead = {
  waybillNo: string;
  visit: Visit;
  postal: string;
  agreedDay: string | null;
  agreedAt: Date | null;
  outSince: Date | null;
  delayedBy: string | null;
};

/** The next visits within the country: to all parcels under way, or to some. */
export async function visitsAhead(store: Reader, which?: SQL): Promise<VisitAhead[]> {
  const { waybillNo, nextVisit, lastEvent, lastEventAt, delayedBy } = waybills;
  const { fromPostal, toPostal, type } = quotes;
  const rows = await store
    .select({
      ...{ waybillNo, nextVisit, lastEvent, lastEventAt, delayedBy, fromPostal, toPostal, type },
      ...{ agreedDay: agreedVisits.day, agreedAt: agreedVisits.agreedAt },
    })
    .from(waybills)
    .innerJoin(quotes, eq(quotes.id, waybills.quoteId))
    .leftJoin(agreedVisits, and(eq(agreedVisits.waybillNo, waybillNo), eq(agreedVisits.stop, nextVisit)))
    .where(and(isUnderWay, which));
  return rows.flatMap(({ nextVisit: visit, lastEvent, lastEventAt, fromPostal, toPostal, type, ...row }) => {
    if (!visit || (visit === "delivery" && type === "international")) return [];
    const postal = { from: fromPostal, to: toPostal }[partyAt[visit]];
    return [{ ...row, visit, postal, outSince: lastEvent === "out_for_delivery" ? lastEventAt : null }];
  });
}

export type VisitWithDay = VisitAhead & { quote: Quote; day: string | null };

/** With the day on which we would come, as its tracking says it; today where none is known, null where nobody comes. */
export async function withDays(store: Reader, ahead: readonly VisitAhead[], now: Date): Promise<VisitWithDay[]> {
  const numbers = ahead.map(({ waybillNo }) => waybillNo);
  const rows = await store
    .select({ quote: quotes, waybillNo: waybills.waybillNo })
    .from(waybills)
    .innerJoin(quotes, eq(quotes.id, waybills.quoteId))
    .where(inArray(waybills.waybillNo, numbers));
  const states = await parcelStates(store, rows, now);
  const today = saDay(now);
  const quoteOf = new Map(rows.map(({ quote, waybillNo }) => [waybillNo, quote]));
  return ahead.flatMap((each) => {
    const [quote, state] = [quoteOf.get(each.waybillNo), states.get(each.waybillNo)];
    if (!quote || !state) return [];
    return [{ ...each, quote, day: comesOn(each, quote, state, today) }];
  });
}

function comesOn({ visit, agreedDay }: VisitAhead, quote: Quote, state: ParcelState, today: string): string | null {
  if ("fetching" in state && state.fetching && visit === "delivery") return null;
  const wished = visit === "collection" ? quote.formSnapshot.parcel.collectionDay : "";
  const isToCome = agreedDay !== null && agreedDay >= today;
  const day = isToCome
    ? agreedDay
    : wished || (visit === "delivery" ? arrivalIn(state)?.first : plannedIn(state)?.first);
  return day && day > today ? day : today;
}

/** The day of its next visit that its people read. */
export function plannedIn(state: ParcelState): Arrival | null {
  if (state.state === "booked") return state.collects;
  if ("rest" in state && state.rest) return state.rest.collects;
  if (state.state === "returning") return state.comes;
  return arrivalIn(state);
}
