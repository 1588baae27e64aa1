import { and, eq, like, ne, or } from "drizzle-orm";
import { DAYS } from "#app/durations";
import { messagesCatalogue } from "#app/language/messages.server";
import { amount, number, say } from "#app/language/say";
import { outgoingMails } from "#db/schema/mail";
import type { Reader, Tx } from "#db/store.server";
import { cellPhoneOf } from "../form/contacts.server";
import { limits } from "../limits/limits";
import { writeToCustomer } from "../messages/customer-emails.server";
import { parcelFacts } from "../messages/parcel-facts";
import { openChargesOf } from "../money/charges.server";
import { waybillOfQuote } from "../parcels/issue-waybill.server";
import { isUnpaid } from "../parcels/quotes/payment-order.server";
import type { Quote } from "../parcels/quotes/quote";
import { compose } from "../post/compose";
import { salutationAt, signatureWithPhone } from "../post/customer-words";
import type { Email } from "../post/email";
import { wordingThatFits } from "../post/one-part";
import { queueText } from "../post/queue-text.server";
import { since } from "../values/between-moments.server";
import { cellPhone } from "../values/phone.server";
import { type DoneOr, refused } from "../values/refused";
import { sendDueAgain } from "./charges/tell-of-charge.server";
import { waysToPay } from "./payments/tell-of-payment.server";

/** Where a link went: nobody else reads it, and no page of the office shows it. */
export type LinkSent = DoneOr<{ to: string }>;

/** A link in a text works for this long, and its words are erased once it was sent. */
const TEXT_LIVES_MS = 7 * DAYS;

/**
 * Sends the link to pay again, for a booking that isn't paid or for what more is owed: by email to its sender and its
 * account or, of a booking, by text to the sender's cell phone. Such texts count with the links that customers send to
 * their other phone. Of what more is owed only the email goes: its text never has a link.
 * @param appUrl the site's address
 */
export async function sendLinkToPay(
  tx: Tx,
  quote: Quote,
  way: "email" | "text",
  { appUrl, now }: { appUrl: string; now: Date },
): Promise<LinkSent> {
  if (isUnpaid(quote) && quote.bookedAt && !quote.cancelledAt) {
    const pay = await waysToPay(tx, quote, appUrl);
    if (pay === null || pay === "at the bank") return refused("PayFast still works on a payment: wait for it");
    return way === "email" ? byEmail(tx, quote, pay.url, now) : byText(tx, quote, pay.url, now);
  }
  const charges = await openChargesOf(tx, [quote.id]);
  if (charges.length === 0 || quote.cancelledAt) return refused("there is nothing to pay for it");
  if ((await waybillOfQuote(tx, quote.id))?.nextVisit === "return")
    return refused("it is on its way back to its sender, so nothing more is paid for it");
  if (way === "text") return refused("what more is owed is asked for only by email: its text never has a link");
  await sendDueAgain(tx, quote, charges, now);
  return { ok: true, to: quote.email };
}

async function byEmail(tx: Tx, quote: Quote, url: string, now: Date): Promise<LinkSent> {
  if (quote.email === "") return refused("it has no email");
  await writeToCustomer(tx, "the office", quote, "price_ready", linkToPay(quote, url, now), now);
  return { ok: true, to: quote.email };
}

async function byText(tx: Tx, quote: Quote, url: string, now: Date): Promise<LinkSent> {
  const phone = cellPhone(cellPhoneOf(quote.formSnapshot.addresses, "from") ?? "");
  if (!phone) return refused("its sender has no South African cell phone: send an email");
  if ((await unpaidTextsTo(tx, phone, now)) >= limits.unpaidTextsToPhone.points)
    return refused("that phone had its links for today: send an email");
  const text = {
    key: `pay-link:${quote.id}:${now.toISOString()}:sms`,
    to: phone,
    about: "The link to pay",
    words: wordingThatFits(messagesCatalogue().texts.payLink(quote.quoteNo, url)),
    holds: { linkUntil: new Date(now.getTime() + TEXT_LIVES_MS) },
    ...({ quoteId: quote.id, person: "sender" } as const),
  };
  const why = await queueText(tx, "the office", text, now);
  return why ? refused(why) : { ok: true, to: phone };
}

/** How many links a phone got today for which nobody has paid. */
async function unpaidTextsTo(store: Reader, phone: string, now: Date): Promise<number> {
  const { emailKey, toAddress, channel, state, queuedAt } = outgoingMails;
  const isLink = or(like(emailKey, "pay-link:%"), like(emailKey, "continue-draft:%"));
  const isToday = since(queuedAt, new Date(now.getTime() - limits.unpaidTextsToPhone.windowMs), now);
  return store.$count(
    outgoingMails,
    and(eq(toAddress, phone), eq(channel, "sms"), ne(state, "skipped"), isLink, isToday),
  );
}

/** To the customer: where a booking is paid. */
function linkToPay(quote: Quote, url: string, now: Date): Email {
  const { emails, bookings } = messagesCatalogue();
  const words = bookings.payLink;
  return {
    key: `pay-link:${quote.id}:${now.toISOString()}`,
    to: quote.email,
    ...compose({
      headline: words.headline,
      about: emails.about.quote(quote.quoteNo),
      greeting: salutationAt(quote.email, quote.formSnapshot.addresses),
      opening: words.opening,
      facts: [
        [emails.facts.toPay, quote.grandTotalCents === null ? say`` : say`${amount(quote.grandTotalCents)}`],
        [emails.facts.quote, say`${number(quote.quoteNo)}`],
        ...parcelFacts(quote, "sender"),
      ],
      action: { label: bookings.priceReady.pay, url },
      closing: words.closing,
      signature: signatureWithPhone(),
    }),
  };
}
