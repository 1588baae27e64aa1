import { parcelDelivery } from "#app/domain/messages/parcel-delivery";
import { parcelFacts } from "#app/domain/messages/parcel-facts";
import type { Person } from "#app/domain/messages/who-is-notified";
import { roadOf } from "#app/domain/parcels/parcel-state";
import type { Quote } from "#app/domain/parcels/quotes/quote";
import { emailedTrackingAddress } from "#app/domain/parcels/tracking-address";
import { spokenWaybillNumber } from "#app/domain/parcels/waybill-number";
import { compose, type Link } from "#app/domain/post/compose";
import { salutation, signature } from "#app/domain/post/customer-words";
import type { Email } from "#app/domain/post/email";
import { type Arrival, arrivalInWords } from "#app/domain/prices/usual-arrival";
import type { Cents } from "#app/domain/values/money";
import { saDay } from "#app/domain/values/sa-time";
import { messagesCatalogue } from "#app/language/messages.server";
import { amount, moment, number, type Sentence, say } from "#app/language/say";
import { paths } from "#app/paths";
import { termsLink } from "../../parcels/quotes/terms-link.server";

/** What was paid, for which waybill, and when the parcel usually arrives, if that is known. */
type Paid = {
  person: Person;
  /** The account's own, which isn't in the booking. */
  accountName?: string;
  waybillNo: string;
  paidCents: Cents;
  links: readonly (Link | null)[];
  arrival?: Arrival | null;
  /** The external tracking page; our own if unset. */
  trackingUrl?: string | null;
};

/** What a payer reads of receivers whom we can't email: shops often book without an email. */
export function byPhoneAlone(quotes: readonly Pick<Quote, "formSnapshot">[]): Sentence[] {
  const without = quotes.filter(({ formSnapshot }) => formSnapshot.addresses.toEmail === "").length;
  return without === 0 ? [] : [messagesCatalogue().money.byPhoneAlone(without, quotes.length)];
}

/** "Booking confirmed": the customer's receipt, with the waybill number to write on the parcel. */
export function bookingConfirmed(quote: Quote, paid: Paid, appUrl: string, now: Date): Email {
  const { person, accountName = "", waybillNo, paidCents, links, trackingUrl, arrival = null } = paid;
  const trackingHref = new URL(emailedTrackingAddress(trackingUrl, waybillNo), appUrl).href;
  const shown = spokenWaybillNumber(waybillNo);
  const { about, facts, links: labels } = messagesCatalogue().emails;
  const { headline, one: words } = messagesCatalogue().money.confirmed;
  return {
    key: `booking-confirmed:${quote.id}`,
    to: quote.email,
    ...compose({
      headline,
      about: about.waybill(shown),
      road: roadOf(1, false),
      greeting: salutation(person === "sender" ? quote.formSnapshot.addresses.fromName : accountName),
      opening: words.opening,
      large: [facts.waybill, say`${number(shown)}`],
      facts: [
        ...parcelFacts(quote),
        ...(arrival ? ([[facts.delivery, say`${arrivalInWords(arrival, saDay(now))}`]] as const) : []),
        [facts.paid, say`${amount(paidCents)}`],
        [facts.booked, say`${moment(now)}`],
      ],
      action: { label: labels.track, url: trackingHref },
      links: [...links, termsLink(appUrl + paths.terms, quote)].filter((link) => link !== null),
      closing: [words.next, ...byPhoneAlone([quote]), words.newWaybill],
      signature: signature(),
      structured: parcelDelivery({ quote, waybillNo, trackingUrl: trackingHref, arrival }),
    }),
  };
}
