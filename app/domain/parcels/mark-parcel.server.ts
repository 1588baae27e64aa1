import { desc, eq } from "drizzle-orm";
import { plainText } from "#app/language/plain-text";
import { commandNamed, type Sentence, say, sentence, tick } from "#app/language/say";
import { trackingEvents } from "#db/schema/waybills";
import type { Tx } from "#db/store.server";
import { type Done, type DoneOr, type Refused, refused } from "../values/refused";
import { saDateTime } from "../values/sa-time";
import { makePin } from "./delivery-pin.server";
import { type Ending, whyEnded } from "./endings";
import {
  addEvent,
  findWaybill,
  historyOf,
  piecesOf,
  removeEvent,
  setPieces,
  type TrackingEvent,
} from "./issue-waybill.server";
import { judgeMark, type Mark } from "./marks";
import { countPieces, missingInWords } from "./pieces";
import { quoteById } from "./quotes/saved-quotes.server";
import type { Missed } from "./reports";
import { type Fewer, fewerPieces } from "./reports";

/** A mark to be made. `fewer`: why fewer pieces are collected than are booked; `missed`: why a visit failed; `because`: why it ends. */
export type NewMark = {
  kind: Mark;
  happenedAt: Date;
  place: string | null;
  pieces?: number;
  correct?: boolean;
  fewer?: Fewer | null;
  missed?: Missed | null;
  because?: Ending | null;
};

export type Marking =
  | Done<{ added: false; since: Date; pieces: PieceMark }>
  /** `corrected` is the earlier mark that this one replaces. */
  | Done<{ added: true; since: Date; pieces: PieceMark; event: TrackingEvent; corrected: TrackingEvent | null }>
  /** `remedy`: what the office can do about it. */
  | Refused<{ remedy?: Sentence }>;
type PieceMark = { count: number; of: number };

export type MarkUndoing = DoneOr<{ undone: TrackingEvent }>;

/** Adds an event to a parcel's history. The tracking page shows it at once. Repeating it adds nothing. */
export async function markParcel(tx: Tx, waybillNo: string, mark: NewMark, now: Date): Promise<Marking> {
  if (!(await findWaybill(tx, waybillNo))) return refused("there is no such waybill");
  const history = await historyOf(tx, waybillNo);
  const { of } = await piecesOf(tx, waybillNo);
  const judged = judgeMark(history, mark, now, { of, correct: mark.correct });
  if (judged.kind === "known") {
    return { ok: true, added: false, since: judged.since, pieces: { count: judged.pieces, of } };
  }
  if (judged.kind === "refused") return inWords(judged.why, history, of);
  const { kind, place, because = null } = mark;
  const { happenedAt, pieces } = judged;
  if (mark.fewer && fewerPieces[mark.fewer].isAll)
    await setPieces(tx, waybillNo, countPieces(history, of).collected + pieces);
  const event = await addEvent(tx, { waybillNo, kind, place, happenedAt, pieces, because });
  if (kind === "out_for_delivery") await makePin(tx, waybillNo, now);
  const corrected = (judged.outOfOrder && history.at(-1)) || null;
  return { ok: true, added: true, since: happenedAt, pieces: { count: pieces, of }, event, corrected };
}

/** Undoes a parcel's last mark, or a driver's report. Events that booking and cancelling wrote can't be undone. */
export async function undoMark(tx: Tx, waybillNo: string, now: Date): Promise<MarkUndoing> {
  const waybill = await findWaybill(tx, waybillNo);
  if (!waybill) return refused("there is no such waybill");
  const [last] = await tx
    .select()
    .from(trackingEvents)
    .where(eq(trackingEvents.waybillNo, waybillNo))
    .orderBy(desc(trackingEvents.happenedAt))
    .limit(1);
  if (!last || last.kind === "booked") return refused("it has no mark to undo");
  const isCancelled = last.kind === "ended" && (await quoteById(tx, waybill.quoteId))?.cancelledAt;
  if (last.kind === "cancelled" || isCancelled) return refused("its booking was cancelled, which can't be undone");
  // The mark may have said that no more pieces are sent.
  if (last.kind === "collected") await setPieces(tx, waybillNo, null);
  await removeEvent(tx, last, now);
  return { ok: true, undone: last };
}

/** A mark in words: "out for delivery". */
export function spokenMark(kind: string): string {
  return kind.replaceAll("_", " ");
}

type Refusal = Extract<ReturnType<typeof judgeMark>, { kind: "refused" }>["why"];

function inWords(refusal: Refusal, history: TrackingEvent[], of: number): Refused<{ remedy?: Sentence }> {
  const last = history.at(-1);
  if (!last || refusal === "cancelled") return refused("its booking was cancelled");
  if (refusal === "too many pieces")
    return refused(`it has ${of === 1 ? "1 piece" : `${of} pieces`}${missing(history, of)}`);
  if (refusal === "not yet") return refused("that time is in the future");
  const since = saDateTime(last.happenedAt);
  const before = "nothing can be added before that";
  if (refusal === "too early" && last.kind === "booked")
    return { ...refused(`it was booked only on ${since}`), remedy: sentence(before) };
  const ended = last.kind === "ended" ? ` (${plainText(whyEnded(last.because))})` : "";
  const why = `it was marked ${spokenMark(last.kind)}${ended} on ${since}`;
  const remedy =
    refusal === "too early"
      ? say`${before} (${commandNamed("undo mark")} removes the last one)`
      : say`to do it anyway, ${tick("correct")}`;
  return { ...refused(why), remedy };
}

function missing(history: TrackingEvent[], of: number): string {
  const words = missingInWords(history, of);
  return words ? `: ${words.replace(/\.$/, "")}` : "";
}
