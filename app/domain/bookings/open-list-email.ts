import { signature } from "#app/contact";
import { paths } from "#app/paths";
import { compose } from "../post/compose";
import { salutation } from "../post/customer-words";
import type { Email } from "../post/email";
import { formatRand } from "../values/money";
import { saDate, saDay } from "../values/sa-time";

/** To the account. It leads to the dashboard: a program that opens links would put the list into an order too early. */
export function openListWaits(
  { uid, name, email }: { uid: string; name: string; email: string },
  { bookings, totalCents, heldUntil }: { bookings: number; totalCents: number; heldUntil: Date },
  appUrl: string,
  now: Date,
): Email {
  const parcels = bookings === 1 ? "1 parcel" : `${bookings} parcels`;
  return {
    key: `open-list:${uid}:${saDay(now)}`,
    to: email,
    ...compose({
      subject: `${parcels} of your shop ${bookings === 1 ? "is" : "are"} not paid yet`,
      greeting: salutation(name),
      opening: [`Your shop's program has booked ${parcels} that nobody has paid. We collect what is paid.`],
      facts: [
        ["To pay", formatRand(totalCents)],
        ["The first price is held until", saDate(heldUntil)],
      ],
      action: { label: "Pay on your dashboard", url: appUrl + paths.dashboard },
      closing: ["If you don't want to send one of them, cancel it. We send this email once a day at most."],
      signature: signature(),
    }),
  };
}
