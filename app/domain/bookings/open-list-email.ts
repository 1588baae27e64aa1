import { messagesCatalogue } from "#app/language/messages.server";
import { amount, date, say } from "#app/language/say";
import { paths } from "#app/paths";
import { compose } from "../post/compose";
import { salutation, signature } from "../post/customer-words";
import type { Email } from "../post/email";
import { saDay } from "../values/sa-time";

/** To the account. It leads to the dashboard: a program that opens links would put the list into an order too early. */
export function openListWaits(
  { uid, name, email }: { uid: string; name: string; email: string },
  { bookings, totalCents, heldUntil }: { bookings: number; totalCents: number; heldUntil: Date },
  appUrl: string,
  now: Date,
): Email {
  const words = messagesCatalogue().bookings.openList(bookings);
  const { facts } = messagesCatalogue().emails;
  return {
    key: `open-list:${uid}:${saDay(now)}`,
    to: email,
    ...compose({
      ...words,
      greeting: salutation(name),
      facts: [
        [facts.toPay, say`${amount(totalCents)}`],
        [facts.firstPriceHeldUntil, say`${date(heldUntil)}`],
      ],
      action: { label: words.pay, url: appUrl + paths.dashboard },
      signature: signature(),
    }),
  };
}
