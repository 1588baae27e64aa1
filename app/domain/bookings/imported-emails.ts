import type { Account } from "#app/domain/accounts/account";
import { nameOf, placeOf } from "#app/domain/messages/parcel-facts";
import type { Quote } from "#app/domain/parcels/quotes/quote";
import { compose } from "#app/domain/post/compose";
import { salutation, signature } from "#app/domain/post/customer-words";
import type { Email } from "#app/domain/post/email";
import { messagesCatalogue } from "#app/language/messages.server";
import { amount, name as asName, place, say } from "#app/language/say";
import { paths } from "#app/paths";

/** How the key of this email begins. */
export const IMPORTED = "bookings-imported";

/** To the account: its list of parcels is booked, with the price of each and the link to pay. */
export function bookingsImported(
  { name, email }: Pick<Account, "name" | "email">,
  { orderId, booked }: { orderId: string; booked: Quote[] },
  appUrl: string,
): Email {
  const total = booked.reduce((sum, { grandTotalCents }) => sum + (grandTotalCents ?? 0), 0);
  const heldUntil = new Date(Math.min(...booked.map(({ expiresAt }) => expiresAt.getTime())));
  const words = messagesCatalogue().bookings.imported(booked.length, total, heldUntil);
  return {
    key: `${IMPORTED}:${orderId}`,
    to: email,
    ...compose({
      ...words,
      greeting: salutation(name),
      facts: booked.map((quote) => [
        say`${asName(nameOf(quote, "to") ?? quote.quoteNo)}, ${place(placeOf(quote, "to"))}`,
        say`${amount(quote.grandTotalCents ?? 0)}`,
      ]),
      action: { label: words.pay, url: appUrl + paths.payfastOrder(orderId) },
      links: [{ label: words.terms, url: appUrl + paths.terms }],
      signature: signature(),
    }),
  };
}
