import { messagesCatalogue } from "#app/language/messages.server";
import { moment, type Sentence, say } from "#app/language/say";
import { type Ending, isOurs, whyEndedInFull } from "../parcels/endings";
import type { Stage, WhyBack } from "../parcels/parcel-state";
import { type Fewer, fewerPieces, type Missed } from "../parcels/reports";
import type { Visit } from "../parcels/visits";
import type { Email } from "../post/email";
import { dayAndTime } from "../values/sa-time";
import { type ParcelEmailData, parcelEmail } from "./parcel-email";
import { missedInWords, nameOf, restInWords, tryAgainInWords } from "./parcel-facts";

const words = () => messagesCatalogue().toSender;
const facts = () => messagesCatalogue().emails.facts;

/**
 * To the sender: our driver came to collect, and nobody was there. No day is promised before it is agreed.
 * @param missed what the driver met
 */
export function collectionFailed(data: ParcelEmailData, missed: Missed = "nobody"): Email {
  return parcelEmail(
    { ...data, arrival: null },
    {
      ...words().collectionFailed(messagesCatalogue().parcel.missed[missed]),
      reached: 1,
      hasMissed: true,
      facts: [[facts().weCame, say`${moment(data.happenedAt)}`]],
    },
  );
}

/** To the sender: we have collected the parcel. */
export function parcelCollected(data: ParcelEmailData): Email {
  const { some } = data;
  return parcelEmail(some ? { ...data, arrival: null, missing: null } : data, {
    ...(some ? words().someCollected(some) : words().collected()),
    inRow: some ? null : [],
    reached: 2,
    facts: [[facts().collected, say`${moment(data.happenedAt)}`]],
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
      ...words().fewerCollected(collected, booked, messagesCatalogue().parcel.fewer[fewer]),
      inRow: null,
      reached: 2,
      facts: [[facts().collected, say`${moment(data.happenedAt)}`]],
    },
  );
}

/** To whoever read that we come: we may not. Another driver may come all the same. */
export function notAsWeSaid(data: ParcelEmailData, visit: Visit): Email {
  const { opening, ...more } = words().notAsWeSaid(visit);
  return parcelEmail(data, { ...more, opening, inRow: opening.slice(0, 1), reached: null, facts: [] });
}

/** To the sender: the parcel was delivered. */
export function parcelDelivered(data: ParcelEmailData): Email {
  const { some } = data;
  const to = nameOf(data.quote, "to");
  const { delivered, someDelivered } = words();
  const { opening, ...more } = some ? someDelivered(to, some.count, some.of) : delivered(to);
  return parcelEmail(some ? { ...data, missing: null } : data, {
    ...more,
    opening: [...opening, ...restInWords(data)],
    inRow: some ? null : [],
    reached: some ? 4 : 5,
    facts: [[facts().delivered, say`${moment(data.happenedAt)}`]],
    links: [data.links.wrong],
  });
}

/**
 * To the sender: our driver came, and nobody was there.
 * @param missed what the driver met; the office may not know it
 */
export function deliveryFailed(data: ParcelEmailData, missed?: Missed): Email {
  return parcelEmail(data, {
    ...words().deliveryFailed(missedInWords(missed), tryAgainInWords(data.arrival)),
    reached: 4,
    hasMissed: true,
    facts: [[facts().weCame, say`${moment(data.happenedAt)}`]],
  });
}

/** To both people: its days are over. `next` says what we do about it, and by when they hear from us. */
export function parcelLate(data: ParcelEmailData, reached: Stage, next: Sentence): Email {
  return parcelEmail(data, { ...words().late(next), inRow: [next], reached, facts: [], links: [data.links.wrong] });
}

/** To both people: what the office tells them, and by when they hear again. @param until `2026-12-09 17:00` */
export function parcelNews(data: ParcelEmailData, reached: Stage | null, said: string, until: string): Email {
  const { day, time } = dayAndTime(until);
  return parcelEmail(data, { ...words().news(said, time, day), reached, facts: [], links: [data.links.wrong] });
}

/** To both people: nobody told them by then. */
export function parcelNewsOverdue(data: ParcelEmailData, reached: Stage | null, until: string): Email {
  const { day, time } = dayAndTime(until);
  return parcelEmail(data, { ...words().newsOverdue(time, day), reached, facts: [], links: [data.links.wrong] });
}

/** To both people: nobody can come before a day. `what` says where, and why. */
export function parcelDelayed(data: ParcelEmailData, what: Sentence): Email {
  return parcelEmail(data, { ...words().delayed(what), reached: null, facts: [] });
}

/** To whoever was told so: it is over. `on`: the day on which we come, if it is known. */
export function parcelDelayOver(data: ParcelEmailData, because: string, on: string | null): Email {
  return parcelEmail(data, { ...words().delayOver(because, on), reached: null, facts: [] });
}

/**
 * To the sender: our driver brings it back. No day is named before it is agreed.
 * @param why null if nobody said
 */
export function parcelComesBack(data: ParcelEmailData, why: WhyBack | null = null): Email {
  const said = why === "unpaid" ? words().comesBackUnpaid() : words().comesBack(why);
  return parcelEmail(data, { ...said, reached: null, facts: [] });
}

/**
 * To the sender: our driver came to bring it back, and nobody was there.
 * @param missed what the driver met; the office may not know it
 */
export function returnMissed(data: ParcelEmailData, missed?: Missed): Email {
  return parcelEmail(data, {
    ...words().returnMissed(missedInWords(missed)),
    reached: null,
    facts: [[facts().weCame, say`${moment(data.happenedAt)}`]],
  });
}

/** To the sender: it will not arrive. */
export function sentParcelEnded(data: ParcelEmailData, because: Ending | null): Email {
  return parcelEmail(data, {
    ...words().ended(whyEndedInFull(because), isOurs(because)),
    reached: null,
    needsNoTracking: true,
    facts: [[facts().since, say`${moment(data.happenedAt)}`]],
  });
}

/** To the sender: the parcel was returned. */
export function parcelReturned(data: ParcelEmailData, why: WhyBack | null = null): Email {
  return parcelEmail(data, {
    ...words().returned(why === "unpaid"),
    inRow: [],
    reached: null,
    needsNoTracking: true,
    facts: [[facts().returned, say`${moment(data.happenedAt)}`]],
  });
}
