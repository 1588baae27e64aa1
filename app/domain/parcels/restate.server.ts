import { and, asc, eq, isNull, or, type SQL, sql } from "drizzle-orm";
import { waybills } from "#db/schema/waybills";
import type { Reader, Store, Tx } from "#db/store.server";
import type { Happening } from "./happening";
import { officeMust } from "./office-must";
import { type ParcelSources, sourcesOf } from "./parcel-sources.server";
import { countPieces, overallEvent } from "./pieces";
import { finished, uncollected, type Visit } from "./visits";

/** What a waybill keeps of its parcel's state. Whoever asks for one of these reads it there, and works nothing out. */
export type ParcelColumns = Pick<typeof waybills.$inferSelect, keyof typeof parcelColumns>;

/** Where it is kept. */
export const parcelColumns = {
  lastEvent: waybills.lastEvent,
  lastEventAt: waybills.lastEventAt,
  nextVisit: waybills.nextVisit,
  piecesCollected: waybills.piecesCollected,
  piecesDelivered: waybills.piecesDelivered,
  piecesReturned: waybills.piecesReturned,
  officeMust: waybills.officeMust,
  waitsFor: waybills.waitsFor,
  phoneReceiver: waybills.phoneReceiver,
};

/** The state of a parcel: the one place where it is worked out. One on its way back stays so until a delivery is given out. */
export function columnsOf({ history, of, lastStop, ...settled }: ParcelSources): ParcelColumns {
  const whole = overallEvent(history, of);
  const { collected, delivered, returned } = countPieces(history, of);
  const visit = nextVisit(whole, lastStop);
  const failedAt = history.findLast(({ kind }) => kind === "failed_attempt")?.happenedAt ?? null;
  const isRest = delivered + returned > 0 || (visit === "collection" && collected > 0);
  return {
    lastEvent: whole?.kind ?? null,
    // A mark of some of its pieces is news as well.
    lastEventAt: history.at(-1)?.happenedAt ?? null,
    nextVisit: visit,
    piecesCollected: collected,
    piecesDelivered: delivered,
    piecesReturned: returned,
    ...officeMust({ visit, last: whole, isRest, failedAt }, settled),
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

/** The condition of the index over parcels that need another visit, as it is written there. */
export const isUnderWay = sql`${waybills.nextVisit} is not null`;

/** So many are worked out in one transaction, so that others have their turn. */
const AT_A_TIME = 500;

/** Works out the state of the parcels of a release that kept none. Killed in its middle, it goes on at the next start. */
export async function restateOld(store: Store): Promise<void> {
  // Asked without the write lock first, which a start with nothing to do must not wait for.
  const isStateless = isNull(waybills.piecesCollected);
  for (const isOld of [isStateless, and(isUnderWay, or(isNull(waybills.officeMust), isNull(waybills.phoneReceiver)))])
    while ((await parcelsFrom(store.read, isOld)).length > 0)
      await store.tx(async (tx) => restate(tx, ...(await parcelsFrom(tx, isOld))));
}

async function parcelsFrom(store: Reader, which: SQL | undefined): Promise<string[]> {
  const { waybillNo } = waybills;
  const rows = await store.select({ waybillNo }).from(waybills).where(which).orderBy(asc(waybillNo)).limit(AT_A_TIME);
  return rows.map((row) => row.waybillNo);
}
