import { brand } from "#app/brand";
import type { Quote } from "../quotes/quote";
import { asGsm7, partsOf } from "../texts/gsm7";
import { spokenWaybillNumber } from "../waybills/waybill-number";
import { nameOf } from "./parcel-facts";

type Parcel = { quote: Pick<Quote, "formSnapshot">; waybillNo: string };

/** To the receiver: the driver is coming, and the PIN to tell him. */
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

/** To the receiver: nobody was there. */
export function deliveryMissedText({ waybillNo }: Parcel): string {
  return `${brand.name}: we came with your parcel ${spokenWaybillNumber(waybillNo)}, but could not deliver it. We will try again. Questions? ${brand.phone.supportShown}`;
}

/** The first of some wordings that is one text message; the last one otherwise. */
function longestThatFits(wordings: string[]): string {
  return wordings.find((words) => partsOf(asGsm7(words)) === 1) ?? wordings.at(-1) ?? "";
}
