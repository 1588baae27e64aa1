import { brand } from "#app/brand";
import { contact } from "#app/contact";
import type { Arrival } from "../pricing/usual-arrival";
import type { Quote } from "../quotes/quote";
import { asGsm7, partsOf } from "../texts/gsm7";
import { spokenWaybillNumber } from "../waybills/waybill-number";
import { nameOf, tryAgainInWords } from "./parcel-facts";

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

/** To the receiver: we couldn't deliver it, and when we try again. */
export function deliveryMissedText({ quote, waybillNo }: Parcel, arrival: Arrival | null): string {
  const number = spokenWaybillNumber(waybillNo);
  const sender = nameOf(quote, "from");
  const again = tryAgainInWords(arrival).replace(/ \d{4}\./, ".");
  const ending = `${again} Be there, or phone ${contact().phoneShown}.`;
  return longestThatFits([
    ...(sender ? [`${brand.name}: we could not deliver your parcel from ${sender} (${number}). ${ending}`] : []),
    `${brand.name}: we could not deliver your parcel ${number}. ${ending}`,
  ]);
}

/** The first wording that fits into one text message, or else the last. */
function longestThatFits(wordings: string[]): string {
  return wordings.find((words) => partsOf(asGsm7(words)) === 1) ?? wordings.at(-1) ?? "";
}
