import { messagesCatalogue } from "#app/language/messages.server";
import { amount, joined, moment, number, place, type Sentence, say } from "#app/language/say";
import { paths } from "#app/paths";
import { parcelDelivery } from "../../messages/parcel-delivery";
import { messageKey, type ParcelEmailData } from "../../messages/parcel-email";
import { boxInWords, nameOf, parcelFacts, placeOf } from "../../messages/parcel-facts";
import type { Person } from "../../messages/who-is-notified";
import { roadOf } from "../../parcels/parcel-state";
import { type Quote, shopsOrder } from "../../parcels/quotes/quote";
import { termsLink } from "../../parcels/quotes/terms-link.server";
import { emailedTrackingAddress } from "../../parcels/tracking-address";
import { spokenWaybillNumber } from "../../parcels/waybill-number";
import { compose, type Link } from "../../post/compose";
import { salutation, signature, signatureWithPhone, withoutLinks } from "../../post/customer-words";
import type { Email } from "../../post/email";
import { type Arrival, arrivalInWords } from "../../prices/usual-arrival";
import type { Cents } from "../../values/money";
import { saDay } from "../../values/sa-time";

/** What was paid for a booking; or is on account, and due these days after the end of the month of its invoice. */
export type MoneyOf = { is: "paid"; cents: Cents } | { is: "on account"; cents: Cents; days: number };

type BookedParcel = { quote: Quote; waybillNo: string; money: MoneyOf };

/** Several bookings' emails are known by the first of them, because all are paid and undone together. */
export const confirmedTogether = ({ id, paymentOrderId }: Quote) => `list-confirmed:${paymentOrderId}:${id}`;

/** "Booking confirmed" for several parcels paid together, or on account: each with its number and receiver, and all waybills in one file. */
export function bookingsConfirmed(
  payer: { person: Person; accountName?: string; to: string; pdf: Link | null; trackingUrl: string | null | undefined },
  booked: readonly [BookedParcel, ...BookedParcel[]],
  appUrl: string,
  now: Date,
): Email {
  const { person, accountName = "", to, pdf, trackingUrl } = payer;
  const { money } = booked[0];
  const cents = booked.reduce((sum, each) => sum + each.money.cents, 0);
  const senders = new Set(booked.map(({ quote }) => quote.formSnapshot.addresses.fromName));
  const sender = senders.size === 1 ? [...senders].join("") : "";
  const { facts } = messagesCatalogue().emails;
  const { headline, more } = messagesCatalogue().money.confirmed;
  const words = more(booked.length);
  return {
    key: `${confirmedTogether(booked[0].quote)}:${person}`,
    to,
    ...compose({
      headline,
      about: words.parcels,
      greeting: salutation(person === "sender" ? sender : accountName),
      opening: words.opening[money.is],
      facts: [
        ...booked.map((each) => [say`${number(spokenWaybillNumber(each.waybillNo))}`, rowOf(each)] as const),
        ...factsOfMoney({ ...money, cents }),
        [facts.booked, say`${moment(now)}`],
      ],
      ...(pdf && { action: pdf }),
      links: [
        { label: words.track, url: appUrl + paths.track },
        { label: words.account, url: appUrl + paths.dashboard },
      ],
      closing: [
        words.next,
        ...byPhoneAlone(booked.map(({ quote }) => quote)),
        ...(trackingUrl ? [words.newWaybill] : []),
      ],
      signature: signature(),
    }),
  };
}

/** What was paid; or what is on account, and when it is invoiced and due. */
function factsOfMoney(money: MoneyOf): (readonly [Sentence, Sentence])[] {
  const { facts } = messagesCatalogue().emails;
  if (money.is === "paid") return [[facts.paid, say`${amount(money.cents)}`]];
  const { label, invoice, due } = messagesCatalogue().money.onAccount;
  return [
    [label, say`${amount(money.cents)}`],
    [invoice, due(money.days)],
  ];
}

/** "#1000, Zodwa Dlamini, Soweto: 2 × Flyer bag, R 80,62". */
function rowOf({ quote, money }: BookedParcel): Sentence {
  const order = shopsOrder(quote);
  const to = [order && withoutLinks(order), nameOf(quote, "to"), placeOf(quote, "to")].filter(Boolean).join(", ");
  return say`${place(to)}: ${boxInWords(quote)}, ${amount(money.cents)}`;
}

/** To a receiver: several parcels are on their way. Each has its own link, because each may go to another place. */
export function parcelsAnnounced(
  { person, to, occasion, links, now }: ParcelEmailData,
  parcels: readonly Pick<ParcelEmailData, "quote" | "waybillNo" | "links" | "arrival">[],
): Email {
  const senders = new Set(parcels.map(({ quote }) => nameOf(quote, "from")));
  const [sender = null] = senders.size === 1 ? senders : [];
  const receivers = new Set(parcels.map(({ quote }) => quote.formSnapshot.addresses.toName));
  const { links: labels } = messagesCatalogue().emails;
  const { announcedTogether, placeAmongMore } = messagesCatalogue().toReceiver;
  return {
    key: messageKey({ occasion, person }),
    to,
    ...compose({
      ...announcedTogether({ sender, count: parcels.length }),
      greeting: salutation(receivers.size === 1 ? [...receivers].join("") : ""),
      facts: parcels.map(({ quote, waybillNo, arrival }) => [
        say`${number(spokenWaybillNumber(waybillNo))}`,
        joined(
          [
            placeAmongMore(placeOf(quote, "to")),
            say`${boxInWords(quote)}`,
            ...(arrival ? [say`${arrivalInWords(arrival, saDay(now))}`] : []),
          ],
          ", ",
        ),
      ]),
      links: parcels.flatMap(({ waybillNo, links: { findMe, tracking } }) => ({
        url: (findMe ?? tracking).url,
        label: labels[findMe ? "findMeFor" : "trackFor"](spokenWaybillNumber(waybillNo)),
      })),
      footer: links.stop.receiver ?? undefined,
      signature: signatureWithPhone(),
    }),
  };
}

/** What was paid or is on account, for which waybill, and when the parcel usually arrives, if that is known. */
type Receipt = {
  person: Person;
  /** The account's own, which isn't in the booking. */
  accountName?: string;
  waybillNo: string;
  money: MoneyOf;
  links: readonly (Link | null)[];
  arrival?: Arrival | null;
  /** The external tracking page; our own if unset. */
  trackingUrl?: string | null;
};

/** What a payer reads of receivers whom we can't email: shops often book without an email. */
function byPhoneAlone(quotes: readonly Pick<Quote, "formSnapshot">[]): Sentence[] {
  const without = quotes.filter(({ formSnapshot }) => formSnapshot.addresses.toEmail === "").length;
  return without === 0 ? [] : [messagesCatalogue().money.byPhoneAlone(without, quotes.length)];
}

/** "Booking confirmed": the customer's receipt, with the waybill number to write on the parcel. */
export function bookingConfirmed(quote: Quote, receipt: Receipt, appUrl: string, now: Date): Email {
  const { person, accountName = "", waybillNo, money, links, trackingUrl, arrival = null } = receipt;
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
      opening: words.opening[money.is],
      large: [facts.waybill, say`${number(shown)}`],
      facts: [
        ...parcelFacts(quote, person),
        ...(arrival ? ([[facts.delivery, say`${arrivalInWords(arrival, saDay(now))}`]] as const) : []),
        ...factsOfMoney(money),
        [facts.booked, say`${moment(now)}`],
      ],
      action: { label: labels.track, url: trackingHref },
      links: [...links, termsLink(appUrl + paths.terms, quote)].filter((link) => link !== null),
      closing: [words.next, ...byPhoneAlone([quote]), ...(trackingUrl ? [words.newWaybill] : [])],
      signature: signature(),
      structured: parcelDelivery({ quote, waybillNo, trackingUrl: trackingHref, arrival }),
    }),
  };
}
