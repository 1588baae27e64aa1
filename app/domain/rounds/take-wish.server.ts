import { eq } from "drizzle-orm";
import { receiverWishes } from "#db/schema/office";
import type { Tx } from "#db/store.server";
import { withdrawOvertaken } from "../mail/overtaken.server";
import { noteBooking, notesOf } from "../quotes/booking-notes.server";
import type { Quote } from "../quotes/quote";
import { recordAction } from "../staff-actions/staff-actions.server";
import { newId } from "../values/ids.server";
import { saDay, shortDate } from "../values/sa-time";
import { agreedVisit, dropAgreedVisit, keepAgreedVisit } from "../waybills/agreed-visit.server";
import { makePin } from "../waybills/delivery-pin.server";
import { lastDayAtDepot } from "../waybills/depot";
import { historyOf } from "../waybills/issue-waybill.server";
import { answerReports } from "../waybills/open-reports.server";
import { restate } from "../waybills/restate.server";
import { unassignDelivery } from "./stops.server";
import { partTimes, wishInWords } from "./wish-emails";
import { tellOfEnd, tellOfWish, tellSenderOfEnd } from "./wish-messages.server";
import { whyNoMoreWishes } from "./wish-refusals";
import { endWishes, endWishOfNote, holding, type Wish, type WishKind, wishesOf } from "./wishes.server";
import { daysOffered, openForWishes } from "./wishes-offered.server";

/** What a receiver may ask for. */
export type Asked =
  | { kind: "day"; day: string; part: "morning" | "afternoon" | null }
  | { kind: "neighbour"; name: string; house: string }
  | { kind: "depot" };

export type Wishing = { ok: true; added: boolean } | { ok: false; refusal: string };

/**
 * Takes a receiver's wish, and puts it where the office would have: a day is agreed on for the delivery and its stop
 * leaves other days, a neighbour is a note to the driver, and what is fetched leaves the drivers' days. A later wish
 * takes the place of an earlier one of its kind; fetching takes the place of both. The same wish again changes nothing.
 */
export async function takeWish(tx: Tx, quote: Quote, asked: Asked, now: Date): Promise<Wishing> {
  const waybillNo = await openForWishes(tx, quote);
  if (!waybillNo) return refused(TOO_LATE);
  const wishes = await wishesOf(tx, waybillNo);
  const keptUntil = asked.kind === "depot" ? lastDayAtDepot(now, await historyOf(tx, waybillNo)) : null;
  const note = noteOf(asked, keptUntil);
  if (await isHeld(tx, quote, holding(wishes, now), asked, note)) return { ok: true, added: false };
  const noMore = whyNoMoreWishes(wishes);
  if (noMore) return refused(noMore);
  if (asked.kind === "day" && !(await daysOffered(tx, now)).includes(asked.day)) return refused(NO_SUCH_DAY);

  const replaced: WishKind[] = asked.kind === "depot" ? ["day", "neighbour", "depot"] : [asked.kind, "depot"];
  const ended = await endWishes(tx, waybillNo, replaced, "a later wish", now);
  const agreed = asked.kind === "neighbour" ? null : await agreedVisit(tx, waybillNo, "delivery");
  const wish: Wish = {
    id: newId(),
    waybillNo,
    kind: asked.kind,
    day: asked.kind === "day" ? asked.day : keptUntil,
    part: asked.kind === "day" ? asked.part : null,
    insteadOf: agreed && { day: agreed.day, fromTime: agreed.fromTime, untilTime: agreed.untilTime },
    wishedAt: now,
    endedAt: null,
    endedBy: null,
  };
  await tx.insert(receiverWishes).values(wish);
  await restate(tx, waybillNo);
  if (note) await noteBooking(tx, { id: wish.id, quoteId: quote.id, who: BY_RECEIVER, note }, now);
  if (wish.kind === "day" && wish.day) {
    const times = partTimes(wish.part);
    await keepAgreedVisit(tx, { waybillNo, stop: "delivery", day: wish.day, ...times, agreedAt: now });
  }
  if (wish.kind === "depot" && agreed && agreed.day >= saDay(now)) await dropAgreedVisit(tx, waybillNo, "delivery");
  // What the sender was told of the depot doesn't hold any more.
  if (wish.kind === "neighbour") for (const each of ended) await tellSenderOfEnd(tx, quote, each, now);
  if (wish.kind !== "neighbour") {
    await unassignDelivery(tx, waybillNo, wish.kind === "day" ? wish.day : null, now);
    await withdrawOvertaken(tx, quote.id, { by: "wished" }, now);
    await answerReports(tx, waybillNo, now, { visits: ["delivery"] });
  }
  const pin = wish.kind === "depot" ? await makePin(tx, waybillNo, now) : null;
  await record(tx, wish, "wished", now);
  await tellOfWish(tx, quote, wish, { note, pin }, now);
  return { ok: true, added: true };
}

/** Takes several wishes, as far as the first that is refused. */
export async function takeWishes(tx: Tx, quote: Quote, asked: readonly Asked[], now: Date): Promise<Wishing> {
  let taken: Wishing = { ok: true, added: false };
  for (const each of asked) if (taken.ok) taken = await takeWish(tx, quote, each, now);
  return taken;
}

/** Takes a wish back. Doing it again changes nothing. */
export async function takeBackWish(tx: Tx, quote: Quote, wishId: string, now: Date): Promise<Wishing> {
  const waybillNo = await openForWishes(tx, quote);
  if (!waybillNo) return refused(TOO_LATE);
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
const TOO_LATE = "The parcel is out for delivery or has arrived, so this can't be changed here any more.";
const NO_SUCH_DAY = "Choose one of the days in the list.";

function refused(refusal: string): Wishing {
  return { ok: false, refusal };
}

/** What the driver reads; null for a day, which stands among what was agreed. */
function noteOf(asked: Asked, keptUntil: string | null): string | null {
  if (asked.kind === "neighbour")
    return `Leave it with ${asked.name}, ${asked.house}. Ask that person for the PIN. (By the receiver)`;
  if (asked.kind === "depot")
    return `The receiver fetches it at the depot${keptUntil ? `, until ${shortDate(keptUntil)}` : ""}.`;
  return null;
}

async function isHeld(tx: Tx, quote: Quote, held: readonly Wish[], asked: Asked, note: string | null) {
  const same = held.find(({ kind }) => kind === asked.kind);
  if (!same) return false;
  if (asked.kind === "day") return same.day === asked.day && same.part === asked.part;
  return (
    asked.kind === "depot" ||
    (await notesOf(tx, quote.id)).some(({ id, note: kept }) => id === same.id && kept === note)
  );
}

async function closeAfter(tx: Tx, { id }: Wish, now: Date): Promise<void> {
  await tx.update(receiverWishes).set({ endedAt: now, endedBy: "not the receiver" }).where(eq(receiverWishes.id, id));
}

async function record(tx: Tx, wish: Wish, action: string, now: Date): Promise<void> {
  await recordAction(tx, BY_RECEIVER, { action, subject: wish.waybillNo, details: wishInWords(wish) }, now);
}
