import { brand } from "#app/brand";
import { spokenWaybillNumber } from "../parcels/waybill-number";
import type { Email } from "../post/email";
import { saDateTime } from "../values/sa-time";
import { type ParcelEmailData, parcelEmail } from "./parcel-email";
import type { NotifiedEvent, whoIsNotified } from "./who-is-notified";

type Statement = NonNullable<(typeof whoIsNotified)[NotifiedEvent]["corrected"]>;

/** The email to somebody who was told of a mark that staff have undone. */
export function markCorrected(data: ParcelEmailData, { said, isTrue }: Statement): Email {
  return parcelEmail(data, {
    subject: `Correction, ${isTrue}`,
    reached: null,
    opening: [`On ${saDateTime(data.happenedAt)} we told you that ${said}. That was a mistake, and we are sorry.`],
    facts: [],
    closing: ["The tracking page shows where your parcel is now. We will write to you when there is news."],
  });
}

/** The same as a text message. */
export function markCorrectedText(waybillNo: string, event: NotifiedEvent, { said }: Statement): string {
  const comesLater = event === "out_for_delivery" ? " We will tell you when it comes." : "";
  return `${brand.name}, correction: we told you that ${said} (${spokenWaybillNumber(waybillNo)}). That was a mistake, sorry.${comesLater}`;
}
