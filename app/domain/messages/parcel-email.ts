import { brand } from "#app/brand";
import { compose, type EmailContent, type Link } from "../mail/compose";
import { type Arrival, arrivalInWords } from "../pricing/usual-arrival";
import type { Quote } from "../quotes/quote";
import { saDay } from "../values/sa-time";
import { spokenWaybillNumber } from "../waybills/waybill-number";
import type { MessageLinks } from "./message-links.server";
import { parcelDelivery } from "./parcel-delivery";
import { parcelFacts } from "./parcel-facts";
import type { Person } from "./who-is-told";

/** What an email about a parcel's way is made of. */
export type Told = {
  /** Names the occasion: there is never a second message of one occasion to one person. */
  occasion: string;
  person: Person;
  to: string;
  quote: Quote;
  waybillNo: string;
  links: MessageLinks;
  /** When it usually arrives; null where nobody can say, or it has. */
  arrival: Arrival | null;
  /** Which pieces are not where the others are; null where all are. */
  missing?: string | null;
  /** When what is told happened. */
  happenedAt: Date;
  now: Date;
};

/** What the emails differ in; `subject` is followed by the waybill number. */
type Words = Pick<EmailContent, "opening" | "facts" | "closing" | "action"> & {
  subject: string;
  links?: (Link | null)[];
  large?: EmailContent["large"];
};

/** An email about a parcel's way: what happened, the waybill number, the parcel, when it comes, and where to follow it. */
export function parcelEmail(told: Told, { subject, links = [], ...words }: Words) {
  const { quote, waybillNo, arrival, now } = told;
  const shown = spokenWaybillNumber(waybillNo);
  return {
    key: messageKey(told),
    to: told.to,
    quoteId: quote.id,
    person: told.person,
    subject: `${subject}: waybill ${shown}`,
    ...compose({
      greeting: "Good day,",
      large: ["Waybill number", shown],
      ...words,
      opening: [...words.opening, ...(told.missing ? [told.missing] : [])],
      facts: [
        ...(words.large ? ([["Waybill number", shown]] as const) : []),
        ...words.facts,
        ...parcelFacts(quote),
        ...(arrival ? ([["Delivery", arrivalInWords(arrival, saDay(now))]] as const) : []),
      ],
      action: words.action ?? told.links.tracking,
      links: [words.action ? told.links.tracking : null, ...links].filter((link) => link !== null),
      footer: told.links.stop[told.person] ?? undefined,
      signature: [brand.name, `Questions? ${brand.email.contact} or ${brand.phone.supportShown}`],
      structured: parcelDelivery({ quote, waybillNo, trackingUrl: told.links.tracking.url, arrival }),
    }),
  };
}

/** `collected:<quote id>:<event id>:sender` */
export function messageKey({ occasion, person }: Pick<Told, "occasion" | "person">): string {
  return `${occasion}:${person}`;
}
