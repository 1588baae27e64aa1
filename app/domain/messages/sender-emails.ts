import { contact } from "#app/contact";
import { type Ending, isOurs, whyEndedInFull } from "../parcels/endings";
import type { Stage } from "../parcels/parcel-state";
import { type Fewer, fewerPieces } from "../parcels/reports";
import type { Visit } from "../parcels/visits";
import type { Email } from "../post/email";
import { saDateTime } from "../values/sa-time";
import { type ParcelEmailData, parcelEmail } from "./parcel-email";
import {
  comesTo,
  couldNotDeliver,
  leftInWords,
  nameOf,
  piecesInWords,
  restInWords,
  tryAgainInWords,
} from "./parcel-facts";

/**
 * To the sender: our driver came to collect, and nobody was there. No day is promised before it is agreed.
 * @param missed what the driver met
 */
export function collectionFailed(data: ParcelEmailData, missed = "nobody was there"): Email {
  return parcelEmail(
    { ...data, arrival: null },
    {
      subject: "We came to collect your parcel",
      reached: 1,
      hasMissed: true,
      opening: [`We came to collect your parcel, but ${missed}.`],
      facts: [["We came", saDateTime(data.happenedAt)]],
      closing: [`We phone you to agree on a day, or you phone us: ${contact().phoneShown}. You don't pay more.`],
    },
  );
}

/** To the sender: we have collected the parcel. */
export function parcelCollected(data: ParcelEmailData): Email {
  const { some } = data;
  if (some)
    return parcelEmail(
      { ...data, arrival: null, missing: null },
      {
        subject: `We have collected ${piecesInWords(some)}`,
        reached: 2,
        opening: [
          `We have collected ${piecesInWords(some)} of your parcel. ${leftInWords(some)} still to be collected.`,
        ],
        facts: [["Collected", saDateTime(data.happenedAt)]],
        closing: [
          `What happens next: we phone you to agree on a day for the rest, or you phone us: ${contact().phoneShown}. You don't pay more.`,
        ],
      },
    );
  return parcelEmail(data, {
    subject: "We have collected your parcel",
    reached: 2,
    opening: ["We have collected your parcel."],
    facts: [["Collected", saDateTime(data.happenedAt)]],
    closing: ["What happens next: we bring the parcel to the receiver. We will email you when it has been delivered."],
  });
}

/** To the sender: we have collected fewer pieces than are booked. */
export function fewerCollected(
  data: ParcelEmailData,
  fewer: Fewer,
  { collected, booked }: { collected: number; booked: number },
): Email {
  return parcelEmail(
    { ...data, arrival: fewerPieces[fewer].isAll ? data.arrival : null, missing: null },
    {
      subject: `We have collected ${collected} of ${booked} pieces`,
      reached: 2,
      opening: [`We have collected ${collected} of the ${booked} pieces that you booked.`, fewerPieces[fewer].told],
      facts: [["Collected", saDateTime(data.happenedAt)]],
      closing: [`Is this wrong, or do you have a question about the price? Phone us: ${contact().phoneShown}.`],
    },
  );
}

/** To whoever read that we come: we may not. Another driver may come all the same. */
export function notAsWeSaid(data: ParcelEmailData, visit: Visit): Email {
  return parcelEmail(data, {
    subject: `We may not ${comesTo[visit]} as we said`,
    reached: null,
    opening: [
      `We told you when we ${comesTo[visit]}. Something came up, and we may not come then. We are sorry.`,
      "You don't have to wait for us.",
    ],
    facts: [],
    closing: [`Do you want to know more? Phone us: ${contact().phoneShown}.`],
  });
}

/** To the sender: the parcel was delivered. */
export function parcelDelivered(data: ParcelEmailData): Email {
  const { some } = data;
  const to = nameOf(data.quote, "to");
  const what = some ? `${piecesInWords(some)} of your parcel` : "your parcel";
  return parcelEmail(some ? { ...data, missing: null } : data, {
    subject: some ? `${piecesInWords(some)} delivered` : "Your parcel has been delivered",
    reached: some ? 4 : 5,
    opening: [`We have delivered ${what}${to ? ` to ${to}` : ""}.`, ...restInWords(data)],
    facts: [["Delivered", saDateTime(data.happenedAt)]],
    links: [data.links.wrong],
    closing: [some ? "We write again when the rest is delivered." : "Thank you for sending with us."],
  });
}

/**
 * To the sender: our driver came, and nobody was there.
 * @param missed what the driver met; the office may not know it
 */
export function deliveryFailed(data: ParcelEmailData, missed = "could not"): Email {
  return parcelEmail(data, {
    subject: "We could not deliver your parcel yet",
    reached: 4,
    hasMissed: true,
    opening: [`We came to deliver your parcel, but ${missed}. ${tryAgainInWords(data.arrival)}`],
    facts: [["We came", saDateTime(data.happenedAt)]],
    closing: ["You don't pay more. Please ask the receiver to be there, or phone us if the address has changed."],
  });
}

/** To both people: its days are over. `next` says what we do about it, and by when they hear from us. */
export function parcelLate(data: ParcelEmailData, reached: Stage, next: string): Email {
  return parcelEmail(data, {
    subject: "The parcel is late",
    reached: reached,
    opening: [`This parcel is late, and we are sorry. ${next}`],
    facts: [],
    links: [data.links.wrong],
    closing: [`You don't need to do anything. If you have a question, phone us: ${contact().phoneShown}.`],
  });
}

/**
 * To the sender: our driver brings it back. No day is named before it is agreed.
 * @param why what kept us from delivering it; null if nobody said
 */
export function parcelComesBack(data: ParcelEmailData, why: string | null = null): Email {
  return parcelEmail(data, {
    subject: "Your parcel comes back to you",
    reached: null,
    opening: [`We ${couldNotDeliver("your parcel", why)} Our driver brings it back to you.`],
    facts: [],
    closing: [`Is that not right, or do you want to agree on a day? Phone us: ${contact().phoneShown}.`],
  });
}

/**
 * To the sender: our driver came to bring it back, and nobody was there.
 * @param missed what the driver met; the office may not know it
 */
export function returnMissed(data: ParcelEmailData, missed = "could not hand it over"): Email {
  return parcelEmail(data, {
    subject: "We came to bring your parcel back",
    reached: null,
    opening: [`We came to bring your parcel back to you, but ${missed}.`],
    facts: [["We came", saDateTime(data.happenedAt)]],
    closing: [`We phone you to agree on a day, or you phone us: ${contact().phoneShown}. You don't pay more.`],
  });
}

/** To the sender: it will not arrive. */
export function sentParcelEnded(data: ParcelEmailData, because: Ending | null): Email {
  const ask = `Phone us, and have the waybill number at hand: ${contact().phoneShown}.`;
  return parcelEmail(data, {
    subject: "Your parcel will not arrive",
    reached: null,
    needsNoTracking: true,
    opening: [`Your parcel will not arrive. ${whyEndedInFull(because)}`],
    facts: [["Since", saDateTime(data.happenedAt)]],
    closing: [isOurs(because) ? `What we pay for a lost or damaged parcel stands in our terms. ${ask}` : ask],
  });
}

/** To the sender: the parcel was returned. */
export function parcelReturned(data: ParcelEmailData): Email {
  return parcelEmail(data, {
    subject: "Your parcel was returned",
    reached: null,
    needsNoTracking: true,
    opening: ["We could not deliver your parcel, so we have returned it to you."],
    facts: [["Returned", saDateTime(data.happenedAt)]],
    closing: [`If you have questions, write to ${contact().email.contact} or phone ${contact().phoneShown}.`],
  });
}
