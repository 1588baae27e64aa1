import { contact } from "#app/contact";
import { boxInWords, parcelFacts } from "#app/domain/messages/parcel-facts";
import type { Quote } from "#app/domain/parcels/quotes/quote";
import { compose } from "#app/domain/post/compose";
import { ourSignature, salutationAt, signature } from "#app/domain/post/customer-words";
import type { Email } from "#app/domain/post/email";
import type { Cents } from "#app/domain/values/money";
import { messagesCatalogue } from "#app/language/messages.server";
import { amount, date, number, say } from "#app/language/say";
import { officePaths, paths } from "#app/paths";
import { termsLink } from "../parcels/quotes/terms-link.server";

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
      facts: [[facts.quote, say`${number(quote.quoteNo)}`], ...parcelFacts(quote)],
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
        ...parcelFacts(quote),
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
