import { plainText } from "#app/language/plain-text";
import type { Tx } from "#db/store.server";
import { findWaybill } from "../parcels/issue-waybill.server";
import type { Quote } from "../parcels/quotes/quote";
import { quoteById } from "../parcels/quotes/saved-quotes.server";
import { receiversWithPin } from "../post/sent-pins.server";
import { type DoneOr, refused } from "../values/refused";
import { holdWish, isHeld, keptUntil, type NewWish, noteOf } from "./take-wish.server";
import { tellOfEnd } from "./wish-messages.server";
import { endWishes, holding, openForWishes, wishesOf, wishInWords } from "./wishes.server";

/** A day is agreed on with `agreeVisit`. */
type ByPhone = Exclude<NewWish, { kind: "day" }>;

/**
 * `words`: "fetching it at the depot, until Tuesday 1 December". `note`: what the driver reads. `hasPin`: whether a message
 * takes the PIN to its receiver.
 */
export type WishingByPhone = DoneOr<{
  quote: Quote;
  added: boolean;
  words: string;
  note: string;
  hasPin: boolean;
}>;

/**
 * The receiver told the office by phone that they fetch the parcel at the depot, or that a neighbour takes it. It is as if
 * they had wished for it by their link, but neither where they live nor what became of the link matters, and a neighbour
 * can be named while its driver is on the way. The same again changes nothing.
 */
export async function wishByPhone(tx: Tx, waybillNo: string, asked: ByPhone, now: Date): Promise<WishingByPhone> {
  const quote = await quoteOf(tx, waybillNo);
  if (!quote) return refused("there is no such waybill");
  const { kind } = asked;
  if (!(await openForWishes(tx, quote, kind === "neighbour"))) return refused(closed[kind]);
  const until = await keptUntil(tx, waybillNo, asked, now);
  const note = noteOf(quote, asked, until, "the office") ?? "";
  const held = holding(await wishesOf(tx, waybillNo), now);
  const isSame = await isHeld(tx, quote, held, asked, note);
  const same = isSame ? held.find((wish) => wish.kind === kind) : undefined;
  const wish = same ?? (await holdWish(tx, { quote, waybillNo, asked, by: "the office" }, now));
  const hasPin = (await receiversWithPin(tx, [quote.id])).length > 0;
  return { ok: true, quote, added: !same, words: plainText(wishInWords(wish)), note, hasPin };
}

/** No neighbour takes it any more, as the receiver said by phone; they are told. Doing it again changes nothing. */
export async function endNeighbour(
  tx: Tx,
  waybillNo: string,
  now: Date,
): Promise<DoneOr<{ quote: Quote; added: boolean }>> {
  const quote = await quoteOf(tx, waybillNo);
  if (!quote) return refused("there is no such waybill");
  const ended = await endWishes(tx, waybillNo, ["neighbour"], "the office", now);
  const isToCome = (await openForWishes(tx, quote, true)) !== null;
  for (const wish of isToCome ? ended : []) await tellOfEnd(tx, quote, wish, now);
  return { ok: true, quote, added: ended.length > 0 };
}

async function quoteOf(tx: Tx, waybillNo: string): Promise<Quote | null> {
  const waybill = await findWaybill(tx, waybillNo);
  return waybill && (await quoteById(tx, waybill.quoteId));
}

const closed = {
  depot:
    "it is with its driver, goes back, has arrived or goes to another country. If it is at the depot again, mark it in-transit first",
  neighbour: "it goes back, has arrived, was cancelled or goes to another country",
};
