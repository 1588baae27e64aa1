import { contact, depotInALine } from "#app/contact";
import { isLocal } from "../form/addresses";
import { type Ending, whyEndedInFull } from "../parcels/endings";
import type { Email } from "../post/email";
import { endOfSaDay, saDateTime, saDay, shortDate } from "../values/sa-time";
import { type ParcelEmailData, parcelEmail } from "./parcel-email";
import {
  BE_THERE,
  couldNotDeliver,
  nameOf,
  piecesInWords,
  placeOf,
  restInWords,
  tryAgainInWords,
} from "./parcel-facts";

/** To the receiver: a parcel is on its way. It leaves out the price, which only concerns the sender. */
export function parcelAnnounced(data: ParcelEmailData): Email {
  const sender = nameOf(data.quote, "from");
  return parcelEmail(data, {
    subject: `${sender ?? "Somebody"} is sending you a parcel`,
    reached: 1,
    opening: [
      `${sender ?? "Somebody"} is sending you a parcel. We will bring it to you in ${placeOf(data.quote, "to")}.`,
    ],
    facts: [],
    ...correctThePlace(data),
    closing: [
      `What happens next: we collect the parcel and bring it to you. ${BE_THERE} We will write to you on the day.`,
      `${whoPays(data)} If you know nothing of this parcel, write to ${contact().email.contact}.`,
    ],
  });
}

/** To the receiver: the driver has the parcel. The same PIN is in the text message. */
export function parcelComes(data: ParcelEmailData, pin: string, isToday: boolean): Email {
  const email = parcelEmail(data, {
    subject: isToday ? "Your parcel comes today" : "Your parcel is out for delivery",
    reached: 4,
    opening: [
      `Your parcel is out for delivery. The driver brings it${isToday ? ` today, ${shortDate(saDay(data.now))}` : ""}. ${BE_THERE}`,
    ],
    ...withPin(pin),
    facts: [],
    ...correctThePlace(data),
    closing: ["Tell the PIN to nobody but the driver at your door.", whoPays(data)],
  });
  return isToday ? { ...email, trueUntil: endOfSaDay(data.now) } : email;
}

/** To the receiver, who fetches it: it is at our depot. */
export function parcelReady(data: ParcelEmailData, pin: string, until: string): Email {
  return parcelEmail(data, {
    subject: "Your parcel is ready at our depot",
    reached: 3,
    opening: [`Your parcel is ready at our depot. We keep it for you until ${shortDate(until)}.`],
    large: ["When you fetch it, tell us", `PIN ${pin}`],
    holdsPin: true,
    facts: [["Depot", depotInALine()]],
    closing: [`Then it goes back to the sender. Can't you come? Phone us: ${contact().phoneShown}.`, whoPays(data)],
  });
}

/** To the receiver: it was delivered, possibly to a neighbour. */
export function parcelReceived(data: ParcelEmailData): Email {
  const { some } = data;
  return parcelEmail(some ? { ...data, missing: null } : data, {
    subject: some ? `${piecesInWords(some)} delivered` : "Your parcel has been delivered",
    reached: some ? 4 : 5,
    opening: [`We have delivered ${some ? `${piecesInWords(some)} of ` : ""}your parcel.`, ...restInWords(data)],
    facts: [["Delivered", saDateTime(data.happenedAt)]],
    links: [data.links.wrong],
    closing: [
      `Don't you have ${some ? "them" : "it"}, or is something wrong${some ? "" : " with it"}? Tell us by the link, and you hear from us.`,
    ],
  });
}

/**
 * To the receiver: our driver came, and nobody was there.
 * @param missed what the driver met; the office may not know it
 */
export function deliveryMissed(data: ParcelEmailData, pin: string | undefined, missed = "could not deliver it"): Email {
  return parcelEmail(data, {
    subject: "We could not deliver your parcel",
    reached: 4,
    hasMissed: true,
    opening: [`We came with your parcel, but ${missed}. ${tryAgainInWords(data.arrival)}`],
    ...(pin && withPin(pin)),
    facts: [["We came", saDateTime(data.happenedAt)]],
    ...sayWhenAtHome(data),
    closing: [`${BE_THERE}${pin ? " Your PIN stays the same." : ""}`],
  });
}

/**
 * To the receiver, who may be waiting for it: it is on its way back.
 * @param why what kept us from delivering it; null if nobody said
 */
export function parcelGoesBack(data: ParcelEmailData, why: string | null = null): Email {
  const sender = nameOf(data.quote, "from");
  return parcelEmail(data, {
    subject: "The parcel for you goes back to the sender",
    reached: null,
    opening: [
      `We ${couldNotDeliver(`the parcel from ${sender ?? "the sender"}`, why)} It goes back to the sender now.`,
      "You don't have to wait for it.",
    ],
    facts: [],
    closing: [`If you still want it, phone us at once: ${contact().phoneShown}.`],
  });
}

/** To the receiver, who may be waiting for it: it went back. */
export function parcelSentBack(data: ParcelEmailData): Email {
  const sender = nameOf(data.quote, "from");
  return parcelEmail(data, {
    subject: "The parcel for you went back to the sender",
    reached: null,
    needsNoTracking: true,
    opening: [`We could not deliver the parcel from ${sender ?? "the sender"}, so we have returned it.`],
    facts: [["Returned", saDateTime(data.happenedAt)]],
    closing: [`It will not come any more. If you still want it, ask the sender, or phone us: ${contact().phoneShown}.`],
  });
}

/** To the receiver: it will not arrive. */
export function parcelEnded(data: ParcelEmailData, because: Ending | null): Email {
  const sender = nameOf(data.quote, "from");
  return parcelEmail(data, {
    subject: "The parcel for you will not arrive",
    reached: null,
    needsNoTracking: true,
    opening: [`The parcel from ${sender ?? "the sender"} will not arrive. ${whyEndedInFull(because)}`],
    facts: [],
    closing: [`If you still want it, ask the sender. If you have a question, phone us: ${contact().phoneShown}.`],
  });
}

/** To the receiver, who was told of the parcel: it isn't coming. */
export function parcelCancelled(data: ParcelEmailData): Email {
  const sender = nameOf(data.quote, "from");
  return parcelEmail(data, {
    subject: "The parcel for you was cancelled",
    reached: null,
    needsNoTracking: true,
    opening: [`The parcel that ${sender ?? "somebody"} wanted to send you was cancelled. We will not bring it.`],
    facts: [],
    closing: ["You don't need to do anything."],
  });
}

const withPin = (pin: string) => ({
  large: ["When you have the parcel, tell the driver", `PIN ${pin}`] as const,
  holdsPin: true,
});

/** Customs duty is the other country's, and we don't know it. */
function whoPays({ quote }: ParcelEmailData): string {
  return isLocal(quote.formSnapshot.addresses)
    ? "You have nothing to pay: the sender has paid for the delivery."
    : "The sender has paid for the delivery. Your country may ask you for customs duty.";
}

/** The link with which the receiver can describe the place to our driver better than the sender could. */
function correctThePlace({ links: { findMe }, quote }: ParcelEmailData) {
  return findMe && isLocal(quote.formSnapshot.addresses) ? { action: findMe } : {};
}

/** The same link's part where they choose another day. */
function sayWhenAtHome({ links: { findMe }, quote }: ParcelEmailData) {
  return findMe && isLocal(quote.formSnapshot.addresses)
    ? { action: { label: "Say when you are at home", url: `${findMe.url}#wishes` } }
    : {};
}
