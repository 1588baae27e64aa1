import { brand } from "#app/brand";
import type { Email } from "../mail/email";
import { saDateTime } from "../values/sa-time";
import { parcelEmail, type Told } from "./parcel-email";
import { nameOf, tryAgainInWords } from "./parcel-facts";

/** To the sender: we have collected the parcel. */
export function parcelCollected(told: Told): Email {
  return parcelEmail(told, {
    subject: "We have collected your parcel",
    opening: ["We have collected your parcel."],
    facts: [["Collected", saDateTime(told.happenedAt)]],
    closing: ["What happens next: we bring the parcel to the receiver. We will email you when it has been delivered."],
  });
}

/** To the sender: the parcel was delivered. */
export function parcelDelivered(told: Told): Email {
  const to = nameOf(told.quote, "to");
  return parcelEmail(told, {
    subject: "Your parcel has been delivered",
    opening: [to ? `We have delivered your parcel to ${to}.` : "We have delivered your parcel."],
    facts: [["Delivered", saDateTime(told.happenedAt)]],
    links: [told.links.wrong],
    closing: ["Thank you for sending with us."],
  });
}

/** To the sender: our driver came, and nobody was there. */
export function deliveryFailed(told: Told): Email {
  return parcelEmail(told, {
    subject: "We could not deliver your parcel yet",
    opening: ["We came to deliver your parcel, but could not."],
    facts: [["We came", saDateTime(told.happenedAt)]],
    closing: [
      `${tryAgainInWords(told.arrival)} You don't pay more. Please ask the receiver to be there, or phone us if the address has changed.`,
    ],
  });
}

/** To the sender: the parcel was returned. */
export function parcelReturned(told: Told): Email {
  return parcelEmail(told, {
    subject: "Your parcel was returned",
    opening: ["We could not deliver your parcel, so we have returned it to you."],
    facts: [["Returned", saDateTime(told.happenedAt)]],
    closing: [`If you have questions, write to ${brand.email.contact} or phone ${brand.phone.supportShown}.`],
  });
}
