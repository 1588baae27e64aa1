import { and, asc, eq, inArray, isNull, type SQL } from "drizzle-orm";
import { receiverWishes } from "#db/schema/office";
import type { Reader, Tx } from "#db/store.server";
import { type AgreedVisit, dropAgreedVisit, keepAgreedVisit, visitInWords } from "../parcels/agreed-visit.server";
import { dropNote } from "../parcels/quotes/booking-notes.server";
import { restate } from "../parcels/restate.server";
import { withdrawOccasion } from "../post/overtaken.server";
import { saDay } from "../values/sa-time";

export type Wish = typeof receiverWishes.$inferSelect;
export type WishKind = Wish["kind"];
type EndedBy = NonNullable<Wish["endedBy"]>;

/** Parcels' wishes, oldest first. */
export async function wishesOf(store: Reader, ...waybillNos: string[]): Promise<Wish[]> {
  return store
    .select()
    .from(receiverWishes)
    .where(inArray(receiverWishes.waybillNo, waybillNos))
    .orderBy(asc(receiverWishes.wishedAt), asc(receiverWishes.id));
}

/** Those that still hold: neither ended, nor for a day that is over. */
export function holding(wishes: readonly Wish[], now: Date): Wish[] {
  return wishes.filter(({ endedAt, kind, day }) => endedAt === null && !(kind === "day" && (day ?? "") < saDay(now)));
}

/**
 * What was agreed for a visit, and whether the receiver asked for it.
 * @param wishes the parcel's
 */
export function agreedInWords(agreed: AgreedVisit, wishes: readonly Wish[]): string {
  const isWished = wishes.some(({ kind, day, endedAt }) => kind === "day" && endedAt === null && day === agreed.day);
  const isTheirs = agreed.stop === "delivery" && isWished;
  return visitInWords(agreed) + (isTheirs ? ", by the receiver" : "");
}

/**
 * Ends a parcel's wishes of some kinds, with what they had put into the plan: the agreed day, and the note to the driver.
 * What the office had agreed on before them holds again. Returns those that ended.
 */
export async function endWishes(
  tx: Tx,
  waybillNo: string,
  kinds: readonly WishKind[],
  endedBy: EndedBy,
  now: Date,
): Promise<Wish[]> {
  return end(tx, and(eq(receiverWishes.waybillNo, waybillNo), inArray(receiverWishes.kind, [...kinds])), endedBy, now);
}

/** The office has deleted a note. Returns the wish that it was of. */
export async function endWishOfNote(tx: Tx, noteId: string, now: Date): Promise<Wish | null> {
  const [wish] = await end(tx, eq(receiverWishes.id, noteId), "the office", now);
  return wish ?? null;
}

async function end(tx: Tx, which: SQL | undefined, endedBy: EndedBy, now: Date): Promise<Wish[]> {
  const ended = await tx
    .update(receiverWishes)
    .set({ endedAt: now, endedBy })
    .where(and(which, isNull(receiverWishes.endedAt)))
    .returning();
  for (const { id, waybillNo, kind, day, insteadOf } of ended) {
    await dropNote(tx, id);
    for (const told of [`wish:${id}`, `wish-neighbour:${id}`, `wish-day:${id}:made`])
      await withdrawOccasion(tx, told, "the wish has ended", now);
    // A day that is over says when we came, and isn't agreed on any more.
    if (kind === "day" && (day ?? "") >= saDay(now)) await dropAgreedVisit(tx, waybillNo, "delivery");
    if (insteadOf && insteadOf.day >= saDay(now))
      await keepAgreedVisit(tx, { waybillNo, stop: "delivery", ...insteadOf, agreedAt: now });
    await restate(tx, waybillNo);
  }
  return ended;
}
