import { brand } from "#app/brand";
import { addressInALine, contact } from "#app/contact";
import { type Ending, whyEnded } from "../parcels/endings";
import type { Quote } from "../parcels/quotes/quote";
import { type Fewer, fewerPieces } from "../parcels/reports";
import type { Visit } from "../parcels/visits";
import { spokenWaybillNumber } from "../parcels/waybill-number";
import { asGsm7, partsOf } from "../post/gsm7";
import type { Arrival } from "../prices/usual-arrival";
import { shortDate } from "../values/sa-time";
import { comesTo, couldNotDeliver, nameOf, tryAgainInWords } from "./parcel-facts";

type Parcel = { quote: Pick<Quote, "formSnapshot">; waybillNo: string };

/** To the receiver: the driver is coming, and the PIN to give them. */
export function parcelComesText({ quote, waybillNo }: Parcel, pin: string, isToday: boolean): string {
  const number = spokenWaybillNumber(waybillNo);
  const comes = isToday ? "comes today" : "is out for delivery";
  const sender = nameOf(quote, "from");
  const ending = `Be there. When you have it, tell the driver PIN ${pin}.`;
  return longestThatFits([
    ...(sender ? [`${brand.name}: a parcel from ${sender} ${comes} (${number}). ${ending}`] : []),
    `${brand.name}: your parcel ${number} ${comes}. ${ending}`,
  ]);
}

/** To the sender: our driver came to collect, and nobody was there. */
export function collectionMissedText(waybillNo: string, missed = "nobody was there"): string {
  const number = spokenWaybillNumber(waybillNo);
  return `${brand.name}: we came to collect your parcel ${number}, but ${missed}. We phone you, or phone ${contact().phoneShown}.`;
}

/**
 * To the sender: we have collected the parcel.
 * @param missing which pieces are not with the others; null when they are together
 */
export function parcelCollectedText(waybillNo: string, missing: string | null): string {
  const words = `${brand.name}: we have collected your parcel ${spokenWaybillNumber(waybillNo)}.`;
  const questions = `Questions? ${contact().phoneShown}.`;
  return longestThatFits([
    ...(missing ? [`${brand.name}, ${spokenWaybillNumber(waybillNo)}: ${missing} ${questions}`] : []),
    `${words} We write again when it is delivered. ${questions}`,
  ]);
}

/**
 * To the sender: the parcel was delivered.
 * @param missing which pieces are not with the others; null when they are together
 */
export function parcelDeliveredText({ quote, waybillNo }: Parcel, missing: string | null): string {
  const number = spokenWaybillNumber(waybillNo);
  const to = nameOf(quote, "to");
  const ending = `(${number}). Questions? ${contact().phoneShown}.`;
  return longestThatFits([
    ...(missing ? [`${brand.name}, ${number}: ${missing} Questions? ${contact().phoneShown}.`] : []),
    ...(to ? [`${brand.name}: we have delivered your parcel to ${to} ${ending}`] : []),
    `${brand.name}: we have delivered your parcel ${ending}`,
  ]);
}

/** To the sender: we have collected fewer pieces than are booked. */
export function fewerCollectedText(
  waybillNo: string,
  fewer: Fewer,
  { collected, booked }: { collected: number; booked: number },
): string {
  const number = spokenWaybillNumber(waybillNo);
  return `${brand.name}: we collected ${collected} of ${booked} pieces, ${number}. ${fewerPieces[fewer].told} Questions? ${contact().phoneShown}.`;
}

/** To the receiver: its days are over, and by when they hear from us. */
export function parcelLateText(waybillNo: string, next: string): string {
  const words = `${brand.name}: your parcel ${spokenWaybillNumber(waybillNo)} is late, sorry. ${next}`;
  return longestThatFits([`${words} Questions? ${contact().phoneShown}.`, words]);
}

/** To whoever read that we come: we may not. */
export function notAsWeSaidText(waybillNo: string, visit: Visit): string {
  const number = spokenWaybillNumber(waybillNo);
  return `${brand.name}, ${number}: we may not ${comesTo[visit]} when we said, sorry. You don't have to wait. Questions? ${contact().phoneShown}.`;
}

/** To the sender: our driver brings it back. */
export function parcelComesBackText(waybillNo: string, why: string | null): string {
  const words = `${brand.name}: we ${couldNotDeliver(`your parcel ${spokenWaybillNumber(waybillNo)}`, why)}`;
  return `${words} We bring it back to you. Questions? ${contact().phoneShown}.`;
}

/** To the sender: our driver came to bring it back, and nobody was there. */
export function returnMissedText(waybillNo: string, missed = "could not hand it over"): string {
  const number = spokenWaybillNumber(waybillNo);
  return `${brand.name}: we came to bring your parcel ${number} back, but ${missed}. We phone you, or phone ${contact().phoneShown}.`;
}

/** To the receiver: it is on its way back. */
export function parcelGoesBackText({ quote, waybillNo }: Parcel, why: string | null): string {
  const number = spokenWaybillNumber(waybillNo);
  const sender = nameOf(quote, "from");
  const ending = `It goes back to the sender. Still want it? Phone ${contact().phoneShown}.`;
  return longestThatFits([
    ...(sender ? [`${brand.name}: we ${couldNotDeliver(`the parcel from ${sender} (${number})`, why)} ${ending}`] : []),
    `${brand.name}: we ${couldNotDeliver(`the parcel ${number}`, why)} ${ending}`,
    `${brand.name}: we ${couldNotDeliver(`the parcel ${number}`, null)} ${ending}`,
  ]);
}

/** To the receiver, who fetches it: it is at our depot. */
export function parcelReadyText(waybillNo: string, pin: string, until: string): string {
  const words = `${brand.name}: your parcel ${spokenWaybillNumber(waybillNo)} is ready at our depot until ${shortDate(until)}. Bring PIN ${pin}.`;
  return longestThatFits([`${words} ${addressInALine()}.`, `${words} Questions? ${contact().phoneShown}.`, words]);
}

/** To the sender and the receiver: it will not arrive. */
export function parcelEndedText(waybillNo: string, because: Ending | null): string {
  return `${brand.name}: the parcel ${spokenWaybillNumber(waybillNo)} will not arrive: ${whyEnded(because)}. Questions? ${contact().phoneShown}.`;
}

/** To the receiver: it isn't coming. */
export function parcelSentBackText({ quote, waybillNo }: Parcel): string {
  const number = spokenWaybillNumber(waybillNo);
  const sender = nameOf(quote, "from");
  const ending = `went back to the sender and will not come. Questions? ${contact().phoneShown}.`;
  return longestThatFits([
    ...(sender ? [`${brand.name}: the parcel from ${sender} (${number}) ${ending}`] : []),
    `${brand.name}: the parcel ${number} ${ending}`,
  ]);
}

/** To the receiver: we couldn't deliver it, and when we try again. */
export function deliveryMissedText({ quote, waybillNo }: Parcel, arrival: Arrival | null): string {
  const number = spokenWaybillNumber(waybillNo);
  const sender = nameOf(quote, "from");
  const ending = `${tryAgainInWords(arrival)} Be there, or phone ${contact().phoneShown}.`;
  return longestThatFits([
    ...(sender ? [`${brand.name}: we could not deliver your parcel from ${sender} (${number}). ${ending}`] : []),
    `${brand.name}: we could not deliver your parcel ${number}. ${ending}`,
  ]);
}

/** The first wording that fits into one text message, or else the last. */
function longestThatFits(wordings: string[]): string {
  return wordings.find((words) => partsOf(asGsm7(words)) === 1) ?? wordings.at(-1) ?? "";
}
