import { paths } from "#app/paths";
import { readSiteFacts } from "#db/site-facts.server";
import type { Tx } from "#db/store.server";
import type { Invoice } from "../invoices/invoice";
import { undoOccasion, withdrawMessages, withdrawUntried } from "../mail/outbox.server";
import { signedLink, waybillLink } from "../mail/signed-link.server";
import { writeToCustomer } from "../messages/customer-emails.server";
import { linksOf } from "../messages/message-links.server";
import type { Words } from "../messages/notify.server";
import type { ParcelEmailData } from "../messages/parcel-email";
import { parcelAnnounced, parcelCancelled } from "../messages/receiver-emails";
import { arrivalOfQuote } from "../quotes/delivery-of-quote.server";
import type { Quote } from "../quotes/quote";
import type { Cents } from "../values/money";
import { bookingConfirmed } from "./booking-confirmed-email";
import { linkTo } from "./invoice-of-booking.server";

/** Tells the payer that the parcel is booked, and the receiver that a parcel is coming. */
export async function notifyOfBooking(
  tx: Tx,
  quote: Quote,
  { waybillNo, invoice, paidCents }: { waybillNo: string; invoice: Invoice; paidCents: Cents },
  appUrl: string,
  now: Date,
): Promise<void> {
  const links = [
    await waybillLink(tx, waybillNo, appUrl),
    await linkTo(tx, invoice, appUrl),
    await signedLink(tx, "Change a name, phone or address", paths.changeBooking(quote.id), appUrl),
    await signedLink(tx, "Cancel this booking", paths.cancelBooking(quote.id), appUrl),
  ];
  const trackingUrl = (await readSiteFacts(tx))?.trackingUrl;
  const arrival = await arrivalOfQuote(tx, quote, { since: now }, now);
  const receipt = bookingConfirmed(quote, { waybillNo, paidCents, links, arrival, trackingUrl }, appUrl, now);
  const data = await emailData(tx, quote, waybillNo, now, appUrl);
  await writeToCustomer(tx, quote, "booked", receipt, now, (person, to) =>
    parcelAnnounced({ ...data, arrival, person, to, occasion: bookedOccasion(quote) }),
  );
}

/** The message to the receiver of a cancelled booking; none if the email about the booking was withdrawn in time. */
export async function receiverOfCancelled(
  tx: Tx,
  quote: Quote,
  waybillNo: string,
  now: Date,
): Promise<Words["receiver"]> {
  await withdrawUntried(tx, `late:${quote.id}`);
  const wasNotified = (await withdrawMessages(tx, bookedOccasion(quote), now)).length > 0;
  if (!wasNotified) return undefined;
  const data = await emailData(tx, quote, waybillNo, now);
  return (person, to) => parcelCancelled({ ...data, person, to, occasion: `cancelled:${quote.id}` });
}

/** The booking was paid by mistake: what told of it is undone, so that it can be told of again. */
export async function undoBooked(tx: Tx, quote: Quote, now: Date): Promise<void> {
  for (const occasion of [`booking-confirmed:${quote.id}`, bookedOccasion(quote), `cancelled:${quote.id}`])
    await undoOccasion(tx, occasion, now);
}

const bookedOccasion = ({ id }: Quote) => `booked:${id}`;

async function emailData(
  tx: Tx,
  quote: Quote,
  waybillNo: string,
  now: Date,
  appUrl?: string,
): Promise<Omit<ParcelEmailData, "person" | "to" | "occasion">> {
  const links = await linksOf(tx, { quoteId: quote.id, waybillNo }, appUrl);
  return { quote, waybillNo, links, arrival: null, happenedAt: now, now };
}
