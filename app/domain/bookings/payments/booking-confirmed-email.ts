import { signature } from "#app/contact";
import { parcelDelivery } from "#app/domain/messages/parcel-delivery";
import { parcelFacts } from "#app/domain/messages/parcel-facts";
import type { Person } from "#app/domain/messages/who-is-notified";
import { roadOf } from "#app/domain/parcels/parcel-state";
import type { Quote } from "#app/domain/parcels/quotes/quote";
import { emailedTrackingAddress } from "#app/domain/parcels/tracking-address";
import { spokenWaybillNumber } from "#app/domain/parcels/waybill-number";
import { compose, type Link } from "#app/domain/post/compose";
import { salutation } from "#app/domain/post/customer-words";
import type { Email } from "#app/domain/post/email";
import { type Arrival, arrivalInWords } from "#app/domain/prices/usual-arrival";
import { type Cents, formatRand } from "#app/domain/values/money";
import { saDateTime, saDay } from "#app/domain/values/sa-time";
import { paths } from "#app/paths";
import { termsLink } from "../../parcels/quotes/terms-version";

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
export function byPhoneAlone(quotes: readonly Pick<Quote, "formSnapshot">[]): string[] {
  const without = quotes.filter(({ formSnapshot }) => formSnapshot.addresses.toEmail === "").length;
  if (without === 0) return [];
  const whose = quotes.length === 1 ? "the receiver" : without === 1 ? "one receiver" : `${without} receivers`;
  return [`We have no email of ${whose}, so we write by text message alone, on the day of the delivery.`];
}

/** "Booking confirmed": the customer's receipt, with the waybill number to write on the parcel. */
export function bookingConfirmed(quote: Quote, paid: Paid, appUrl: string, now: Date): Email {
  const { person, accountName = "", waybillNo, paidCents, links, trackingUrl, arrival = null } = paid;
  const trackingHref = new URL(emailedTrackingAddress(trackingUrl, waybillNo), appUrl).href;
  const shown = spokenWaybillNumber(waybillNo);
  return {
    key: `booking-confirmed:${quote.id}`,
    to: quote.email,
    ...compose({
      subject: `Booking confirmed: waybill ${shown}`,
      road: roadOf(1, false),
      greeting: salutation(person === "sender" ? quote.formSnapshot.addresses.fromName : accountName),
      opening: ["Thank you. Your payment arrived and your parcel is booked."],
      large: ["Waybill number", shown],
      facts: [
        ...parcelFacts(quote),
        ...(arrival ? ([["Delivery", arrivalInWords(arrival, saDay(now))]] as const) : []),
        ["Paid", formatRand(paidCents)],
        ["Booked", saDateTime(now)],
      ],
      action: { label: "Track your parcel", url: trackingHref },
      links: [...links, termsLink(appUrl + paths.terms, quote)].filter((link) => link !== null),
      closing: [
        "What happens next: we phone the sender, agree on a time and collect the parcel. Print the waybill and stick it on the parcel. If you have no printer, write the waybill number on the parcel, large and clear.",
        ...byPhoneAlone([quote]),
        "A new waybill may take a few minutes to show on the tracking page.",
      ],
      signature: signature(),
      structured: parcelDelivery({ quote, waybillNo, trackingUrl: trackingHref, arrival }),
    }),
  };
}
