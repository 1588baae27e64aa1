import { and, asc, eq, inArray, isNull, type SQL } from "drizzle-orm";
import { addressInALine, contact, depotInALine } from "#app/contact";
import { catalogue } from "#app/language/language";
import { messagesCatalogue } from "#app/language/messages.server";
import { plainText } from "#app/language/plain-text";
import type { Sentence } from "#app/language/say";
import { receiverWishes } from "#db/schema/office";
import type { Reader, Tx } from "#db/store.server";
import { isLocal } from "../form/addresses";
import { limits } from "../limits/limits";
import { type AgreedVisit, dropAgreedVisit, keepAgreedVisit, visitInWords } from "../parcels/agreed-visit.server";
import type { EventKind } from "../parcels/happening";
import { waybillOfQuote } from "../parcels/issue-waybill.server";
import { dropNote, notesOf } from "../parcels/quotes/booking-notes.server";
import { isNameless, type Quote } from "../parcels/quotes/quote";
import { restate } from "../parcels/restate.server";
import { withdrawOccasion } from "../post/overtaken.server";
import { openDays } from "../prices/open-days.server";
import type { Places } from "../prices/places.server";
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

/** The times of half a working day. */
const parts = {
  morning: { fromTime: "08:00", untilTime: "12:00" },
  afternoon: { fromTime: "12:00", untilTime: "17:00" },
} as const;

export function partTimes(part: Wish["part"]): { fromTime: string | null; untilTime: string | null } {
  return part ? parts[part] : { fromTime: null, untilTime: null };
}

export const visitOf = ({ day, part }: Pick<Wish, "day" | "part">) => ({ day: day ?? "", ...partTimes(part) });

/** A wish without anybody's name: "delivery on Tuesday 1 December, 08:00 to 12:00". */
export function wishInWords(wish: Pick<Wish, "kind" | "day" | "part">): Sentence {
  const { neighbour, day, depot, depotUntil } = catalogue().receiver.wish;
  if (wish.kind === "neighbour") return neighbour;
  if (wish.kind === "day") return day(messagesCatalogue().parcel.visit(visitOf(wish)));
  // Its days at the depot may not be known yet.
  return wish.day ? depotUntil(wish.day) : depot;
}

/**
 * Why a link takes no wish any more, nor gives one back; null while it does. The page asks this before it shows its form,
 * and the form's action when it takes the wish.
 */
export function whyNoMoreWishes(wishes: readonly Wish[]): string | null {
  const isClosed = wishes.some(({ endedBy }) => endedBy === "not the receiver");
  const { closed, tooMany } = catalogue().receiver.wishes;
  if (isClosed) return plainText(closed());
  return changesIn(wishes) >= limits.wishes.points ? plainText(tooMany()) : null;
}

/** A wish counts once when it is made, and once more when it is taken back. */
function changesIn(wishes: readonly Wish[]): number {
  return wishes.length + wishes.filter(({ endedBy }) => endedBy === "the receiver").length;
}

/** How many of the next working days are offered. */
const DAYS_OFFERED = 5;

/** While one of these describes a parcel, its driver isn't on the way to the receiver. */
const open: readonly EventKind[] = [
  "booked",
  "failed_collection",
  "collected",
  "in_transit",
  "at_depot",
  "failed_attempt",
];

/**
 * The parcel whose receiver may wish for something; null once it is out for delivery, has arrived, goes back or was cancelled.
 * @param alsoOut also while it is out for delivery: somebody reaches its driver
 */
export async function openForWishes(store: Reader, quote: Quote, alsoOut = false): Promise<string | null> {
  const waybill = await waybillOfQuote(store, quote.id);
  const isClosed = quote.status === "cancelled" || isNameless(quote) || !isLocal(quote.formSnapshot.addresses);
  if (!waybill?.lastEvent || waybill.nextVisit === "return" || isClosed) return null;
  const isOpen = open.includes(waybill.lastEvent) || (alsoOut && waybill.lastEvent === "out_for_delivery");
  return isOpen ? waybill.waybillNo : null;
}

/** The next days on which we come to the receiver. */
export function daysOffered(store: Reader, { toPostal }: Pick<Quote, "toPostal">, now: Date): Promise<string[]> {
  return openDays(store, toPostal, DAYS_OFFERED, now);
}

/**
 * What the receiver can wish for, and what they have; null once the parcel is out for delivery. `refusal`: why the link
 * takes no more wishes, nor gives one back.
 */
export async function wishesShown({ read, places }: { read: Reader; places: Places }, quote: Quote, now: Date) {
  const waybillNo = await openForWishes(read, quote);
  if (!waybillNo) return null;
  const [wishes, notes] = [await wishesOf(read, waybillNo), await notesOf(read, quote.id)];
  const days = await daysOffered(read, quote, now);
  return {
    refusal: whyNoMoreWishes(wishes),
    days: days.map((day) => ({ value: day, text: plainText(catalogue().dates.day(day)) })),
    depot: await depotFor(quote, places),
    isFetched: holding(wishes, now).some(({ kind }) => kind === "depot"),
    held: holding(wishes, now).map((wish) => ({
      id: wish.id,
      words: plainText(wishInWords(wish)),
      note: wish.kind === "neighbour" ? (notes.find(({ id }) => id === wish.id)?.note ?? null) : null,
    })),
  };
}

/** The depot where a receiver may fetch the parcel: only in its own region, and where its hours are set. */
export async function depotFor({ toPostal }: Quote, places: Places): Promise<string | null> {
  const { depotHours } = contact();
  const [, depotCode] = /(\d{4})$/.exec(addressInALine()) ?? [];
  const isNear = depotCode !== undefined && (await places.areInOneRegion(depotCode, toPostal ?? ""));
  return depotHours !== null && isNear ? depotInALine() : null;
}
