import { eq } from "drizzle-orm";
import { waybills } from "#db/schema/waybills";
import type { Reader, Tx } from "#db/store.server";
import { findWaybill, type TrackingEvent } from "../parcels/issue-waybill.server";
import { type Marking, type MarkUndoing, markParcel, type NewMark, undoMark } from "../parcels/mark-parcel.server";
import { answerReports, laterMarkAnswers } from "../parcels/open-reports.server";
import type { Quote } from "../parcels/quotes/quote";
import { parcelChanged } from "../parcels/raise-event.server";
import { HOLD_MS } from "../post/channels";
import type { Overtaking } from "../post/message-kinds";
import { bringBack, withdrawOvertaken } from "../post/overtaken.server";
import { DAY_ENDS_AT } from "../post/promise-kinds";
import { promise } from "../post/promises.server";
import { proclaimedDays } from "../prices/proclaimed-holidays.server";
import { momentOnSaClock, saClock, saDay } from "../values/sa-time";
import { workingDayAfter } from "../values/working-days";
import { correctMark } from "./correct.server";
import { quoteOf, tellReturnMissed } from "./goes-back.server";
import { notifyAccount, notifyPeople, type Wordings } from "./notify.server";
import { isUnwanted } from "./opt-out.server";
import { wordsOf } from "./words-of-mark.server";

/**
 * Adds an event to a parcel's history, and queues messages to its people for a minute later. Every mark goes through
 * here. Repeating a mark adds and sends nothing.
 */
export async function markAndNotify(tx: Tx, waybillNo: string, mark: NewMark, now: Date): Promise<Marking> {
  const marking = await markParcel(tx, waybillNo, mark, now);
  if (!marking.ok || !marking.added) return marking;
  const quote = await quoteOf(tx, waybillNo);
  await overtake(tx, quote.id, marking.event, now);
  if (marking.event.kind === "failed_attempt") await waitForAnswer(tx, marking.event);
  if (marking.corrected) {
    await correctMark(tx, quote, marking.corrected, now);
    const corrected = { cause: marking.corrected.id, correctedBy: marking.event.id };
    if (!(await isFinished(tx, waybillNo)))
      await bringBack(tx, quote.id, corrected, (email) => isUnwanted(tx, email), now);
  }
  const notBefore = new Date(now.getTime() + HOLD_MS);
  const words = await wordsOf(tx, quote, marking.event, now, mark);
  if (!(await isAnEmptyPromise(tx, marking.event))) {
    const told = mark.fewer ? "fewer_collected" : marking.event.kind;
    await notifyPeople(tx, "a parcel", quote, told, words, now, notBefore);
  } else if (marking.event.kind === "failed_attempt" && !mark.missed) {
    // The office's. A driver's is of a delivery from before, which a phone had kept: at a return they report (`markAtStop`).
    await tellReturnMissed(tx, waybillNo, { cause: marking.event.id, missed: undefined }, now);
  }
  // The account's own programs wait the same minute.
  const { id: cause, kind, place, pieces, happenedAt } = marking.event;
  await parcelChanged(tx, kind, { cause, quoteId: quote.id, place, pieces, happenedAt }, now, notBefore);
  return marking;
}

/**
 * Marks a parcel that only exists in a test, for its shop's program. Its account and its webhooks are told, at once, and
 * nobody else whom the booking names; the office promises nobody anything.
 */
export async function markInTest(tx: Tx, waybillNo: string, mark: NewMark, now: Date): Promise<Marking> {
  const marking = await markParcel(tx, waybillNo, mark, now);
  if (!marking.ok || !marking.added) return marking;
  const quote = await quoteOf(tx, waybillNo);
  await overtake(tx, quote.id, marking.event, now);
  await notifyAccount(tx, quote, marking.event.kind, await wordsOf(tx, quote, marking.event, now, mark), now);
  const { id: cause, kind, place, pieces, happenedAt } = marking.event;
  await parcelChanged(tx, kind, { cause, quoteId: quote.id, place, pieces, happenedAt }, now);
  return marking;
}

/**
 * Ends a parcel whose booking was cancelled while we had it. Whoever cancels it tells the sender.
 * @returns what its receiver reads
 */
export async function endCancelled(tx: Tx, quote: Quote, waybillNo: string, now: Date): Promise<Wordings["receiver"]> {
  const ended = { kind: "ended", because: "cancelled", place: null, happenedAt: now } as const;
  const marking = await markParcel(tx, waybillNo, ended, now);
  if (!marking.ok || !marking.added) throw new Error(`parcel ${waybillNo} can't end`);
  await overtake(tx, quote.id, marking.event, now);
  const { id: cause, kind, place, pieces, happenedAt } = marking.event;
  await parcelChanged(tx, kind, { cause, quoteId: quote.id, place, pieces, happenedAt }, now);
  return (await wordsOf(tx, quote, marking.event, now)).receiver;
}

/** Withdraws messages that a mark makes untrue, and answers the reports that it settles. */
async function overtake(tx: Tx, quoteId: string, event: TrackingEvent, now: Date): Promise<void> {
  const by = await happeningOf(tx, event);
  if (by) await withdrawOvertaken(tx, quoteId, { by, cause: event.id }, now);
  if (event.kind !== "failed_attempt" && event.kind !== "in_transit")
    await answerReports(tx, event.waybillNo, now, {
      visits: event.kind === "collected" ? ["collection"] : undefined,
      onlyIf: laterMarkAnswers,
    });
}

/** The receiver has a working day to say when they are at home, and hears that we come again on it. */
async function waitForAnswer(tx: Tx, { waybillNo, happenedAt }: TrackingEvent): Promise<void> {
  const day = workingDayAfter(saDay(happenedAt), 1, await proclaimedDays(tx));
  const answerBy = momentOnSaClock(`${day} ${saClock(happenedAt).slice(-5)}`, happenedAt);
  await tx.update(waybills).set({ answerBy }).where(eq(waybills.waybillNo, waybillNo));
  await promise(tx, "next_try", waybillNo, { until: `${day} ${DAY_ENDS_AT}` }, happenedAt);
}

/** Undoes a parcel's last mark. Messages not sent yet are withdrawn; whoever has received one gets a correction. */
export async function undoAndNotify(tx: Tx, waybillNo: string, now: Date): Promise<MarkUndoing> {
  const undoing = await undoMark(tx, waybillNo, now);
  if (!undoing.ok) return undoing;
  const quote = await quoteOf(tx, waybillNo);
  await answerReports(tx, waybillNo, now);
  await correctMark(tx, quote, undoing.undone, now);
  await bringBack(tx, quote.id, { cause: undoing.undone.id }, (email) => isUnwanted(tx, email), now);
  return undoing;
}

/** Of a parcel that goes back nobody is told that it comes, nor that we try again with its receiver. */
async function isAnEmptyPromise(store: Reader, { kind, waybillNo }: TrackingEvent): Promise<boolean> {
  const isPromise = kind === "in_transit" || kind === "out_for_delivery" || kind === "failed_attempt";
  return isPromise && (await findWaybill(store, waybillNo))?.nextVisit === "return";
}

/** What a mark means for the messages that wait; null where they stay true. */
async function happeningOf(store: Reader, { kind, waybillNo }: TrackingEvent): Promise<Overtaking | null> {
  if (kind === "booked" || kind === "reported") return null;
  if (kind !== "delivered" && kind !== "returned") return kind;
  return (await isFinished(store, waybillNo)) ? kind : "some_delivered";
}

/** Whether no visit is left: each piece was delivered or returned. */
async function isFinished(store: Reader, waybillNo: string): Promise<boolean> {
  return (await findWaybill(store, waybillNo))?.nextVisit === null;
}
