import { eq } from "drizzle-orm";
import { catalogue } from "#app/language/language";
import { plainText } from "#app/language/plain-text";
import { receiverWishes } from "#db/schema/office";
import type { Tx } from "#db/store.server";
import { recordAction } from "../office/staff-actions.server";
import { notesOf } from "../parcels/quotes/booking-notes.server";
import type { Quote } from "../parcels/quotes/quote";
import { restate } from "../parcels/restate.server";
import { type DoneOr, refused } from "../values/refused";
import { holdWish, keptUntil, type NewWish, noteOf } from "./hold-wish.server";
import { wishInWords } from "./wish-emails";
import { tellOfEnd } from "./wish-messages.server";
import { whyNoMoreWishes } from "./wish-refusals";
import { endWishes, endWishOfNote, holding, type Wish, wishesOf } from "./wishes.server";
import { daysOffered, openForWishes } from "./wishes-offered.server";

export type Wishing = DoneOr<{ added: boolean }>;

/** Takes a receiver's wish, unless `limits.wishes` or another reason closes the link. The same again changes nothing. */
export async function takeWish(tx: Tx, quote: Quote, asked: NewWish, now: Date): Promise<Wishing> {
  const waybillNo = await openForWishes(tx, quote);
  if (!waybillNo) return notTaken("tooLate");
  const wishes = await wishesOf(tx, waybillNo);
  const note = noteOf(asked, await keptUntil(tx, waybillNo, asked, now));
  if (await isHeld(tx, quote, holding(wishes, now), asked, note)) return { ok: true, added: false };
  const noMore = whyNoMoreWishes(wishes);
  if (noMore) return refused(noMore);
  if (asked.kind === "day" && !(await daysOffered(tx, now)).includes(asked.day)) return notTaken("noSuchDay");

  const wish = await holdWish(tx, { quote, waybillNo, asked, by: "the receiver" }, now);
  await record(tx, wish, "wished", now);
  return { ok: true, added: true };
}

/** Takes several wishes, as far as the first that is refused. */
export async function takeWishes(tx: Tx, quote: Quote, asked: readonly NewWish[], now: Date): Promise<Wishing> {
  let taken: Wishing = { ok: true, added: false };
  for (const each of asked) if (taken.ok) taken = await takeWish(tx, quote, each, now);
  return taken;
}

/** Takes a wish back. Doing it again changes nothing. */
export async function takeBackWish(tx: Tx, quote: Quote, wishId: string, now: Date): Promise<Wishing> {
  const waybillNo = await openForWishes(tx, quote);
  if (!waybillNo) return notTaken("tooLate");
  const wishes = await wishesOf(tx, waybillNo);
  const wish = holding(wishes, now).find(({ id }) => id === wishId);
  if (!wish) return { ok: true, added: false };
  const noMore = whyNoMoreWishes(wishes);
  if (noMore) return refused(noMore);
  await endWishes(tx, waybillNo, [wish.kind], "the receiver", now);
  await record(tx, wish, "took back wish", now);
  await tellOfEnd(tx, quote, wish, now);
  return { ok: true, added: true };
}

/**
 * Somebody with a forwarded link made a wish: takes it back if it still holds, and closes the
 * link for wishes. The office finds it in `staff today`.
 */
export async function disownWish(tx: Tx, quote: Quote, wish: Wish, now: Date): Promise<void> {
  if (wish.endedBy === "not the receiver") return;
  const isOpen = (await openForWishes(tx, quote)) !== null;
  const isHeld = holding([wish], now).length > 0;
  // The driver on the way reads a note no more, though nothing else can be taken back then.
  if (isHeld) await endWishes(tx, wish.waybillNo, [wish.kind], "not the receiver", now);
  else await closeAfter(tx, wish, now);
  await record(tx, wish, "said that a wish was somebody else's", now);
  if (isHeld && isOpen) await tellOfEnd(tx, quote, wish, now);
}

/** The office has deleted a note: if it was a wish's, that ends, and its people are told while the parcel is to come. */
export async function dropWishOfNote(tx: Tx, quote: Quote, noteId: string, now: Date): Promise<void> {
  const wish = await endWishOfNote(tx, noteId, now);
  if (wish && (await openForWishes(tx, quote))) await tellOfEnd(tx, quote, wish, now);
}

const BY_RECEIVER = "the receiver";
function notTaken(why: "tooLate" | "noSuchDay"): Wishing {
  return refused(plainText(catalogue().receiver.wishes[why]));
}

async function isHeld(tx: Tx, quote: Quote, held: readonly Wish[], asked: NewWish, note: string | null) {
  const same = held.find(({ kind }) => kind === asked.kind);
  if (!same) return false;
  if (asked.kind === "day") return same.day === asked.day && same.part === asked.part;
  return (
    asked.kind === "depot" ||
    (await notesOf(tx, quote.id)).some(({ id, note: kept }) => id === same.id && kept === note)
  );
}

async function closeAfter(tx: Tx, { id, waybillNo }: Wish, now: Date): Promise<void> {
  await tx.update(receiverWishes).set({ endedAt: now, endedBy: "not the receiver" }).where(eq(receiverWishes.id, id));
  await restate(tx, waybillNo);
}

async function record(tx: Tx, wish: Wish, action: string, now: Date): Promise<void> {
  await recordAction(tx, BY_RECEIVER, { action, subject: wish.waybillNo, details: plainText(wishInWords(wish)) }, now);
}
