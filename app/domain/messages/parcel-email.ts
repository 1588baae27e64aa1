import { messagesCatalogue } from "#app/language/messages.server";
import { plainText } from "#app/language/plain-text";
import { joined, number, type Sentence, say } from "#app/language/say";
import type { DigestRow } from "#db/schema/mail";
import { roadOf, type Stage } from "../parcels/parcel-state";
import type { SomeOf } from "../parcels/pieces";
import type { Quote } from "../parcels/quotes/quote";
import { spokenWaybillNumber } from "../parcels/waybill-number";
import { compose, type EmailContent, type Link } from "../post/compose";
import { salutation, signatureWithPhone, withoutLinks } from "../post/customer-words";
import { type Arrival, arrivalInWords } from "../prices/usual-arrival";
import { saDay } from "../values/sa-time";
import type { MessageLinks } from "./message-links.server";
import { parcelDelivery } from "./parcel-delivery";
import { parcelFacts, partyInWords } from "./parcel-facts";
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
  /**
   * What a row of an email about several parcels says of this one, if not the opening. Null where it is no such row: what
   * happened to only some of its pieces didn't happen to the parcel.
   */
  inRow?: Sentence[] | null;
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
  { reached, hasMissed = false, needsNoTracking = false, links = [], holdsPin, inRow, ...words }: Words,
) {
  const { quote, waybillNo, arrival, now } = data;
  const tracking = data.person === "receiver" ? data.links.receiversTracking : data.links.tracking;
  const action = words.action ?? (needsNoTracking ? undefined : tracking);
  const { about, facts } = messagesCatalogue().emails;
  const shown = spokenWaybillNumber(waybillNo);
  const missing = data.missing ? [data.missing] : [];
  const delivery = arrival ? ([facts.delivery, say`${arrivalInWords(arrival, saDay(now))}`] as const) : null;
  const inWords = delivery ? [joined(delivery, ": ")] : [];
  const waybill = [facts.waybill, say`${number(shown)}`] as const;
  return {
    key: messageKey(data),
    to: data.to,
    quoteId: quote.id,
    person: data.person,
    holdsPin,
    digestRow: inRow === null ? undefined : digestRow(data, [...(inRow ?? words.opening), ...missing, ...inWords]),
    ...compose({
      about: about.waybill(shown),
      road: reached ? roadOf(reached, hasMissed) : undefined,
      greeting: salutationOf(data),
      large: waybill,
      ...words,
      opening: [...words.opening, ...missing],
      facts: [
        ...(words.large ? [waybill] : []),
        ...words.facts,
        ...parcelFacts(quote, data.person),
        ...(delivery ? [delivery] : []),
      ],
      action,
      links: [action === tracking ? null : tracking, ...links].filter((link) => link !== null),
      footer: data.links.stop[data.person] ?? undefined,
      signature: signatureWithPhone(),
      structured: parcelDelivery({ quote, waybillNo, trackingUrl: data.links.tracking.url, arrival }),
    }),
  };
}

/** What an email about several parcels says of one. */
function digestRow({ person, quote, waybillNo, links }: ParcelEmailData, says: Sentence[]): DigestRow {
  return {
    ...textRow(waybillNo),
    inEmail: {
      greets: greeted({ person, quote }),
      to: plainText(partyInWords(quote, "to")),
      reference: person === "receiver" ? null : quote.reference && withoutLinks(quote.reference),
      says: says.map(plainText),
      trackingUrl: links.tracking.url,
      stopUrl: links.stop[person]?.url ?? null,
    },
  };
}

/** What a text message about several parcels says of one. */
export function textRow(waybillNo: string): DigestRow {
  return { number: spokenWaybillNumber(waybillNo) };
}

/** "Dear Sipho Dlamini,", to one of a booking's people. */
export function salutationOf(data: Pick<ParcelEmailData, "person" | "quote">): Sentence {
  return salutation(greeted(data));
}

function greeted({ person, quote }: Pick<ParcelEmailData, "person" | "quote">): string {
  const { fromName, toName } = quote.formSnapshot.addresses;
  // The account's own name isn't in the booking.
  return { sender: fromName, receiver: toName, account: "" }[person];
}

/** The message's key: `collected:<quote id>:<event id>:sender`. */
export function messageKey({ occasion, person }: Pick<ParcelEmailData, "occasion" | "person">): string {
  return `${occasion}:${person}`;
}
