import { brand } from "#app/brand";
import { contact, signature } from "#app/contact";
import { boxInWords, parcelFacts } from "#app/domain/messages/parcel-facts";
import type { Quote } from "#app/domain/parcels/quotes/quote";
import { compose } from "#app/domain/post/compose";
import { salutationAt } from "#app/domain/post/customer-words";
import type { Email } from "#app/domain/post/email";
import { type Cents, formatRand } from "#app/domain/values/money";
import { saDate } from "#app/domain/values/sa-time";
import { officePaths, paths } from "#app/paths";
import { termsLink } from "../parcels/quotes/terms-version";

/**
 * To the customer: we have received the request for a manual price, and what happens next.
 * @param byWhen as its page says it: "By 17:00 on Friday 27 November"
 */
export function manualQuoteReceived(quote: Quote, byWhen: string): Email {
  return {
    key: `manual-quote-received:${quote.id}`,
    to: quote.email,
    ...compose({
      subject: `We are working out your price: quote ${quote.quoteNo}`,
      greeting: salutationAt(quote.email, quote.formSnapshot.addresses),
      opening: [
        "Thank you for your request. There is no instant price for this parcel, so a person is working it out.",
      ],
      facts: [["Quote number", quote.quoteNo], ...parcelFacts(quote)],
      closing: [`${byWhen} you have the price by email. You have not been charged.`],
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
  const price = quote.grandTotalCents === null ? "" : formatRand(quote.grandTotalCents);
  const { news, opening } = priceNews(quote, price, beforeCents);
  return {
    key: `manual-price-ready:${quote.id}:${quote.grandTotalCents}:${now.toISOString()}`,
    to: quote.email,
    trueUntil: quote.expiresAt,
    ...compose({
      subject: `${news}: quote ${quote.quoteNo}`,
      greeting: salutationAt(quote.email, quote.formSnapshot.addresses),
      opening: [opening],
      facts: [
        ["Total, all included", price],
        ["Quote number", quote.quoteNo],
        ["Held until", saDate(quote.expiresAt)],
        ...parcelFacts(quote),
      ],
      action: { label: "Pay and book", url: `${appUrl}${paths.payfastStart(quote.id)}` },
      links: [termsLink(appUrl + paths.terms, quote)],
      closing: ["You have not been charged. We will collect the parcel once you have paid."],
      signature: signature(),
    }),
  };
}

/** The email's subject, and its first sentence, which says which price it replaces. */
function priceNews({ grandTotalCents, expiresAt }: Quote, price: string, beforeCents: Cents | null) {
  if (beforeCents === null)
    return {
      news: "Your price is ready",
      opening: "Thank you for waiting. We have worked out what your parcel costs.",
    };
  if (beforeCents === grandTotalCents)
    return {
      news: `Your price is held until ${saDate(expiresAt)}`,
      opening: "Your price has not changed, and we now hold it for longer. This email replaces the one before.",
    };
  return {
    news: `Your new price is ${price}`,
    opening: `We have worked out your price again. This email replaces the one before, which said ${formatRand(beforeCents)}.`,
  };
}

/** To our quotes staff: a customer is waiting for a price. `appUrl` is null until a site has stored its address. */
export function manualQuoteWanted(quote: Quote, appUrl: string | null): Email {
  return {
    key: `manual-quote-wanted:${quote.id}`,
    to: contact().email.quotes,
    ...compose({
      subject: `Manual quote wanted: ${quote.quoteNo}`,
      greeting: "A customer has asked for a price.",
      opening: [],
      facts: [
        ["Quote number", quote.quoteNo],
        ["From", quote.fromPostal],
        ["To", [quote.toPostal, quote.toCountry].filter(Boolean).join(", ")],
        ["Packaging", boxInWords(quote)],
        ["Why by hand", quote.message ?? ""],
        ["Answer to", quote.email],
      ],
      ...(appUrl === null
        ? {}
        : { action: { label: "Open it in the office", url: `${appUrl}${officePaths.one(quote.quoteNo)}` } }),
      closing: [],
      signature: [brand.name],
    }),
  };
}
