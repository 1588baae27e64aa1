import { messagesCatalogue } from "#app/language/messages.server";
import { number, type Sentence, say } from "#app/language/say";
import { roadOf, type Stage } from "../parcels/parcel-state";
import type { SomeOf } from "../parcels/pieces";
import type { Quote } from "../parcels/quotes/quote";
import { spokenWaybillNumber } from "../parcels/waybill-number";
import { compose, type EmailContent, type Link } from "../post/compose";
import { salutation, signatureWithPhone } from "../post/customer-words";
import { type Arrival, arrivalInWords } from "../prices/usual-arrival";
import { saDay } from "../values/sa-time";
import type { MessageLinks } from "./message-links.server";
import { parcelDelivery } from "./parcel-delivery";
import { parcelFacts } from "./parcel-facts";
import type { Person } from "./who-is-notified";

/** The data for an email about a parcel. */
export type ParcelEmailData = {
  /** Identifies the occasion: one occasion sends a person at most one message. */
  occasion: string;
  person: Person;
  to: string;
  quote: Quote;
  waybillNo: string;
  links: MessageLinks;
  /** When it usually arrives; null when unknown, or when it has arrived. */
  arrival: Arrival | null;
  /** Which pieces are not with the others; null when they are together. */
  missing?: Sentence | null;
  /** So many pieces were collected or delivered, if others are still to come. */
  some?: SomeOf | null;
  /** When the event happened. */
  happenedAt: Date;
  now: Date;
};

/** The parts that differ between these emails. */
type Words = Pick<EmailContent, "headline" | "opening" | "facts" | "closing" | "action"> & {
  /** How far the parcel is; null when it is on no road any more, or nobody knows. */
  reached: Stage | null;
  /** Whether we came, and missed somebody. */
  hasMissed?: boolean;
  /** Nothing more happens to it: tracking is a link, and no button. */
  needsNoTracking?: boolean;
  links?: (Link | null)[];
  large?: EmailContent["large"];
  holdsPin?: boolean;
};

/** An email about a parcel: what happened, the waybill number, the parcel, when it comes, and a link to follow it. */
export function parcelEmail(
  data: ParcelEmailData,
  { reached, hasMissed = false, needsNoTracking = false, links = [], holdsPin, ...words }: Words,
) {
  const { quote, waybillNo, arrival, now } = data;
  const tracking = data.person === "receiver" ? data.links.receiversTracking : data.links.tracking;
  const action = words.action ?? (needsNoTracking ? undefined : tracking);
  const { about, facts } = messagesCatalogue().emails;
  const shown = spokenWaybillNumber(waybillNo);
  const waybill = [facts.waybill, say`${number(shown)}`] as const;
  return {
    key: messageKey(data),
    to: data.to,
    quoteId: quote.id,
    person: data.person,
    holdsPin,
    ...compose({
      about: about.waybill(shown),
      road: reached ? roadOf(reached, hasMissed) : undefined,
      greeting: salutationOf(data),
      large: waybill,
      ...words,
      opening: [...words.opening, ...(data.missing ? [data.missing] : [])],
      facts: [
        ...(words.large ? [waybill] : []),
        ...words.facts,
        ...parcelFacts(quote),
        ...(arrival ? ([[facts.delivery, say`${arrivalInWords(arrival, saDay(now))}`]] as const) : []),
      ],
      action,
      links: [action === tracking ? null : tracking, ...links].filter((link) => link !== null),
      footer: data.links.stop[data.person] ?? undefined,
      signature: signatureWithPhone(),
      structured: parcelDelivery({ quote, waybillNo, trackingUrl: data.links.tracking.url, arrival }),
    }),
  };
}

/** "Dear Sipho Dlamini,", to one of a booking's people. */
export function salutationOf({ person, quote }: Pick<ParcelEmailData, "person" | "quote">): Sentence {
  const { fromName, toName } = quote.formSnapshot.addresses;
  // The account's own name isn't in the booking.
  return salutation({ sender: fromName, receiver: toName, account: "" }[person]);
}

/** The message's key: `collected:<quote id>:<event id>:sender`. */
export function messageKey({ occasion, person }: Pick<ParcelEmailData, "occasion" | "person">): string {
  return `${occasion}:${person}`;
}
