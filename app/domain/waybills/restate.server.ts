import { and, asc, eq, gt, inArray, isNull, ne, type SQL } from "drizzle-orm";
import { quotes } from "#db/schema/quotes";
import { stops } from "#db/schema/rounds";
import { trackingEvents, waybills } from "#db/schema/waybills";
import type { Reader, Store, Tx } from "#db/store.server";
import type { Happening } from "./happening";
import { countPieces, overallEvent } from "./pieces";
import { finished, uncollected, type Visit } from "./visits";

/** What a waybill keeps of its parcel's state. Whoever asks for one of these reads it there, and works nothing out. */
export type ParcelColumns = Pick<typeof waybills.$inferSelect, keyof typeof columns>;

const columns = {
  lastEvent: waybills.lastEvent,
  lastEventAt: waybills.lastEventAt,
  nextVisit: waybills.nextVisit,
  piecesCollected: waybills.piecesCollected,
  piecesDelivered: waybills.piecesDelivered,
  piecesReturned: waybills.piecesReturned,
};

/** What they are worked out from. `of`: how many pieces it has. `lastStop`: what a driver was last sent for. */
export type ParcelSources = { history: readonly Happening[]; of: number; lastStop: Visit | null };

/** The state of a parcel: the one place where it is worked out. One on its way back stays so until a delivery is given out. */
export function columnsOf({ history, of, lastStop }: ParcelSources): ParcelColumns {
  const whole = overallEvent(history, of);
  const { collected, delivered, returned } = countPieces(history, of);
  return {
    lastEvent: whole?.kind ?? null,
    lastEventAt: whole?.happenedAt ?? null,
    nextVisit: nextVisit(whole, lastStop),
    piecesCollected: collected,
    piecesDelivered: delivered,
    piecesReturned: returned,
  };
}

function nextVisit(whole: Happening | undefined, lastStop: Visit | null): Visit | null {
  if (!whole || finished.includes(whole.kind)) return null;
  if (uncollected.includes(whole.kind)) return "collection";
  return lastStop === "return" ? "return" : "delivery";
}

/** Works out the state of parcels anew and stores it. Call it in the transaction that changed what it is worked out from. */
export async function restate(tx: Tx, ...numbers: string[]): Promise<void> {
  for (const [no, sources] of await sourcesOf(tx, numbers))
    await tx.update(waybills).set(columnsOf(sources)).where(eq(waybills.waybillNo, no));
}

/** So many are worked out in one transaction, so that others have their turn. */
const AT_A_TIME = 500;

/** Works out the state of the parcels of a release that kept none. Killed in its middle, it goes on at the next start. */
export async function restateOld(store: Store): Promise<void> {
  const isOld = isNull(waybills.piecesCollected);
  // Asked without the write lock first, which a start with nothing to do must not wait for.
  while ((await parcelsFrom(store.read, isOld)).length > 0)
    await store.tx(async (tx) => restate(tx, ...(await parcelsFrom(tx, isOld))));
}

/** The waybills whose kept state isn't the one that their history gives: none, unless somebody wrote past `restate`. */
export async function misstated(store: Reader): Promise<string[]> {
  const wrong: string[] = [];
  for (
    let some = await parcelsFrom(store);
    some.length > 0;
    some = await parcelsFrom(store, gt(waybills.waybillNo, some.at(-1) ?? ""))
  ) {
    const kept = await store
      .select({ no: waybills.waybillNo, ...columns })
      .from(waybills)
      .where(inArray(waybills.waybillNo, some))
      .orderBy(asc(waybills.waybillNo));
    const sources = await sourcesOf(store, some);
    for (const { no, ...its } of kept) {
      const right = columnsOf(sources.get(no) ?? { history: [], of: 1, lastStop: null });
      const isRight = (Object.keys(columns) as (keyof ParcelColumns)[]).every(
        (name) => String(its[name]) === String(right[name]),
      );
      if (!isRight) wrong.push(no);
    }
  }
  return wrong;
}

async function parcelsFrom(store: Reader, which?: SQL): Promise<string[]> {
  const { waybillNo } = waybills;
  const rows = await store.select({ waybillNo }).from(waybills).where(which).orderBy(asc(waybillNo)).limit(AT_A_TIME);
  return rows.map((row) => row.waybillNo);
}

/** What the state of these parcels is worked out from. */
async function sourcesOf(store: Reader, numbers: string[]): Promise<Map<string, ParcelSources>> {
  const of = await store
    .select({ no: waybills.waybillNo, sent: waybills.pieces, booked: quotes.quantity })
    .from(waybills)
    .innerJoin(quotes, eq(quotes.id, waybills.quoteId))
    .where(inArray(waybills.waybillNo, numbers));
  const events = await store
    .select()
    .from(trackingEvents)
    .where(and(inArray(trackingEvents.waybillNo, numbers), ne(trackingEvents.kind, "reported")))
    .orderBy(asc(trackingEvents.happenedAt));
  const histories = new Map<string, Happening[]>(numbers.map((no) => [no, []]));
  for (const event of events) histories.get(event.waybillNo)?.push(event);
  // Also those that were taken from their driver: somebody else is sent for the same.
  const given = await store
    .select({ waybillNo: stops.waybillNo, visit: stops.visit })
    .from(stops)
    .where(inArray(stops.waybillNo, numbers))
    .orderBy(asc(stops.assignedAt));
  const lastStops = new Map(given.map(({ waybillNo, visit }) => [waybillNo, visit]));
  return new Map(
    of.map(({ no, sent, booked }) => [
      no,
      { history: histories.get(no) ?? [], of: sent ?? booked, lastStop: lastStops.get(no) ?? null },
    ]),
  );
}
