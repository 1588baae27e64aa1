import { and, asc, eq, inArray, ne, not } from "drizzle-orm";
import { quotes } from "#db/schema/quotes";
import { trackingEvents, waybills } from "#db/schema/waybills";
import type { Reader, Tx } from "#db/store.server";
import { newId } from "../values/ids.server";
import { newWaybillNumber } from "./waybill-number";

export type Waybill = Pick<typeof waybills.$inferSelect, keyof typeof facts>;
export type TrackingEvent = typeof trackingEvents.$inferSelect;

/** The columns that never change. The latest event is in the history. */
const facts = { waybillNo: waybills.waybillNo, quoteId: waybills.quoteId, issuedAt: waybills.issuedAt };

/**
 * Issues a paid booking's waybill, or returns the one that it has. One that was withdrawn, because its payment had been
 * noted by mistake, is valid again.
 */
export async function issueWaybill(tx: Tx, quoteId: string, now: Date): Promise<Waybill> {
  const [before] = await tx.select(facts).from(waybills).where(eq(waybills.quoteId, quoteId));
  if (before && !(await isWithdrawn(tx, before.waybillNo))) return before;
  const waybill = before ?? { waybillNo: await freeWaybillNumber(tx), quoteId, issuedAt: now };
  if (!before) await tx.insert(waybills).values(waybill);
  await tx
    .insert(trackingEvents)
    .values({ id: newId(), waybillNo: waybill.waybillNo, kind: "booked", happenedAt: now, place: null });
  return waybill;
}

/** Whether a waybill was cancelled as often as it was issued. */
async function isWithdrawn(store: Reader, waybillNo: string): Promise<boolean> {
  const events = await historyOf(store, waybillNo);
  const timesOf = (kind: TrackingEvent["kind"]) => events.filter((event) => event.kind === kind).length;
  return timesOf("cancelled") >= timesOf("booked");
}

/** A quote's waybill, or null while it isn't paid: also when it was withdrawn because its payment was a mistake. */
export async function waybillOfQuote(store: Reader, quoteId: string): Promise<Waybill | null> {
  const isWaiting = inArray(quotes.status, ["pending_payment", "payfast_failed", "payfast_cancelled"]);
  const [waybill] = await store
    .select(facts)
    .from(waybills)
    .innerJoin(quotes, eq(quotes.id, waybills.quoteId))
    .where(and(eq(waybills.quoteId, quoteId), not(isWaiting)));
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
