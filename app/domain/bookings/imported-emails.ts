import { brand } from "#app/brand";
import type { Account } from "#app/domain/accounts/account";
import { compose } from "#app/domain/mail/compose";
import type { Email } from "#app/domain/mail/email";
import type { Quote } from "#app/domain/quotes/quote";
import { formatRand } from "#app/domain/values/money";
import { saDate } from "#app/domain/values/sa-time";
import { paths } from "#app/paths";

/** To the account: its list of parcels is in, what each costs, and where they are paid. */
export function bookingsImported({ email }: Pick<Account, "email">, booked: Quote[], appUrl: string): Email {
  const total = booked.reduce((sum, { grandTotalCents }) => sum + (grandTotalCents ?? 0), 0);
  const [first] = booked;
  return {
    key: `bookings-imported:${first?.id ?? ""}`,
    to: email,
    subject: `Your ${booked.length} parcels are ready to pay`,
    ...compose({
      greeting: "Good day,",
      opening: [`We have your list of ${booked.length} parcels. Together they cost ${formatRand(total)}.`],
      facts: booked.map(({ quoteNo, toPostal, grandTotalCents }) => [
        `${quoteNo}, to ${toPostal}`,
        formatRand(grandTotalCents ?? 0),
      ]),
      action: { label: "Pay on your dashboard", url: `${appUrl}${paths.dashboard}` },
      links: [{ label: "Our terms, which you agree to when you pay", url: `${appUrl}${paths.terms}` }],
      closing: [
        "You pay each parcel by itself. We collect a parcel once it is paid.",
        ...(first ? [`We hold the prices until ${saDate(first.expiresAt)}.`] : []),
      ],
      signature: [brand.name, `Questions? ${brand.email.contact}`],
    }),
  };
}
