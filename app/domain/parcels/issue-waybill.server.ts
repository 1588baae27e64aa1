import { and, asc, desc, eq, inArray, ne, not } from "drizzle-orm";
import { ourNumbers } from "#app/domain/values/reference-number";
import { charges } from "#db/schema/charges";
import { quotes } from "#db/schema/quotes";
import { trackingEvents, waybills } from "#db/schema/waybills";
import type { Reader, Tx } from "#db/store.server";
import { chargeOfItsPieces, reopenCharges, withdrawOpenCharges } from "../money/charges.server";
import { newId } from "../values/ids.server";
import { unusedReference } from "../values/reference-number";
import { restateAccount } from "./account-of-parcel.server";
import { countPieces, oncePerPiece } from "./pieces";
import { restate } from "./restate.server";
import { wasCollected } from "./visits";

export type Waybill = Pick<typeof waybills.$inferSelect, keyof typeof facts>;
export type TrackingEvent = typeof trackingEvents.$inferSelect;
export type NewEvent = Pick<TrackingEvent, "waybillNo" | "kind" | "happenedAt"> & Partial<TrackingEvent>;

const facts = {
  waybillNo: waybills.waybillNo,
  quoteId: waybills.quoteId,
  issuedAt: waybills.issuedAt,
  pieces: waybills.pieces,
  lastEvent: waybills.lastEvent,
  lastEventAt: waybills.lastEventAt,
  nextVisit: waybills.nextVisit,
  officeMust: waybills.officeMust,
  lateOn: waybills.lateOn,
};

/**
 * Issues a paid booking's waybill, or returns the one that it has. One that was withdrawn, because its payment had been
 * noted by mistake, is valid again.
 */
export async function issueWaybill(tx: Tx, quoteId: string, now: Date): Promise<Waybill> {
  const [issued] = await tx.select(facts).from(waybills).where(eq(waybills.quoteId, quoteId));
  if (issued && !(await isWithdrawn(tx, issued.waybillNo))) return issued;
  const waybillNo = issued?.waybillNo ?? (await unusedReference(ourNumbers.waybill, (no) => findWaybill(tx, no)));
  if (!issued) await tx.insert(waybills).values({ waybillNo, quoteId, issuedAt: now });
  await addEvent(tx, { waybillNo, kind: "booked", happenedAt: now });
  const issuedNow = await findWaybill(tx, waybillNo);
  if (!issuedNow) throw new Error(`no waybill ${waybillNo}`);
  return issuedNow;
}

/**
 * Adds an event to a parcel's history, as its last: while the clock was ahead, the one before may have got a moment that
 * is still to come.
 */
export async function addEvent(tx: Tx, event: NewEvent): Promise<TrackingEvent> {
  const [last] = await tx
    .select({ at: trackingEvents.happenedAt })
    .from(trackingEvents)
    .where(eq(trackingEvents.waybillNo, event.waybillNo))
    .orderBy(desc(trackingEvents.happenedAt))
    .limit(1);
  const happenedAt = new Date(Math.max(event.happenedAt.getTime(), (last?.at.getTime() ?? 0) + 1));
  const added = { id: newId(), place: null, pieces: null, because: null, ...event, happenedAt };
  await tx.insert(trackingEvents).values(added);
  await restate(tx, event.waybillNo);
  const waybill = await findWaybill(tx, event.waybillNo);
  if (waybill && !waybill.nextVisit && event.kind !== "delivered")
    await withdrawOpenCharges(tx, waybill.quoteId, happenedAt);
  if (waybill) await accountFollows(tx, waybill, happenedAt);
  return added;
}

/** Makes what an account owes for a parcel as it is due. Call it in the transaction that changed what it is due for. */
export async function accountFollows(
  tx: Tx,
  { waybillNo, quoteId }: Pick<Waybill, "waybillNo" | "quoteId">,
  now: Date,
) {
  const whatBecame = async () => {
    const history = await historyOf(tx, waybillNo);
    return { isCollected: wasCollected(history), isWithdrawn: history.at(-1)?.kind === "cancelled" };
  };
  await restateAccount(tx, quoteId, whatBecame, now);
}

/** Whether a waybill was cancelled as often as it was issued. */
async function isWithdrawn(store: Reader, waybillNo: string): Promise<boolean> {
  const events = await historyOf(store, waybillNo);
  const timesOf = (kind: TrackingEvent["kind"]) => events.filter((event) => event.kind === kind).length;
  return timesOf("cancelled") >= timesOf("booked");
}

/** A quote's waybill, or null while it isn't paid: also when it was withdrawn because its payment was a mistake. */
export async function waybillOfQuote(store: Reader, quoteId: string): Promise<Waybill | null> {
  const [waybill] = await waybillsOfQuotes(store, [quoteId]);
  return waybill ?? null;
}

/** The same of several at once. */
export async function waybillsOfQuotes(store: Reader, quoteIds: readonly string[]): Promise<Waybill[]> {
  return store
    .select(facts)
    .from(waybills)
    .innerJoin(quotes, eq(quotes.id, waybills.quoteId))
    .where(and(inArray(waybills.quoteId, [...quoteIds]), not(isWaiting)));
}

const isWaiting = inArray(quotes.status, ["pending_payment", "payfast_failed", "payfast_cancelled"]);

/** The waybill with this number, or null. */
export async function findWaybill(store: Reader, waybillNo: string): Promise<Waybill | null> {
  const [waybill] = await store.select(facts).from(waybills).where(eq(waybills.waybillNo, waybillNo));
  return waybill ?? null;
}

/** The waybills with these numbers, each with its quote. */
export async function waybillsWithQuotes(store: Reader, ...waybillNos: string[]) {
  return store
    .select({ waybill: facts, quote: quotes })
    .from(waybills)
    .innerJoin(quotes, eq(quotes.id, waybills.quoteId))
    .where(inArray(waybills.waybillNo, waybillNos));
}

/** `of`: how many the sender sends. `booked`: how many are paid for, which may be more than the `quantity` of the booking. */
type Pieces = { of: number; booked: number; quantity: number };

/** How many pieces a parcel has, and how many were booked: the sender may send fewer. */
export async function piecesOf(store: Reader, waybillNo: string): Promise<Pieces> {
  const [parcel] = await store
    .select({ sent: waybills.pieces, quantity: quotes.quantity, paidFor: charges.found })
    .from(waybills)
    .innerJoin(quotes, eq(quotes.id, waybills.quoteId))
    .leftJoin(charges, chargeOfItsPieces)
    .where(eq(waybills.waybillNo, waybillNo));
  if (!parcel) return { of: 1, booked: 1, quantity: 1 };
  const { sent, quantity, paidFor } = parcel;
  return { of: sent ?? quantity, booked: paidFor?.pieces ?? quantity, quantity };
}

/** Sets how many pieces the sender sends; null for all that are booked or paid for since. */
export async function setPieces(tx: Tx, waybillNo: string, pieces: number | null): Promise<void> {
  const { booked, quantity } = await piecesOf(tx, waybillNo);
  const sent = pieces ?? booked;
  await tx
    .update(waybills)
    .set({ pieces: sent === quantity ? null : sent })
    .where(eq(waybills.waybillNo, waybillNo));
  await restate(tx, waybillNo);
}

/**
 * The parcel has as many pieces as are paid for, since a charge for more of them was paid, went on account or was taken back.
 * What had happened to all its pieces has happened to these too: the office asks for pieces that are there.
 */
export async function piecesAsPaid(tx: Tx, waybillNo: string): Promise<void> {
  const { of: before, booked: after } = await piecesOf(tx, waybillNo);
  if (after === before) return;
  const history = await historyOf(tx, waybillNo);
  const counted = countPieces(history, before);
  for (const kind of oncePerPiece) {
    const last = history.findLast((event) => event.kind === kind);
    if (counted[kind] < before || !last?.pieces) continue;
    const pieces = Math.max(1, last.pieces + after - before);
    await tx.update(trackingEvents).set({ pieces }).where(eq(trackingEvents.id, last.id));
  }
  await setPieces(tx, waybillNo, null);
}

/** Takes an event back out of a parcel's history, with what it ended (`addEvent`). */
export async function removeEvent(tx: Tx, { id, waybillNo, happenedAt }: TrackingEvent, now: Date): Promise<void> {
  await tx.delete(trackingEvents).where(eq(trackingEvents.id, id));
  const waybill = await findWaybill(tx, waybillNo);
  if (waybill) await reopenCharges(tx, waybill.quoteId, happenedAt);
  await restate(tx, waybillNo);
  if (waybill) await accountFollows(tx, waybill, now);
}

/** Parcels' history as everybody may know it, oldest event first: without what drivers only reported to the office. */
export async function historyOf(store: Reader, ...waybillNos: string[]): Promise<TrackingEvent[]> {
  return store
    .select()
    .from(trackingEvents)
    .where(and(inArray(trackingEvents.waybillNo, waybillNos), ne(trackingEvents.kind, "reported")))
    .orderBy(asc(trackingEvents.happenedAt));
}

/** The history of a quote's parcel; empty without a waybill. */
export async function historyOfQuote(store: Reader, quoteId: string): Promise<TrackingEvent[]> {
  const waybill = await waybillOfQuote(store, quoteId);
  return waybill ? historyOf(store, waybill.waybillNo) : [];
}
