import { brand } from "#app/brand";
import type { Email } from "../mail/email";
import { saDateTime } from "../values/sa-time";
import { spokenWaybillNumber } from "../waybills/waybill-number";
import { type ParcelEmailData, parcelEmail } from "./parcel-email";
import type { NotifiedEvent } from "./who-is-notified";

/** The statement that each correction takes back, and what is true of it. */
const statements: Partial<Record<NotifiedEvent, { said: string; isTrue: string }>> = {
  failed_collection: { said: "nobody was there when we came to collect", isTrue: "we did not miss anybody" },
  collected: { said: "we had collected your parcel", isTrue: "it was not collected" },
  out_for_delivery: { said: "your parcel was out for delivery", isTrue: "it was not out for delivery" },
  at_depot: { said: "your parcel was ready at our depot", isTrue: "it is not there yet" },
  delivered: { said: "your parcel had been delivered", isTrue: "it was not delivered" },
  failed_attempt: { said: "we could not deliver your parcel", isTrue: "we did not miss anybody" },
  returning: { said: "your parcel goes back to the sender", isTrue: "it does not go back" },
  return_missed: {
    said: "nobody was there when we came to bring your parcel back",
    isTrue: "we did not miss anybody",
  },
  ended: { said: "your parcel will not arrive", isTrue: "it is still to come" },
  returned: { said: "your parcel was returned", isTrue: "it was not returned" },
};
const unknown = { said: "something happened", isTrue: "our mistake" };

/** The email to somebody who was told of a mark that staff have undone. */
export function markCorrected(data: ParcelEmailData, event: NotifiedEvent): Email {
  const { said, isTrue } = statements[event] ?? unknown;
  return parcelEmail(data, {
    subject: `Correction, ${isTrue}`,
    reached: null,
    opening: [`On ${saDateTime(data.happenedAt)} we told you that ${said}. That was a mistake, and we are sorry.`],
    facts: [],
    closing: ["The tracking page shows where your parcel is now. We will write to you when there is news."],
  });
}

/** The same as a text message. */
export function markCorrectedText(waybillNo: string, event: NotifiedEvent): string {
  const comesLater = event === "out_for_delivery" ? " We will tell you when it comes." : "";
  return `${brand.name}, correction: we told you that ${(statements[event] ?? unknown).said} (${spokenWaybillNumber(waybillNo)}). That was a mistake, sorry.${comesLater}`;
}
