import { depotInALine } from "#app/contact";
import { messagesCatalogue } from "#app/language/messages.server";
import { moment, type Sentence, say } from "#app/language/say";
import { isLocal } from "../form/addresses";
import { type Ending, whyEndedInFull } from "../parcels/endings";
import type { WhyBack } from "../parcels/parcel-state";
import type { Missed } from "../parcels/reports";
import type { Email } from "../post/email";
import { endOfSaDay, saDay } from "../values/sa-time";
import { type ParcelEmailData, parcelEmail } from "./parcel-email";
import { missedInWords, nameOf, placeOf, restInWords, tryAgainInWords } from "./parcel-facts";

const words = () => messagesCatalogue().toReceiver;
const facts = () => messagesCatalogue().emails.facts;

/** To the receiver: a parcel is on its way. It leaves out the price, which only concerns the sender. */
export function parcelAnnounced(data: ParcelEmailData): Email {
  const { quote } = data;
  return parcelEmail(data, {
    ...words().announced({ sender: nameOf(quote, "from"), to: placeOf(quote, "to"), isLocal: isAtHome(data) }),
    reached: 1,
    facts: [],
    ...toTheirPage(data),
  });
}

/** To the receiver: the driver has the parcel. The same PIN is in the text message. */
export function parcelComes(data: ParcelEmailData, pin: string, isToday: boolean): Email {
  const email = parcelEmail(data, {
    ...words().comes({ today: isToday ? saDay(data.now) : null, isLocal: isAtHome(data) }),
    reached: 4,
    ...withPin(words().tellTheDriver, pin),
    facts: [],
    ...toTheirPage(data, messagesCatalogue().emails.links.findMeToday),
  });
  return isToday ? { ...email, trueUntil: endOfSaDay(data.now) } : email;
}

/** To the receiver, who fetches it: it is at our depot. */
export function parcelReady(data: ParcelEmailData, pin: string, until: string): Email {
  return parcelEmail(data, {
    ...words().ready({ until, isLocal: isAtHome(data) }),
    reached: 3,
    ...withPin(words().tellTheDepot, pin),
    facts: [[facts().depot, say`${depotInALine()}`]],
  });
}

/** To the receiver: it was delivered, possibly to a neighbour. */
export function parcelReceived(data: ParcelEmailData): Email {
  const { some } = data;
  const { delivered, someDelivered } = words();
  const { opening, ...more } = some ? someDelivered(some.count, some.of) : delivered();
  return parcelEmail(some ? { ...data, missing: null } : data, {
    ...more,
    opening: [...opening, ...restInWords(data)],
    reached: some ? 4 : 5,
    facts: [[facts().delivered, say`${moment(data.happenedAt)}`]],
    links: [data.links.wrong],
  });
}

/**
 * To the receiver: our driver came, and nobody was there.
 * @param missed what the driver met; the office may not know it
 */
export function deliveryMissed(data: ParcelEmailData, pin: string | undefined, missed?: Missed): Email {
  const tryAgain = tryAgainInWords(data.arrival);
  return parcelEmail(data, {
    ...words().missed({ missed: missedInWords(missed), tryAgain, hasPin: pin !== undefined }),
    reached: 4,
    hasMissed: true,
    ...(pin && withPin(words().tellTheDriver, pin)),
    facts: [[facts().weCame, say`${moment(data.happenedAt)}`]],
    ...sayWhenAtHome(data),
  });
}

/**
 * To the receiver, who may be waiting for it: it is on its way back.
 * @param why null if nobody said
 */
export function parcelGoesBack(data: ParcelEmailData, why: WhyBack | null = null): Email {
  const sender = nameOf(data.quote, "from");
  const said = why === "unpaid" ? words().goesBackUnpaid(sender) : words().goesBack(sender, why);
  return parcelEmail(data, { ...said, reached: null, facts: [] });
}

/** To the receiver, who may be waiting for it: it went back. */
export function parcelSentBack(data: ParcelEmailData): Email {
  return parcelEmail(data, {
    ...words().wentBack(nameOf(data.quote, "from")),
    reached: null,
    needsNoTracking: true,
    facts: [[facts().returned, say`${moment(data.happenedAt)}`]],
  });
}

/** To the receiver: it will not arrive. */
export function parcelEnded(data: ParcelEmailData, because: Ending | null): Email {
  return parcelEmail(data, {
    ...words().ended(nameOf(data.quote, "from"), whyEndedInFull(because)),
    reached: null,
    needsNoTracking: true,
    facts: [],
  });
}

/** To the receiver, who was told of the parcel: it isn't coming. */
export function parcelCancelled(data: ParcelEmailData): Email {
  return parcelEmail(data, {
    ...words().cancelled(nameOf(data.quote, "from")),
    reached: null,
    needsNoTracking: true,
    facts: [],
  });
}

/** To the receiver, who was told of the parcel: its booking isn't paid after all, but may still be. */
export function parcelNotBooked(data: ParcelEmailData): Email {
  return parcelEmail(data, {
    ...words().notBooked(nameOf(data.quote, "from")),
    reached: null,
    needsNoTracking: true,
    facts: [],
  });
}

const withPin = (label: Sentence, pin: string) => ({
  large: [label, messagesCatalogue().emails.pin(pin)] as const,
  holdsPin: true,
});

/** Customs duty is the other country's, and we don't know it. */
const isAtHome = ({ quote }: ParcelEmailData) => isLocal(quote.formSnapshot.addresses);

/**
 * The link to the receiver's page, where they choose a day or a neighbour, and can describe the place to our driver better
 * than the sender could.
 */
function toTheirPage(data: ParcelEmailData, label?: Sentence) {
  const { findMe } = data.links;
  return findMe && isAtHome(data) ? { action: label ? { ...findMe, label } : findMe } : {};
}

/** The same link's part where they choose another day. */
function sayWhenAtHome(data: ParcelEmailData) {
  const { findMe } = data.links;
  return findMe && isAtHome(data)
    ? { action: { label: messagesCatalogue().emails.links.atHome, url: `${findMe.url}#wishes` } }
    : {};
}
