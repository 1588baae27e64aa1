import { eq } from "drizzle-orm";
import { waybills } from "#db/schema/waybills";
import { readSiteFacts } from "#db/site-facts.server";
import type { Reader, Tx } from "#db/store.server";
import { HOLD_MS } from "../mail/channels";
import type { Happening } from "../mail/message-kinds";
import { bringBack, withdrawOvertaken } from "../mail/outbox.server";
import { proclaimedDays } from "../price-tables/proclaimed-holidays.server";
import { arrivalOfParcel } from "../quotes/parcel-states.server";
import type { Quote } from "../quotes/quote";
import { quoteById } from "../quotes/saved-quotes.server";
import { leavesAt, readQuietHours } from "../texts/quiet-hours";
import { endOfSaDay, momentOnSaClock, saClock, saDay } from "../values/sa-time";
import { workingDayAfter } from "../values/working-days";
import { readPin } from "../waybills/delivery-pin.server";
import { findWaybill, historyOf, piecesOf, type TrackingEvent } from "../waybills/issue-waybill.server";
import { type Marking, markParcel, type NewMark, type Undoing, undoMark } from "../waybills/mark-parcel.server";
import { answerReports, laterMarkAnswers } from "../waybills/open-reports.server";
import { countPieces, missingInWords } from "../waybills/pieces";
import { parcelChanged } from "../webhooks/raise-event.server";
import { correctMark } from "./correct.server";
import { linksOf } from "./message-links.server";
import { notifyPeople, type Words } from "./notify.server";
import { messageKey, type ParcelEmailData } from "./parcel-email";
import { deliveryMissed, parcelComes, parcelReceived, parcelSentBack } from "./receiver-emails";
import {
  collectionFailed,
  deliveryFailed,
  fewerCollected,
  parcelCollected,
  parcelDelivered,
  parcelReturned,
} from "./sender-emails";
import {
  collectionMissedText,
  deliveryMissedText,
  fewerCollectedText,
  parcelCollectedText,
  parcelComesText,
  parcelDeliveredText,
  parcelSentBackText,
} from "./texts";
import type { Person } from "./who-is-notified";

/**
 * Adds an event to a parcel's history, and queues messages to its people for a minute later. Every mark goes through
 * here. Repeating a mark adds and sends nothing.
 */
export async function markAndNotify(tx: Tx, waybillNo: string, mark: NewMark, now: Date): Promise<Marking> {
  const marking = await markParcel(tx, waybillNo, mark, now);
  if (!marking.ok || !marking.added) return marking;
  const quote = await quoteOf(tx, waybillNo);
  const by = await happeningOf(tx, marking.event);
  if (by) await withdrawOvertaken(tx, quote.id, { by, cause: marking.event.id }, now);
  if (marking.event.kind === "failed_attempt") await waitForAnswer(tx, marking.event);
  if (marking.event.kind !== "failed_attempt" && marking.event.kind !== "in_transit")
    await answerReports(tx, waybillNo, now, {
      visits: marking.event.kind === "collected" ? ["collection"] : undefined,
      onlyIf: laterMarkAnswers,
    });
  if (marking.corrected) await correctMark(tx, quote, marking.corrected, now);
  const notBefore = new Date(now.getTime() + HOLD_MS);
  const words = await wordsOf(tx, quote, marking.event, now, mark);
  await notifyPeople(tx, "a parcel", quote, mark.fewer ? "fewer_collected" : marking.event.kind, words, now, notBefore);
  // The account's own programs wait the same minute.
  const { id: cause, kind, place, happenedAt } = marking.event;
  await parcelChanged(tx, kind, { cause, quoteId: quote.id, place, happenedAt }, now, notBefore);
  return marking;
}

/** The receiver has a working day to say when they are at home. */
async function waitForAnswer(tx: Tx, { waybillNo, happenedAt }: TrackingEvent): Promise<void> {
  const day = workingDayAfter(saDay(happenedAt), 1, await proclaimedDays(tx));
  const answerBy = momentOnSaClock(`${day} ${saClock(happenedAt).slice(-5)}`, happenedAt);
  await tx.update(waybills).set({ answerBy }).where(eq(waybills.waybillNo, waybillNo));
}

/** Undoes a parcel's last mark. Messages not sent yet are withdrawn; whoever has received one gets a correction. */
export async function undoAndNotify(tx: Tx, waybillNo: string, now: Date): Promise<Undoing> {
  const undoing = await undoMark(tx, waybillNo);
  if (!undoing.ok) return undoing;
  const quote = await quoteOf(tx, waybillNo);
  await answerReports(tx, waybillNo, now);
  await correctMark(tx, quote, undoing.undone, now);
  await bringBack(tx, quote.id, undoing.undone.id, now);
  return undoing;
}

/**
 * The messages about a mark.
 * @param why why fewer pieces were collected than are booked, or why the visit failed
 */
export async function wordsOf(
  store: Reader,
  quote: Quote,
  event: TrackingEvent,
  now: Date,
  why: Pick<NewMark, "fewer" | "missed"> = {},
): Promise<Words> {
  const { fewer } = why;
  const missed = why.missed ?? undefined;
  const { waybillNo, kind, happenedAt } = event;
  const links = await linksOf(store, { quoteId: quote.id, waybillNo });
  const occasion = `${kind}:${quote.id}:${event.id}`;
  const history = await historyOf(store, waybillNo);
  const { of, booked } = await piecesOf(store, waybillNo);
  const missing = missingInWords(history, of, booked);
  const arrival = await arrivalOfParcel(store, { quote, waybillNo }, history, now);
  const sent = { ...quote, quantity: of };
  const dataFor = (person: Person, to: string): ParcelEmailData => ({
    ...{ occasion, person, to, quote: sent, waybillNo, links, arrival, missing, happenedAt, now },
  });
  const text = (about: string, words: string, person: Person = "receiver", trueUntil?: Date) => ({
    trueUntil,
    key: `${messageKey({ occasion, person })}:sms`,
    about,
    words,
    holds: kind === "out_for_delivery" ? ("the PIN" as const) : ("nothing secret" as const),
  });
  switch (kind) {
    case "failed_collection":
      return {
        sender: (...to) => collectionFailed(dataFor(...to), missed),
        senderText: text("We came to collect your parcel", collectionMissedText(waybillNo, missed), "sender"),
      };
    case "collected": {
      if (fewer) {
        const count = { collected: countPieces(history, of).collected, booked };
        return {
          sender: (...to) => fewerCollected(dataFor(...to), fewer, count),
          senderText: text("Fewer pieces than booked", fewerCollectedText(waybillNo, fewer, count), "sender"),
        };
      }
      return {
        sender: (...to) => parcelCollected(dataFor(...to)),
        senderText: text("We have collected your parcel", parcelCollectedText(waybillNo, missing), "sender"),
      };
    }
    case "out_for_delivery": {
      const pin = (await readPin(store, waybillNo))?.pin ?? "";
      const isToday = await comesToday(store, happenedAt, now);
      return {
        receiver: (...to) => parcelComes(dataFor(...to), pin, isToday),
        receiverText: text(
          "Your parcel comes",
          parcelComesText({ quote, waybillNo }, pin, isToday),
          "receiver",
          isToday ? endOfSaDay(now) : undefined,
        ),
      };
    }
    case "delivered":
      return {
        sender: (...to) => parcelDelivered(dataFor(...to)),
        senderText: text(
          "Your parcel has been delivered",
          parcelDeliveredText({ quote, waybillNo }, missing),
          "sender",
        ),
        receiver: (...to) => parcelReceived(dataFor(...to)),
      };
    case "failed_attempt": {
      const pin = (await readPin(store, waybillNo))?.pin;
      return {
        sender: (...to) => deliveryFailed(dataFor(...to), missed),
        receiver: (...to) => deliveryMissed(dataFor(...to), pin, missed),
        receiverText: text("We could not deliver your parcel", deliveryMissedText({ quote, waybillNo }, arrival)),
      };
    }
    case "returned":
      return {
        sender: (...to) => parcelReturned(dataFor(...to)),
        receiver: (...to) => parcelSentBack(dataFor(...to)),
        receiverText: text("Your parcel went back", parcelSentBackText({ quote, waybillNo })),
      };
    default:
      return {};
  }
}

/**
 * Whether the message "out for delivery" may say "today". Not for a mark made in the evening: the text waits until the
 * morning, and the parcel may come then.
 */
async function comesToday(store: Reader, happenedAt: Date, now: Date): Promise<boolean> {
  const quiet = readQuietHours((await readSiteFacts(store))?.quietHours ?? "none") ?? null;
  return saDay(happenedAt) === saDay(leavesAt(quiet, new Date(now.getTime() + HOLD_MS)));
}

/** What a mark means for the messages that wait; null where they stay true. */
async function happeningOf(store: Reader, { kind, waybillNo }: TrackingEvent): Promise<Happening | null> {
  if (kind === "booked" || kind === "reported") return null;
  if (kind !== "delivered" && kind !== "returned") return kind;
  const { of } = await piecesOf(store, waybillNo);
  const { delivered, returned } = countPieces(await historyOf(store, waybillNo), of);
  return delivered + returned >= of ? kind : "some_delivered";
}

/** A marked parcel always has a waybill, and a waybill a quote. */
async function quoteOf(tx: Tx, waybillNo: string): Promise<Quote> {
  const waybill = await findWaybill(tx, waybillNo);
  const quote = waybill && (await quoteById(tx, waybill.quoteId));
  if (!quote) throw new Error(`the quote of ${waybillNo} has gone`);
  return quote;
}
