import { say } from "#app/language/say";
import { readSiteFacts } from "#db/site-facts.server";
import type { Reader } from "#db/store.server";
import { readPin } from "../parcels/delivery-pin.server";
import { historyOf, piecesOf, type TrackingEvent } from "../parcels/issue-waybill.server";
import type { NewMark } from "../parcels/mark-parcel.server";
import { arrivalIn } from "../parcels/parcel-state";
import { parcelStateOf } from "../parcels/parcel-states.server";
import { countPieces, missingInWords, someOf } from "../parcels/pieces";
import type { Quote } from "../parcels/quotes/quote";
import { whyBack } from "../parcels/why-back.server";
import { HOLD_MS } from "../post/channels";
import { leavesAt, readQuietHours } from "../post/quiet-hours";
import { endOfSaDay, saDay, saMoment } from "../values/sa-time";
import { linksOf } from "./message-links.server";
import type { Wordings } from "./notify.server";
import { messageKey, type ParcelEmailData, textRow } from "./parcel-email";
import {
  deliveryMissed,
  parcelComes,
  parcelEnded,
  parcelReady,
  parcelReceived,
  parcelSentBack,
} from "./receiver-emails";
import {
  collectionFailed,
  deliveryFailed,
  fewerCollected,
  parcelCollected,
  parcelDelivered,
  parcelReturned,
  sentParcelEnded,
} from "./sender-emails";
import {
  collectionMissedText,
  deliveryMissedText,
  fewerCollectedText,
  parcelCollectedText,
  parcelComesText,
  parcelDeliveredText,
  parcelEndedText,
  parcelReadyText,
  parcelSentBackText,
} from "./texts";
import type { Person } from "./who-is-notified";

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
): Promise<Wordings> {
  const { fewer } = why;
  const missed = why.missed ?? undefined;
  const { waybillNo, kind, happenedAt } = event;
  const links = await linksOf(store, { quoteId: quote.id, waybillNo });
  const occasion = `${kind}:${quote.id}:${event.id}`;
  const history = await historyOf(store, waybillNo);
  const { of, booked } = await piecesOf(store, waybillNo);
  const missingSome = missingInWords(history, of, booked);
  const missing = missingSome === null ? null : say`${missingSome}`;
  const state = await parcelStateOf(store, { quote, waybillNo }, history, now);
  const arrival = arrivalIn(state);
  const some = kind === "collected" || kind === "delivered" ? someOf(kind, history, of) : null;
  // Of the rest only a later day that is planned says when it comes.
  const comes = some && !(arrival?.isPlanned && arrival.first > saDay(now)) ? null : arrival;
  const sent = { ...quote, quantity: of };
  const dataFor = (person: Person, to: string): ParcelEmailData => ({
    ...{ occasion, person, to, quote: sent, waybillNo, links, arrival: comes, missing, some, happenedAt, now },
  });
  const text = (about: string, words: string, person: Person = "receiver", trueUntil?: Date) => ({
    trueUntil,
    key: `${messageKey({ occasion, person })}:sms`,
    about,
    words,
    digestRow: some || fewer ? undefined : textRow(waybillNo),
    holds: kind === "out_for_delivery" || kind === "at_depot" ? ("the PIN" as const) : ("nothing secret" as const),
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
    case "at_depot": {
      const until = state.state === "at_depot" ? state.fetching?.until : null;
      if (!until) return {};
      const pin = (await readPin(store, waybillNo))?.pin ?? "";
      const trueUntil = saMoment(until, "24:00");
      return {
        receiver: (...to) => ({ ...parcelReady(dataFor(...to), pin, until), trueUntil }),
        receiverText: text("Your parcel is ready", parcelReadyText(waybillNo, pin, until), "receiver", trueUntil),
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
      const trueUntil = arrival ? saMoment(arrival.first, "24:00") : undefined;
      return {
        sender: (...to) => ({ ...deliveryFailed(dataFor(...to), missed), trueUntil }),
        receiver: (...to) => ({ ...deliveryMissed(dataFor(...to), pin, missed), trueUntil }),
        receiverText: text(
          "We could not deliver your parcel",
          deliveryMissedText({ quote, waybillNo }, arrival),
          "receiver",
          trueUntil,
        ),
      };
    }
    case "returned": {
      const why = (await whyBack(store, [waybillNo])).get(waybillNo);
      return {
        sender: (...to) => parcelReturned(dataFor(...to), why),
        receiver: (...to) => parcelSentBack(dataFor(...to)),
        receiverText: text("Your parcel went back", parcelSentBackText({ quote, waybillNo })),
      };
    }
    case "ended": {
      const { because } = event;
      const words = parcelEndedText(waybillNo, because);
      return {
        sender: (...to) => sentParcelEnded(dataFor(...to), because),
        senderText: text("Your parcel will not arrive", words, "sender"),
        receiver: (...to) => parcelEnded(dataFor(...to), because),
        receiverText: text("The parcel will not arrive", words),
      };
    }
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
