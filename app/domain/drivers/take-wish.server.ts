import { eq } from "drizzle-orm";
import { catalogue } from "#app/language/language";
import { plainText } from "#app/language/plain-text";
import { receiverWishes } from "#db/schema/office";
import type { Reader, Tx } from "#db/store.server";
import { receiverCanBeTold } from "../form/contacts.server";
import { recordAction } from "../office/staff-actions.server";
import { agreedVisit, dropAgreedVisit, keepAgreedVisit } from "../parcels/agreed-visit.server";
import { makePin } from "../parcels/delivery-pin.server";
import { lastDayAtDepot } from "../parcels/depot";
import { historyOf, piecesOf } from "../parcels/issue-waybill.server";
import { answerReports } from "../parcels/open-reports.server";
import { overallEvent } from "../parcels/pieces";
import { noteBooking, notesOf } from "../parcels/quotes/booking-notes.server";
import type { Quote } from "../parcels/quotes/quote";
import { restate } from "../parcels/restate.server";
import { withdrawOvertaken } from "../post/overtaken.server";
import { newId } from "../values/ids.server";
import { type DoneOr, refused } from "../values/refused";
import { saDay, shortDate } from "../values/sa-time";
import { unassignVisit } from "./stops.server";
import { tellOfEnd, tellOfWish, tellSenderOfEnd } from "./wish-messages.server";
import {
  daysOffered,
  endWishes,
  endWishOfNote,
  holding,
  openForWishes,
  partTimes,
  type Wish,
  type WishKind,
  whyNoMoreWishes,
  wishesOf,
  wishInWords,
} from "./wishes.server";

export type Wishing = DoneOr<{ added: boolean }>;

/** Takes a receiver's wish, unless `limits.wishes` or another reason closes the link. The same again changes nothing. */
export async function takeWish(tx: Tx, quote: Quote, asked: NewWish, now: Date): Promise<Wishing> {
  const waybillNo = await openForWishes(tx, quote);
  if (!waybillNo) return notTaken("tooLate");
  const wishes = await wishesOf(tx, waybillNo);
  const note = noteOf(quote, asked, await keptUntil(tx, waybillNo, asked, now), "the receiver");
  if (await isHeld(tx, quote, holding(wishes, now), asked, note)) return { ok: true, added: false };
  const noMore = whyNoMoreWishes(wishes);
  if (noMore) return refused(noMore);
  if (asked.kind === "day" && !(await daysOffered(tx, quote, now)).includes(asked.day)) return notTaken("noSuchDay");

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

/** Whether a wish holds already. @param note as the driver would read it */
export async function isHeld(tx: Tx, quote: Quote, held: readonly Wish[], asked: NewWish, note: string | null) {
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

/** What a receiver may ask for. */
export type NewWish =
  | { kind: "day"; day: string; part: "morning" | "afternoon" | null }
  | { kind: "neighbour"; name: string; house: string }
  | { kind: "depot" };

/** `by`: who writes it down; the receiver has told the office by phone. */
type ToHold = { quote: Quote; waybillNo: string; asked: NewWish; by: WrittenBy };
type WrittenBy = "the receiver" | "the office";
const saidBy: Record<WrittenBy, string> = {
  "the receiver": "By the receiver",
  "the office": "Said by phone to the office",
};

/**
 * Puts a wish where the office would have: a day is agreed on for the delivery and its stop leaves other days, a neighbour
 * is a note to the driver, and what is fetched leaves the drivers' days. It takes the place of an earlier one of its kind,
 * fetching of all. Its people are told.
 */
export async function holdWish(tx: Tx, { quote, waybillNo, asked, by }: ToHold, now: Date): Promise<Wish> {
  const until = await keptUntil(tx, waybillNo, asked, now);
  const note = noteOf(quote, asked, until, by);
  const replaced: WishKind[] = asked.kind === "depot" ? ["day", "neighbour", "depot"] : [asked.kind, "depot"];
  const ended = await endWishes(tx, waybillNo, replaced, "a later wish", now);
  const agreed = asked.kind === "neighbour" ? null : await agreedVisit(tx, waybillNo, "delivery");
  const wish: Wish = {
    id: newId(),
    waybillNo,
    kind: asked.kind,
    day: asked.kind === "day" ? asked.day : until,
    part: asked.kind === "day" ? asked.part : null,
    insteadOf: agreed && { day: agreed.day, fromTime: agreed.fromTime, untilTime: agreed.untilTime },
    wishedAt: now,
    endedAt: null,
    endedBy: null,
  };
  await tx.insert(receiverWishes).values(wish);
  await restate(tx, waybillNo);
  if (note) await noteBooking(tx, { id: wish.id, quoteId: quote.id, who: by, note }, now);
  if (wish.kind === "day" && wish.day) {
    const times = partTimes(wish.part);
    await keepAgreedVisit(tx, { waybillNo, stop: "delivery", day: wish.day, ...times, agreedAt: now });
  }
  if (wish.kind === "depot" && agreed && agreed.day >= saDay(now)) await dropAgreedVisit(tx, waybillNo, "delivery");
  // What was said of the depot doesn't hold any more.
  if (wish.kind === "neighbour" && ended.some(({ kind }) => kind === "depot"))
    await withdrawOvertaken(tx, quote.id, { by: "wish_ended" }, now);
  if (wish.kind === "neighbour") for (const each of ended) await tellSenderOfEnd(tx, quote, each, now);
  if (wish.kind !== "neighbour") {
    await unassignVisit(tx, { waybillNo, visit: "delivery", but: wish.kind === "day" ? wish.day : null }, now);
    await withdrawOvertaken(tx, quote.id, { by: "wished" }, now);
    await answerReports(tx, waybillNo, now, { visits: ["delivery"] });
  }
  const pin = wish.kind === "depot" ? await makePin(tx, waybillNo, now) : null;
  const neighbour = asked.kind === "neighbour" ? asked : null;
  await tellOfWish(tx, quote, wish, { neighbour, pin, by }, now);
  return wish;
}

/** The last day on which the depot keeps what is fetched; null for another wish, and while it isn't there. */
export async function keptUntil(store: Reader, waybillNo: string, asked: NewWish, now: Date): Promise<string | null> {
  if (asked.kind !== "depot") return null;
  const { of } = await piecesOf(store, waybillNo);
  return lastDayAtDepot(now, overallEvent(await historyOf(store, waybillNo), of));
}

/** What the driver reads; null for a day, which stands among what was agreed. */
export function noteOf(
  { formSnapshot }: Pick<Quote, "formSnapshot">,
  asked: NewWish,
  until: string | null,
  by: WrittenBy,
): string | null {
  const pin = receiverCanBeTold(formSnapshot.addresses) ? " Ask that person for the PIN." : "";
  if (asked.kind === "neighbour") return `Leave it with ${asked.name}, ${asked.house}.${pin} (${saidBy[by]})`;
  if (asked.kind === "depot")
    return `The receiver fetches it at the depot${until ? `, until ${shortDate(until)}` : ""}.`;
  return null;
}
