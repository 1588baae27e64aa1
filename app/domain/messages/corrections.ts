import { brand } from "#app/brand";
import type { Email } from "../mail/email";
import { saDateTime } from "../values/sa-time";
import { spokenWaybillNumber } from "../waybills/waybill-number";
import { parcelEmail, type Told } from "./parcel-email";
import type { ToldEvent } from "./who-is-told";

/** The statement that each correction takes back. */
const said: Partial<Record<ToldEvent, string>> = {
  collected: "we had collected your parcel",
  out_for_delivery: "your parcel was out for delivery",
  delivered: "your parcel had been delivered",
  failed_attempt: "we could not deliver your parcel",
  returned: "your parcel was returned",
};

/** The email to somebody who was told of a mark that staff have undone. */
export function markCorrected(told: Told, event: ToldEvent): Email {
  return parcelEmail(told, {
    subject: "Correction",
    opening: [
      `On ${saDateTime(told.happenedAt)} we told you that ${said[event] ?? "something happened"}. That was a mistake, and we are sorry.`,
    ],
    facts: [],
    closing: ["The tracking page shows where your parcel is now. We will write to you when there is news."],
  });
}

/** The same as a text message. */
export function markCorrectedText(waybillNo: string, event: ToldEvent): string {
  const comesLater = event === "out_for_delivery" ? " We will tell you when it comes." : "";
  return `${brand.name}, correction: we told you that ${said[event] ?? "something happened"} (${spokenWaybillNumber(waybillNo)}). That was a mistake, sorry.${comesLater}`;
}
