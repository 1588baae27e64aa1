import { and, asc, eq, inArray, isNull } from "drizzle-orm";
import { receiverWishes } from "#db/schema/office";
import type { Reader, Tx } from "#db/store.server";
import { dropNote } from "../quotes/booking-notes.server";
import { saDay } from "../values/sa-time";
import { dropAgreedVisit } from "../waybills/agreed-visit.server";

export type Wish = typeof receiverWishes.$inferSelect;
export type WishKind = Wish["kind"];
type EndedBy = NonNullable<Wish["endedBy"]>;

/** A parcel's wishes, oldest first. */
export async function wishesOf(store: Reader, waybillNo: string): Promise<Wish[]> {
  return store
    .select()
    .from(receiverWishes)
    .where(eq(receiverWishes.waybillNo, waybillNo))
    .orderBy(asc(receiverWishes.wishedAt), asc(receiverWishes.id));
}

/** Those that still hold: neither ended, nor for a day that is over. */
export function holding(wishes: readonly Wish[], now: Date): Wish[] {
  return wishes.filter(({ endedAt, kind, day }) => endedAt === null && !(kind === "day" && (day ?? "") < saDay(now)));
}

/**
 * Ends a parcel's wishes of some kinds, with what they had put into the plan: the agreed day, and the note to the driver.
 * The office's own day stays when it takes the place of the receiver's. Returns those that ended.
 */
export async function endWishes(
  tx: Tx,
  waybillNo: string,
  kinds: readonly WishKind[],
  endedBy: EndedBy,
  now: Date,
): Promise<Wish[]> {
  const ended = await tx
    .update(receiverWishes)
    .set({ endedAt: now, endedBy })
    .where(
      and(
        eq(receiverWishes.waybillNo, waybillNo),
        inArray(receiverWishes.kind, [...kinds]),
        isNull(receiverWishes.endedAt),
      ),
    )
    .returning();
  for (const { id, kind, day } of ended) {
    await dropNote(tx, id);
    // A day that is over says when we came, and isn't agreed on any more.
    if (kind === "day" && endedBy !== "the office" && (day ?? "") >= saDay(now))
      await dropAgreedVisit(tx, waybillNo, "delivery");
  }
  return ended;
}

/** The office has deleted a wish's note. */
export async function endWishOfNote(tx: Tx, noteId: string, now: Date): Promise<void> {
  const isThat = and(eq(receiverWishes.id, noteId), isNull(receiverWishes.endedAt));
  await tx.update(receiverWishes).set({ endedAt: now, endedBy: "the office" }).where(isThat);
}
