import { messagesCatalogue } from "#app/language/messages.server";
import { spokenWaybillNumber } from "../parcels/waybill-number";
import type { Email } from "../post/email";
import { wordingThatFits } from "../post/one-part";
import { type ParcelEmailData, parcelEmail } from "./parcel-email";
import type { Corrected } from "./who-is-notified";

/** The email to somebody who was told of a mark that staff have undone. */
export function markCorrected(data: ParcelEmailData, corrected: Corrected): Email {
  const { corrections, correction } = messagesCatalogue().toSender;
  const { headline, said } = corrections[corrected];
  return parcelEmail(data, { headline, ...correction(data.happenedAt, said), reached: null, facts: [] });
}

/** The same as a text message. */
export function markCorrectedText(waybillNo: string, corrected: Corrected): string {
  const { said } = messagesCatalogue().toSender.corrections[corrected];
  const comesLater = corrected === "out_for_delivery";
  return wordingThatFits(messagesCatalogue().texts.correction(spokenWaybillNumber(waybillNo), said, comesLater));
}
