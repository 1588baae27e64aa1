import { brand } from "#app/brand";
import type { Email } from "../mail/email";
import { saDateTime } from "../values/sa-time";
import { spokenWaybillNumber } from "../waybills/waybill-number";
import { type ParcelEmailData, parcelEmail } from "./parcel-email";
import type { NotifiedEvent } from "./who-is-notified";

/** The statement that each correction takes back. */
const statements: Partial<Record<NotifiedEvent, string>> = {
  failed_collection: "nobody was there when we came to collect",
  collected: "we had collected your parcel",
  out_for_delivery: "your parcel was out for delivery",
  delivered: "your parcel had been delivered",
  failed_attempt: "we could not deliver your parcel",
  returned: "your parcel was returned",
};

/** The email to somebody who was told of a mark that staff have undone. */
export function markCorrected(data: ParcelEmailData, event: NotifiedEvent): Email {
  return parcelEmail(data, {
    subject: "Correction",
    reached: null,
    opening: [
      `On ${saDateTime(data.happenedAt)} we told you that ${statements[event] ?? "something happened"}. That was a mistake, and we are sorry.`,
    ],
    facts: [],
    closing: ["The tracking page shows where your parcel is now. We will write to you when there is news."],
  });
}

/** The same as a text message. */
export function markCorrectedText(waybillNo: string, event: NotifiedEvent): string {
  const comesLater = event === "out_for_delivery" ? " We will tell you when it comes." : "";
  return `${brand.name}, correction: we told you that ${statements[event] ?? "something happened"} (${spokenWaybillNumber(waybillNo)}). That was a mistake, sorry.${comesLater}`;
}
