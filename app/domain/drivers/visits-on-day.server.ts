import { and, asc, eq, gte, isNull, lte, or } from "drizzle-orm";
import { agreedVisits } from "#db/schema/office";
import { quotes } from "#db/schema/quotes";
import { drivers, stops } from "#db/schema/rounds";
import { waybills } from "#db/schema/waybills";
import type { Reader } from "#db/store.server";
import { timesInWords } from "../parcels/agreed-visit.server";
import type { Quote } from "../parcels/quotes/quote";
import { isUnderWay } from "../parcels/restate.server";
import { partyAt, type Visit } from "../parcels/visits";

/** A visit that is still to come; `plan`: what was agreed on, who chose its day, or who drives. */
export type VisitToCome = { waybillNo: string; visit: Visit; name: string; phone: string; plan: string };

/** The visits that were agreed for a day or given to a driver, and the collections for which the sender chose it. */
export async function visitsOnDay(store: Reader, day: string): Promise<VisitToCome[]> {
  const agreed = await store
    .select({ waybillNo: agreedVisits.waybillNo, visit: agreedVisits.stop, agreed: agreedVisits, quote: quotes })
    .from(agreedVisits)
    .innerJoin(waybills, and(eq(waybills.waybillNo, agreedVisits.waybillNo), eq(waybills.nextVisit, agreedVisits.stop)))
    .innerJoin(quotes, eq(quotes.id, waybills.quoteId))
    .where(eq(agreedVisits.day, day))
    .orderBy(asc(agreedVisits.waybillNo));
  const given = await store
    .select({ waybillNo: stops.waybillNo, visit: stops.visit, driver: drivers.name, quote: quotes })
    .from(stops)
    .innerJoin(drivers, eq(drivers.id, stops.driverId))
    .innerJoin(waybills, and(eq(waybills.waybillNo, stops.waybillNo), isUnderWay))
    .innerJoin(quotes, eq(quotes.id, waybills.quoteId))
    .where(and(eq(stops.day, day), isNull(stops.removedAt)))
    .orderBy(asc(stops.waybillNo));
  const waiting = await store
    .select({ waybillNo: waybills.waybillNo, quote: quotes })
    .from(waybills)
    .innerJoin(quotes, eq(quotes.id, waybills.quoteId))
    .leftJoin(agreedVisits, and(eq(agreedVisits.waybillNo, waybills.waybillNo), eq(agreedVisits.stop, "collection")))
    .where(and(eq(waybills.nextVisit, "collection"), eq(waybills.lastEvent, "booked"), isNull(agreedVisits.day)))
    .orderBy(asc(waybills.waybillNo));
  const chosen = waiting.filter(({ quote }) => quote.formSnapshot.parcel.collectionDay === day);
  const known = new Map<string, VisitToCome>();
  const add = ({ waybillNo, visit, quote }: { waybillNo: string; visit: Visit; quote: Quote }, plan: string) => {
    const key = `${waybillNo} ${visit}`;
    const before = known.get(key);
    known.set(key, before ? { ...before, plan: `${before.plan}, ${plan}` } : toCome(waybillNo, visit, quote, plan));
  };
  for (const each of agreed) add(each, ["agreed", timesInWords(each.agreed)].filter(Boolean).join(", "));
  for (const each of chosen) add({ ...each, visit: "collection" }, "chosen by the sender");
  for (const each of given) add(each, `driver ${each.driver}`);
  return [...known.values()];
}

/** The next visits to some postal codes. */
export async function visitsAt(
  store: Reader,
  { fromCode, toCode }: { fromCode: string; toCode: string },
): Promise<VisitToCome[]> {
  const { fromPostal, toPostal } = quotes;
  const isAt = (postal: typeof fromPostal) => and(gte(postal, fromCode), lte(postal, toCode));
  const isDelivery = eq(waybills.nextVisit, "delivery");
  const rows = await store
    .select({ waybillNo: waybills.waybillNo, visit: waybills.nextVisit, quote: quotes, agreed: agreedVisits })
    .from(waybills)
    .innerJoin(quotes, eq(quotes.id, waybills.quoteId))
    .leftJoin(
      agreedVisits,
      and(eq(agreedVisits.waybillNo, waybills.waybillNo), eq(agreedVisits.stop, waybills.nextVisit)),
    )
    .where(and(isUnderWay, or(isAt(fromPostal), and(isDelivery, isAt(toPostal)))))
    .orderBy(asc(waybills.waybillNo));
  return rows.flatMap(({ waybillNo, visit, quote, agreed }) => {
    if (!visit || (visit === "delivery" && quote.type === "international")) return [];
    const postal = { from: quote.fromPostal, to: quote.toPostal }[partyAt[visit]];
    if (postal < fromCode || postal > toCode) return [];
    const plan = agreed ? ["agreed", agreed.day, timesInWords(agreed)].filter(Boolean).join(", ") : "";
    return [toCome(waybillNo, visit, quote, plan)];
  });
}

function toCome(waybillNo: string, visit: Visit, { formSnapshot: { addresses } }: Quote, plan: string): VisitToCome {
  const party = partyAt[visit];
  return { waybillNo, visit, name: addresses[`${party}Name`], phone: addresses[`${party}Phone`], plan };
}
