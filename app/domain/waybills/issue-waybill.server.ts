import { and, asc, eq, ne } from "drizzle-orm";
import { quotes } from "#db/schema/quotes";
import { trackingEvents, waybills } from "#db/schema/waybills";
import type { Reader, Tx } from "#db/store.server";
import { newId } from "../values/ids.server";
import { newWaybillNumber } from "./waybill-number";

export type Waybill = Pick<typeof waybills.$inferSelect, keyof typeof facts>;
export type TrackingEvent = typeof trackingEvents.$inferSelect;

/** The columns that never change. The latest event is in the history. */
const facts = { waybillNo: waybills.waybillNo, quoteId: waybills.quoteId, issuedAt: waybills.issuedAt };

/** Issues a paid booking's waybill, or returns the one that it has. */
export async function issueWaybill(tx: Tx, quoteId: string, now: Date): Promise<Waybill> {
  const before = await waybillOfQuote(tx, quoteId);
  if (before) return before;
  const waybill = { waybillNo: await freeWaybillNumber(tx), quoteId, issuedAt: now };
  await tx.insert(waybills).values(waybill);
  await tx
    .insert(trackingEvents)
    .values({ id: newId(), waybillNo: waybill.waybillNo, kind: "booked", happenedAt: now, place: null });
  return waybill;
}

/** A quote's waybill, or null while it isn't paid. */
export async function waybillOfQuote(store: Reader, quoteId: string): Promise<Waybill | null> {
  const [waybill] = await store.select(facts).from(waybills).where(eq(waybills.quoteId, quoteId));
  return waybill ?? null;
}

/** The waybill with this number, or null. */
export async function findWaybill(store: Reader, waybillNo: string): Promise<Waybill | null> {
  const [waybill] = await store.select(facts).from(waybills).where(eq(waybills.waybillNo, waybillNo));
  return waybill ?? null;
}

/** How many pieces a waybill is for. */
export async function piecesOf(store: Reader, waybillNo: string): Promise<number> {
  const [parcel] = await store
    .select({ quantity: quotes.quantity })
    .from(waybills)
    .innerJoin(quotes, eq(quotes.id, waybills.quoteId))
    .where(eq(waybills.waybillNo, waybillNo));
  return parcel?.quantity ?? 1;
}

/** A parcel's history as everybody may know it, oldest event first: without what drivers only reported to the office. */
export async function historyOf(store: Reader, waybillNo: string): Promise<TrackingEvent[]> {
  return store
    .select()
    .from(trackingEvents)
    .where(and(eq(trackingEvents.waybillNo, waybillNo), ne(trackingEvents.kind, "reported")))
    .orderBy(asc(trackingEvents.happenedAt));
}

async function freeWaybillNumber(tx: Tx): Promise<string> {
  for (;;) {
    const waybillNo = newWaybillNumber();
    if (!(await findWaybill(tx, waybillNo))) return waybillNo;
  }
}
