import { signature } from "#app/contact";
import type { Account } from "#app/domain/accounts/account";
import { compose } from "#app/domain/mail/compose";
import { salutation } from "#app/domain/mail/customer-words";
import type { Email } from "#app/domain/mail/email";
import { nameOf, placeOf } from "#app/domain/messages/parcel-facts";
import type { Quote } from "#app/domain/quotes/quote";
import { formatRand } from "#app/domain/values/money";
import { saDate } from "#app/domain/values/sa-time";
import { paths } from "#app/paths";

/** To the account: its list of parcels is booked, with the price of each and the link to pay. */
export function bookingsImported(
  { name, email }: Pick<Account, "name" | "email">,
  { orderId, booked }: { orderId: string; booked: Quote[] },
  appUrl: string,
): Email {
  const total = booked.reduce((sum, { grandTotalCents }) => sum + (grandTotalCents ?? 0), 0);
  const heldUntil = new Date(Math.min(...booked.map(({ expiresAt }) => expiresAt.getTime())));
  return {
    key: `bookings-imported:${orderId}`,
    to: email,
    ...compose({
      subject: `Your ${booked.length} parcels are ready to pay`,
      greeting: salutation(name),
      opening: [`We have your list of ${booked.length} parcels. Together they cost ${formatRand(total)}.`],
      facts: booked.map((quote) => [
        `${nameOf(quote, "to") ?? quote.quoteNo}, ${placeOf(quote, "to")}`,
        formatRand(quote.grandTotalCents ?? 0),
      ]),
      action: { label: `Pay for all of them: ${formatRand(total)}`, url: appUrl + paths.payfastOrder(orderId) },
      links: [{ label: "Our terms, which you agree to when you pay", url: appUrl + paths.terms }],
      closing: [
        "You pay once for all parcels. We collect them once they are paid. If you cancel one before you pay, you don't pay for it.",
        `We hold the prices until ${saDate(heldUntil)}.`,
      ],
      signature: signature(),
    }),
  };
}
