import { and, eq, inArray } from "drizzle-orm";
import { catalogue } from "#app/language/language";
import { plainText } from "#app/language/plain-text";
import { agreedVisits as visits } from "#db/schema/office";
import type { Reader, Tx } from "#db/store.server";
import { pricesChargedBack } from "../money/refunds.server";
import { shortDate } from "../values/sa-time";
import { waitsAfterChargeback } from "./office-must";
import { restate } from "./restate.server";
import type { Visit } from "./visits";

export type AgreedVisit = typeof visits.$inferSelect;

/** What was agreed for a visit, or null. */
export async function agreedVisit(store: Reader, waybillNo: string, stop: Visit): Promise<AgreedVisit | null> {
  const [visit] = await store
    .select()
    .from(visits)
    .where(and(eq(visits.waybillNo, waybillNo), eq(visits.stop, stop)));
  return visit ?? null;
}

/** Every visit agreed for parcels. */
export async function agreedVisits(store: Reader, ...waybillNos: string[]): Promise<AgreedVisit[]> {
  return store.select().from(visits).where(inArray(visits.waybillNo, waybillNos));
}

/** Which of these parcels nobody may collect: a bank took back what paid for them, and no collection was agreed on since. */
export async function heldByChargeback(
  store: Reader,
  parcels: readonly { waybillNo: string; quoteId: string }[],
): Promise<ReadonlySet<string>> {
  const chargedBack = await pricesChargedBack(
    store,
    parcels.map(({ quoteId }) => quoteId),
  );
  if (chargedBack.size === 0) return new Set();
  const agreed = await agreedVisits(store, ...parcels.map(({ waybillNo }) => waybillNo));
  const collectionOf = (no: string) => agreed.find((visit) => visit.waybillNo === no && visit.stop === "collection");
  const held = parcels.filter(({ waybillNo, quoteId }) =>
    waitsAfterChargeback({
      chargedBackAt: chargedBack.get(quoteId) ?? null,
      agreed: { collection: collectionOf(waybillNo) },
    }),
  );
  return new Set(held.map(({ waybillNo }) => waybillNo));
}

/** Stores an agreed visit, replacing the one before. */
export async function keepAgreedVisit(tx: Tx, visit: AgreedVisit): Promise<void> {
  await tx
    .insert(visits)
    .values(visit)
    .onConflictDoUpdate({ target: [visits.waybillNo, visits.stop], set: visit });
  await restate(tx, visit.waybillNo);
}

/** Deletes what was agreed for a visit. */
export async function dropAgreedVisit(tx: Tx, waybillNo: string, stop: Visit): Promise<void> {
  const isIt = and(eq(visits.waybillNo, waybillNo), eq(visits.stop, stop));
  const dropped = await tx.delete(visits).where(isIt).returning({ stop: visits.stop });
  if (dropped.length > 0) await restate(tx, waybillNo);
}

type Agreed = Pick<AgreedVisit, "day" | "fromTime" | "untilTime">;

/** "Tuesday 1 December, 09:00 to 12:00". */
export function visitInWords(visit: Agreed): string {
  return [shortDate(visit.day), timesInWords(visit)].filter(Boolean).join(", ");
}

/** "09:00 to 12:00"; undefined if any time of the day is fine. */
export function timesInWords({ fromTime, untilTime }: Omit<Agreed, "day">): string | undefined {
  return fromTime && untilTime ? plainText(catalogue().parcelState.when.times(fromTime, untilTime)) : undefined;
}
