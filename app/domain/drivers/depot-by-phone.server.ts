import { plainText } from "#app/language/plain-text";
import type { Tx } from "#db/store.server";
import { findWaybill } from "../parcels/issue-waybill.server";
import { quoteById } from "../parcels/quotes/saved-quotes.server";
import { receiversWithPin } from "../post/sent-pins.server";
import { type DoneOr, refused } from "../values/refused";
import { holdWish } from "./hold-wish.server";
import { wishInWords } from "./wish-emails";
import { holding, wishesOf } from "./wishes.server";
import { openForWishes } from "./wishes-offered.server";

/** `words`: "fetching it at the depot, until Tuesday 1 December". `hasPin`: whether a message takes the PIN to its receiver. */
export type AgreeingOnDepot = DoneOr<{ added: boolean; words: string; hasPin: boolean }>;

/**
 * The receiver told the office by phone that they fetch the parcel at the depot. It is as if they had wished for it by their
 * link, but neither where they live nor what became of the link matters. The same again changes nothing.
 */
export async function agreeOnDepot(tx: Tx, waybillNo: string, now: Date): Promise<AgreeingOnDepot> {
  const waybill = await findWaybill(tx, waybillNo);
  const quote = waybill && (await quoteById(tx, waybill.quoteId));
  if (!quote) return refused("there is no such waybill");
  if (!(await openForWishes(tx, quote))) return refused(CLOSED);
  const held = holding(await wishesOf(tx, waybillNo), now).find(({ kind }) => kind === "depot");
  const wish = held ?? (await holdWish(tx, { quote, waybillNo, asked: { kind: "depot" }, by: "the office" }, now));
  const hasPin = (await receiversWithPin(tx, [quote.id])).length > 0;
  return { ok: true, added: !held, words: plainText(wishInWords(wish)), hasPin };
}

const CLOSED =
  "it is with its driver, goes back, has arrived or goes to another country. If it is at the depot again, mark it in-transit first";
