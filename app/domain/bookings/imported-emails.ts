import { signature } from "#app/contact";
import type { Account } from "#app/domain/accounts/account";
import { nameOf, placeOf } from "#app/domain/messages/parcel-facts";
import type { Quote } from "#app/domain/parcels/quotes/quote";
import { compose } from "#app/domain/post/compose";
import { salutation } from "#app/domain/post/customer-words";
import type { Email } from "#app/domain/post/email";
import { formatRand } from "#app/domain/values/money";
import { saDate } from "#app/domain/values/sa-time";
import { paths } from "#app/paths";

/** How the key of this email begins. */
export const IMPORTED = "bookings-imported";

/** To the account: its list of parcels is booked, with the price of each and the link to pay. */
export function bookingsImported(
  { name, email }: Pick<Account, "name" | "email">,
  { orderId, booked }: { orderId: string; booked: Quote[] },
  appUrl: string,
): Email {
  const isOne = booked.length === 1;
  const total = booked.reduce((sum, { grandTotalCents }) => sum + (grandTotalCents ?? 0), 0);
  const heldUntil = new Date(Math.min(...booked.map(({ expiresAt }) => expiresAt.getTime())));
  return {
    key: `${IMPORTED}:${orderId}`,
    to: email,
    ...compose({
      subject: `Your ${isOne ? "parcel is" : `${booked.length} parcels are`} ready to pay`,
      greeting: salutation(name),
      opening: [
        isOne
          ? `We have your parcel. It costs ${formatRand(total)}.`
          : `We have your list of ${booked.length} parcels. Together they cost ${formatRand(total)}.`,
      ],
      facts: booked.map((quote) => [
        `${nameOf(quote, "to") ?? quote.quoteNo}, ${placeOf(quote, "to")}`,
        formatRand(quote.grandTotalCents ?? 0),
      ]),
      action: {
        label: `Pay for ${isOne ? "it" : "all of them"}: ${formatRand(total)}`,
        url: appUrl + paths.payfastOrder(orderId),
      },
      links: [{ label: "Our terms, which you agree to when you pay", url: appUrl + paths.terms }],
      closing: [
        isOne
          ? "We collect it once it is paid."
          : "You pay once for all parcels. We collect them once they are paid. If you cancel one before you pay, you don't pay for it.",
        `We hold the price${isOne ? "" : "s"} until ${saDate(heldUntil)}.`,
      ],
      signature: signature(),
    }),
  };
}
