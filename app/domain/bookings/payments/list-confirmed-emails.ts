import { contact, signature, signatureWithPhone } from "#app/contact";
import { paths } from "#app/paths";
import { messageKey, type ParcelEmailData } from "../../messages/parcel-email";
import { BE_THERE, boxInWords, nameOf, placeOf } from "../../messages/parcel-facts";
import type { Person } from "../../messages/who-is-notified";
import type { Quote } from "../../parcels/quotes/quote";
import { spokenWaybillNumber } from "../../parcels/waybill-number";
import { compose, type Link } from "../../post/compose";
import { salutation } from "../../post/customer-words";
import type { Email } from "../../post/email";
import { arrivalInWords } from "../../prices/usual-arrival";
import { type Cents, formatRand } from "../../values/money";
import { saDateTime, saDay } from "../../values/sa-time";
import { byPhoneAlone } from "./booking-confirmed-email";

type Paid = { quote: Quote; waybillNo: string; paidCents: Cents };

/** Several bookings' emails are known by the first of them, because all are paid and undone together. */
export const confirmedTogether = ({ id, paymentOrderId }: Quote) => `list-confirmed:${paymentOrderId}:${id}`;

/** "Booking confirmed" for several parcels paid together: each with its number and receiver, and all waybills in one file. */
export function bookingsConfirmed(
  { person, accountName = "", to, pdf }: { person: Person; accountName?: string; to: string; pdf: Link | null },
  booked: readonly [Paid, ...Paid[]],
  appUrl: string,
  now: Date,
): Email {
  const paidCents = booked.reduce((sum, each) => sum + each.paidCents, 0);
  const senders = new Set(booked.map(({ quote }) => quote.formSnapshot.addresses.fromName));
  const sender = senders.size === 1 ? [...senders].join("") : "";
  return {
    key: `${confirmedTogether(booked[0].quote)}:${person}`,
    to,
    ...compose({
      subject: `Booking confirmed: ${booked.length} parcels`,
      greeting: salutation(person === "sender" ? sender : accountName),
      opening: [`Thank you. Your payment arrived and your ${booked.length} parcels are booked.`],
      facts: [
        ...booked.map((each) => [spokenWaybillNumber(each.waybillNo), rowOf(each)] as const),
        ["Paid", formatRand(paidCents)],
        ["Booked", saDateTime(now)],
      ],
      ...(pdf && { action: pdf }),
      links: [
        { label: "Track a parcel by its waybill number", url: appUrl + paths.track },
        { label: "Invoices and changes, in the account that booked", url: appUrl + paths.dashboard },
      ],
      closing: [
        "What happens next: we phone the sender, agree on a time and collect the parcels. Print the waybills and stick each on its parcel. If you have no printer, write each waybill number on its parcel, large and clear.",
        ...byPhoneAlone(booked.map(({ quote }) => quote)),
        "A new waybill may take a few minutes to show on the tracking page.",
      ],
      signature: signature(),
    }),
  };
}

/** "Zodwa Dlamini, Soweto: 2 × Flyer bag, R 80,62". */
function rowOf({ quote, paidCents }: Paid): string {
  const to = [nameOf(quote, "to"), placeOf(quote, "to")].filter(Boolean).join(", ");
  return `${to}: ${boxInWords(quote)}, ${formatRand(paidCents)}`;
}

/** To a receiver: several parcels are on their way. Each has its own link, because each may go to another place. */
export function parcelsAnnounced(
  { person, to, occasion, links, now }: ParcelEmailData,
  parcels: readonly Pick<ParcelEmailData, "quote" | "waybillNo" | "links" | "arrival">[],
): Email {
  const senders = new Set(parcels.map(({ quote }) => nameOf(quote, "from") ?? "Somebody"));
  const sender = senders.size === 1 ? [...senders].join("") : "Somebody";
  const receivers = new Set(parcels.map(({ quote }) => quote.formSnapshot.addresses.toName));
  return {
    key: messageKey({ occasion, person }),
    to,
    ...compose({
      subject: `${sender} is sending you ${parcels.length} parcels`,
      greeting: salutation(receivers.size === 1 ? [...receivers].join("") : ""),
      opening: [`${sender} is sending you ${parcels.length} parcels.`],
      facts: parcels.map(({ quote, waybillNo, arrival }) => [
        spokenWaybillNumber(waybillNo),
        [`to ${placeOf(quote, "to")}`, boxInWords(quote), arrival && arrivalInWords(arrival, saDay(now))]
          .filter(Boolean)
          .join(", "),
      ]),
      links: parcels.flatMap(({ waybillNo, links: { findMe, tracking } }) => ({
        ...(findMe ?? tracking),
        label: `${(findMe ?? tracking).label.replace(/\?$/, "")}: ${spokenWaybillNumber(waybillNo)}`,
      })),
      closing: [
        `What happens next: we collect the parcels and bring them to you. ${BE_THERE} We will write to you on the day.`,
        `You have nothing to pay: the sender has paid for the delivery. If you know nothing of these parcels, write to ${contact().email.contact}.`,
      ],
      footer: links.stop.receiver ?? undefined,
      signature: signatureWithPhone(),
    }),
  };
}
