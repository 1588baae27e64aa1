import { contact } from "#app/contact";
import { messagesCatalogue } from "#app/language/messages.server";
import { amount, date, number, say } from "#app/language/say";
import { officePaths, paths } from "#app/paths";
import type { Tx } from "#db/store.server";
import { writeToCustomer } from "../messages/customer-emails.server";
import { boxInWords, parcelFacts } from "../messages/parcel-facts";
import { startAttempt } from "../money/attempts.server";
import type { Gateway } from "../money/gateway.server";
import { tooLittleToPay } from "../money/payfast-fields.server";
import { isPaid } from "../money/payment-state";
import { moneyFor, partsIn } from "../money/refunds.server";
import type { Quote } from "../parcels/quotes/quote";
import { quoteById, setManualPrice } from "../parcels/quotes/saved-quotes.server";
import { termsLink } from "../parcels/quotes/terms-link.server";
import { compose } from "../post/compose";
import { ourSignature, salutationAt, signature } from "../post/customer-words";
import type { Email } from "../post/email";
import { withdrawOvertaken } from "../post/overtaken.server";
import type { Cents } from "../values/money";
import { type DoneOr, refused } from "../values/refused";
import { saDay } from "../values/sa-time";
import { pendingPayment } from "./payments/return-from-payment.server";

/** `beforeCents` is the price that this one replaces; `added` is false when the same price was set before. */
export type ManualPricing = DoneOr<
  { quote: Quote; added: boolean; beforeCents: Cents | null },
  {
    why:
      | "There is no such quote."
      | "Nobody has asked for a manual price for this quote."
      | "It is booked at its instant price, which can't be changed."
      | "It is already paid."
      | "A part of its price is paid. Cancel the booking, and pay it back."
      | "PayFast is still working on a payment of the price before."
      | "It was cancelled."
      | "The price must be more than 0."
      | "PayFast takes no payment as small as that."
      | "No parcel costs that much. Check the amount.";
  }
>;

/** A higher amount must be a mistake, such as a phone number. Cents. */
const MOST_CENTS = 100_000_00;

/**
 * Sets the price that staff worked out for a parcel without an instant price. The customer, who agreed to the details
 * when asking, gets an email and can pay this price at once. Setting the same price again on the same day changes
 * nothing; on another day it is held again. Another price replaces it until something is paid.
 * @param totalCents what the customer pays, VAT included
 */
export async function priceManually(
  tx: Tx,
  quoteId: string,
  totalCents: Cents,
  { mode, appUrl }: { mode: Gateway["mode"]; appUrl: string },
  now: Date,
): Promise<ManualPricing> {
  if (!Number.isSafeInteger(totalCents) || totalCents <= 0) return refused("The price must be more than 0.");
  if (totalCents > MOST_CENTS) return refused("No parcel costs that much. Check the amount.");
  const quote = await quoteById(tx, quoteId);
  if (!quote) return refused("There is no such quote.");
  if (isPaid(quote.status)) return refused("It is already paid.");
  if (quote.status === "cancelled") return refused("It was cancelled.");
  if (partsIn(await moneyFor(tx, quote.id)).length > 0)
    return refused("A part of its price is paid. Cancel the booking, and pay it back.");
  // A new price would ask for it again.
  if (quote.grandTotalCents !== totalCents && (await pendingPayment(tx, quote.id)))
    return refused("PayFast is still working on a payment of the price before.");
  if (!quote.manualRequestedAt) {
    if (quote.bookedAt) return refused("It is booked at its instant price, which can't be changed.");
    return refused("Nobody has asked for a manual price for this quote.");
  }

  if (tooLittleToPay(totalCents)) return refused("PayFast takes no payment as small as that.");
  const priced = await setManualPrice(tx, quote, totalCents, mode, now);
  const heldUntil = priced.expiresAt;
  await startAttempt(tx, { quoteId: quote.id, amountCents: totalCents, mode, heldUntil }, now);
  const isSameDay = saDay(quote.expiresAt) === saDay(priced.expiresAt);
  const added = quote.grandTotalCents !== totalCents || !isSameDay;
  // Of the same price, while a bank may still pay it, they are told nothing.
  if (added && !(await pendingPayment(tx, quote.id))) {
    await withdrawOvertaken(tx, quote.id, { by: "priced" }, now);
    await writeToCustomer(
      tx,
      "the office",
      priced,
      "price_ready",
      manualPriceReady(priced, quote.grandTotalCents, appUrl, now),
      now,
    );
  }
  const beforeCents = quote.grandTotalCents === totalCents ? null : quote.grandTotalCents;
  return { ok: true, quote: priced, added, beforeCents };
}

/**
 * To the customer: we have received the request for a manual price, and what happens next.
 * @param by when they have it at the latest
 */
export function manualQuoteReceived(quote: Quote, by: { time: string; day: string }): Email {
  const { about, facts } = messagesCatalogue().emails;
  return {
    key: `manual-quote-received:${quote.id}`,
    to: quote.email,
    ...compose({
      ...messagesCatalogue().bookings.priceAsked(by),
      about: about.quote(quote.quoteNo),
      greeting: salutationAt(quote.email, quote.formSnapshot.addresses),
      facts: [[facts.quote, say`${number(quote.quoteNo)}`], ...parcelFacts(quote, "sender")],
      signature: signature(),
    }),
  };
}

/**
 * To the customer: the manual price, and where to pay it. Each price is a new email that says which price it replaces,
 * even if the same price was sent earlier, before another one.
 * @param beforeCents the price in the email before; null for the first
 */
export function manualPriceReady(quote: Quote, beforeCents: Cents | null, appUrl: string, now: Date): Email {
  const { about, facts } = messagesCatalogue().emails;
  const words = messagesCatalogue().bookings.priceReady;
  const { headline, opening } = priceNews(quote, beforeCents);
  return {
    key: `manual-price-ready:${quote.id}:${quote.grandTotalCents}:${now.toISOString()}`,
    to: quote.email,
    trueUntil: quote.expiresAt,
    ...compose({
      headline,
      about: about.quote(quote.quoteNo),
      greeting: salutationAt(quote.email, quote.formSnapshot.addresses),
      opening: [opening],
      facts: [
        [facts.total, quote.grandTotalCents === null ? say`` : say`${amount(quote.grandTotalCents)}`],
        [facts.quote, say`${number(quote.quoteNo)}`],
        [facts.heldUntil, say`${date(quote.expiresAt)}`],
        ...parcelFacts(quote, "sender"),
      ],
      action: { label: words.pay, url: `${appUrl}${paths.payfastStart(quote.id)}` },
      links: [termsLink(appUrl + paths.terms, quote)],
      closing: words.closing,
      signature: signature(),
    }),
  };
}

/** The email's headline, and its first sentence, which says which price it replaces. */
function priceNews({ grandTotalCents, expiresAt }: Quote, beforeCents: Cents | null) {
  const { first, held, other } = messagesCatalogue().bookings.priceReady;
  if (beforeCents === null) return first;
  return beforeCents === grandTotalCents ? held(expiresAt) : other(grandTotalCents ?? 0, beforeCents);
}

/** To our quotes staff: a customer is waiting for a price. `appUrl` is null until a site has stored its address. */
export function manualQuoteWanted(quote: Quote, appUrl: string | null): Email {
  return {
    key: `manual-quote-wanted:${quote.id}`,
    to: contact().email.quotes,
    ...compose({
      headline: say`Manual quote wanted`,
      about: say`${quote.quoteNo}`,
      greeting: say`A customer has asked for a price.`,
      opening: [],
      facts: [
        [say`Quote number`, say`${quote.quoteNo}`],
        [say`From`, say`${quote.fromPostal}`],
        [say`To`, say`${[quote.toPostal, quote.toCountry].filter(Boolean).join(", ")}`],
        [say`Packaging`, say`${boxInWords(quote)}`],
        [say`Why by hand`, say`${quote.message ?? ""}`],
        [say`Answer to`, say`${quote.email}`],
      ],
      ...(appUrl === null
        ? {}
        : { action: { label: say`Open it in the office`, url: `${appUrl}${officePaths.one(quote.quoteNo)}` } }),
      closing: [],
      signature: ourSignature(),
    }),
  };
}
