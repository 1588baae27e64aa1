import { and, asc, eq, max, ne, notExists, notInArray, or } from "drizzle-orm";
import { agreedVisits } from "#db/schema/office";
import { quotes } from "#db/schema/quotes";
import { drivers, stops } from "#db/schema/rounds";
import { waybills } from "#db/schema/waybills";
import type { Reader, Tx } from "#db/store.server";
import { newId } from "../values/ids.server";
import { historyOf, piecesOf } from "../waybills/issue-waybill.server";
import type { EventKind } from "../waybills/marks";
import { overallEvent } from "../waybills/pieces";
import type { Driver } from "./drivers.server";

export type Stop = typeof stops.$inferSelect;
export type Assigning = { ok: true; added: boolean; before: string | null } | { ok: false; refusal: string };

/** After these events a parcel needs no more stops. */
export const over: readonly EventKind[] = ["delivered", "returned", "cancelled"];

/**
 * Assigns a parcel to a driver for a day, after the stops that they have. Repeating it changes nothing; assigning the
 * parcel to another driver moves it.
 * @param day a South African day, `2026-11-21`
 */
export async function assignStop(
  tx: Tx,
  waybillNo: string,
  driver: Driver,
  day: string,
  now: Date,
): Promise<Assigning> {
  const history = await historyOf(tx, waybillNo);
  const overall = overallEvent(history, await piecesOf(tx, waybillNo));
  if (!overall) return { ok: false, refusal: "there is no such waybill" };
  if (over.includes(overall.kind)) return { ok: false, refusal: `it is ${overall.kind} already` };
  const [known] = await tx
    .select({ id: stops.id, driverId: stops.driverId, name: drivers.name })
    .from(stops)
    .innerJoin(drivers, eq(drivers.id, stops.driverId))
    .where(and(eq(stops.waybillNo, waybillNo), eq(stops.day, day)));
  if (known?.driverId === driver.id) return { ok: true, added: false, before: null };
  const place = { driverId: driver.id, position: await nextPosition(tx, driver, day), assignedAt: now };
  if (known) await tx.update(stops).set(place).where(eq(stops.id, known.id));
  else await tx.insert(stops).values({ id: newId(), waybillNo, day, ...place });
  return { ok: true, added: true, before: known?.name ?? null };
}

/** A driver's stops of a day, in their order. */
export async function stopsOf(store: Reader, driverId: string, day: string): Promise<Stop[]> {
  return store
    .select()
    .from(stops)
    .where(and(eq(stops.driverId, driverId), eq(stops.day, day)))
    .orderBy(asc(stops.position));
}

/** A driver's stop for a parcel on a day; null if they have none. */
export async function stopAt(store: Reader, driverId: string, waybillNo: string, day: string): Promise<Stop | null> {
  const [stop] = await store
    .select()
    .from(stops)
    .where(and(eq(stops.waybillNo, waybillNo), eq(stops.day, day), eq(stops.driverId, driverId)));
  return stop ?? null;
}

/** A parcel that no driver has been assigned to. */
export type Waiting = {
  waybillNo: string;
  what: "collect" | "deliver";
  postal: string;
  suburb: string;
  street: string;
};

/**
 * Parcels without a driver on a day, by postal code: those to be collected by then, and those to be delivered.
 * @param isWanted which postal codes
 */
export async function unassigned(
  store: Reader,
  day: string,
  isWanted: (postal: string) => boolean,
): Promise<Waiting[]> {
  const rows = await store
    .select({ waybillNo: waybills.waybillNo, lastEvent: waybills.lastEvent, quote: quotes, agreed: agreedVisits })
    .from(waybills)
    .innerJoin(quotes, eq(quotes.id, waybills.quoteId))
    .leftJoin(agreedVisits, and(eq(agreedVisits.waybillNo, waybills.waybillNo), isForNextVisit))
    .where(
      and(
        notInArray(waybills.lastEvent, [...over]),
        notExists(
          store
            .select({ id: stops.id })
            .from(stops)
            .where(and(eq(stops.waybillNo, waybills.waybillNo), eq(stops.day, day))),
        ),
      ),
    );
  return rows
    .flatMap(({ waybillNo, lastEvent, quote, agreed }) => {
      const what = lastEvent === "booked" ? "collect" : "deliver";
      // An agreed day takes precedence over the customer's collection day.
      const earliest = agreed?.day ?? (what === "collect" ? quote.formSnapshot.parcel.collectionDay : "");
      if (earliest > day || (what === "deliver" && quote.type === "international")) return [];
      return [{ waybillNo, what, ...placeOf(quote, what) } as const];
    })
    .filter(({ postal }) => isWanted(postal))
    .toSorted((one, other) => keyOf(one).localeCompare(keyOf(other)));
}

const isForNextVisit = or(
  and(eq(waybills.lastEvent, "booked"), eq(agreedVisits.stop, "collection")),
  and(ne(waybills.lastEvent, "booked"), eq(agreedVisits.stop, "delivery")),
);

function placeOf(
  quote: typeof quotes.$inferSelect,
  what: Waiting["what"],
): Pick<Waiting, "postal" | "suburb" | "street"> {
  const { fromSuburb, fromCity, fromAddressLine, toSuburb, toCity, toAddressLine } = quote.formSnapshot.addresses;
  return what === "collect"
    ? { postal: quote.fromPostal, suburb: fromSuburb || fromCity, street: fromAddressLine }
    : { postal: quote.toPostal, suburb: toSuburb || toCity, street: toAddressLine };
}

async function nextPosition(tx: Tx, driver: Driver, day: string): Promise<number> {
  const [last] = await tx
    .select({ position: max(stops.position) })
    .from(stops)
    .where(and(eq(stops.driverId, driver.id), eq(stops.day, day)));
  return (last?.position ?? 0) + 1;
}

const keyOf = ({ postal, suburb, street }: Waiting) => [postal, suburb, street].join("\n");
