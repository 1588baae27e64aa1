import { addressInALine } from "#app/contact";
import { type Messages, messagesCatalogue } from "#app/language/messages.server";
import type { Sentence } from "#app/language/say";
import { type Ending, whyEnded } from "../parcels/endings";
import type { WhyBack } from "../parcels/parcel-state";
import type { Quote } from "../parcels/quotes/quote";
import type { Fewer, Missed } from "../parcels/reports";
import type { Visit } from "../parcels/visits";
import { spokenWaybillNumber as spoken } from "../parcels/waybill-number";
import { wordingThatFits } from "../post/one-part";
import type { Arrival } from "../prices/usual-arrival";
import { dayAndTime } from "../values/sa-time";
import { missedInWords, nameOf, tryAgainInWords } from "./parcel-facts";

type ParcelOfText = { quote: Pick<Quote, "formSnapshot">; waybillNo: string };

const words = () => messagesCatalogue().texts;

/** To the receiver: the driver is coming, and the PIN to give them. */
export function parcelComesText({ quote, waybillNo }: ParcelOfText, pin: string, isToday: boolean): string {
  return wordingThatFits(words().comes({ from: nameOf(quote, "from"), no: spoken(waybillNo), pin, isToday }));
}

/** To the sender: our driver came to collect, and nobody was there. */
export function collectionMissedText(waybillNo: string, missed: Missed = "nobody"): string {
  return wordingThatFits(words().collectionMissed(spoken(waybillNo), messagesCatalogue().parcel.missed[missed]));
}

/**
 * To the sender: we have collected the parcel.
 * @param missing which pieces are not with the others; null when they are together
 */
export function parcelCollectedText(waybillNo: string, missing: Sentence | null): string {
  return wordingThatFits(words().collected(spoken(waybillNo), missing));
}

/**
 * To the sender: the parcel was delivered.
 * @param missing which pieces are not with the others; null when they are together
 */
export function parcelDeliveredText({ quote, waybillNo }: ParcelOfText, missing: Sentence | null): string {
  return wordingThatFits(words().delivered({ to: nameOf(quote, "to"), no: spoken(waybillNo), missing }));
}

/** To the sender: we have collected fewer pieces than are booked. */
export function fewerCollectedText(
  waybillNo: string,
  fewer: Fewer,
  { collected, booked }: { collected: number; booked: number },
): string {
  const why = messagesCatalogue().parcel.fewer[fewer];
  return wordingThatFits(words().fewerCollected(spoken(waybillNo), collected, booked, why));
}

/** To the receiver: its days are over, and by when they hear from us. */
export function parcelLateText(waybillNo: string, next: Sentence, by: NewsBy): string {
  return wordingThatFits(words().late(spoken(waybillNo), next, by));
}
type NewsBy = Parameters<Messages["texts"]["late"]>[2];

/** To the receiver: what the office tells them. Longer than one text where the words are. @param until `2026-12-09 17:00` */
export function parcelNewsText(waybillNo: string, said: string, until: string): string {
  const { day, time } = dayAndTime(until);
  return wordingThatFits(words().news(spoken(waybillNo), said, time, day));
}

/** To the receiver: nobody told them by then. */
export function parcelNewsOverdueText(waybillNo: string, until: string): string {
  const { day, time } = dayAndTime(until);
  return wordingThatFits(words().newsOverdue(spoken(waybillNo), time, day));
}

/** To whom we can't come before a day. `shortly`: the same without the place. */
export function parcelDelayedText(waybillNo: string, what: Sentence, shortly: Sentence): string {
  return wordingThatFits(words().delayed(spoken(waybillNo), what, shortly));
}

/** To whoever was told so: it is over. `on`: the day on which we come, if it is known. */
export function delayOverText(waybillNo: string, because: string, on: string | null): string {
  return wordingThatFits(words().delayOver(spoken(waybillNo), because, on));
}

/** To whoever read that we come: we may not. */
export function notAsWeSaidText(waybillNo: string, visit: Visit): string {
  return wordingThatFits(words().notAsWeSaid(spoken(waybillNo), visit));
}

/** To the sender: our driver brings it back. */
export function parcelComesBackText(waybillNo: string, why: WhyBack | null): string {
  const no = spoken(waybillNo);
  return wordingThatFits(why === "unpaid" ? words().comesBackUnpaid(no) : words().comesBack(no, why));
}

/** To the sender: our driver came to bring it back, and nobody was there. */
export function returnMissedText(waybillNo: string, missed?: Missed): string {
  return wordingThatFits(words().returnMissed(spoken(waybillNo), missedInWords(missed)));
}

/** To the receiver: it is on its way back. */
export function parcelGoesBackText({ quote, waybillNo }: ParcelOfText, why: WhyBack | null): string {
  const [from, no] = [nameOf(quote, "from"), spoken(waybillNo)];
  return wordingThatFits(why === "unpaid" ? words().goesBackUnpaid(from, no) : words().goesBack(from, no, why));
}

/** To the receiver, who fetches it: it is at our depot. */
export function parcelReadyText(waybillNo: string, pin: string, until: string): string {
  return wordingThatFits(words().ready({ no: spoken(waybillNo), pin, until, depot: addressInALine() }));
}

/** To the sender and the receiver: it will not arrive. */
export function parcelEndedText(waybillNo: string, because: Ending | null): string {
  return wordingThatFits(words().ended(spoken(waybillNo), whyEnded(because)));
}

/** To the receiver: it isn't coming. */
export function parcelSentBackText({ quote, waybillNo }: ParcelOfText): string {
  return wordingThatFits(words().wentBack(nameOf(quote, "from"), spoken(waybillNo)));
}

/** To the receiver: when we deliver it, or that the agreed day no longer holds. */
export function deliveryAgreedText({ quote, waybillNo }: ParcelOfText, agreed: AgreedDay): string {
  return wordingThatFits(words().deliveryAgreed(nameOf(quote, "from"), spoken(waybillNo), agreed));
}
type AgreedDay = Parameters<Messages["texts"]["deliveryAgreed"]>[2];

/** To the receiver: we couldn't deliver it, and when we try again. */
export function deliveryMissedText({ quote, waybillNo }: ParcelOfText, arrival: Arrival | null): string {
  return wordingThatFits(words().deliveryMissed(nameOf(quote, "from"), spoken(waybillNo), tryAgainInWords(arrival)));
}
