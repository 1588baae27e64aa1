import { signatureWithPhone } from "#app/contact";
import { salutationOf } from "#app/domain/messages/parcel-email";
import { parcelFacts } from "#app/domain/messages/parcel-facts";
import type { Person } from "#app/domain/messages/who-is-notified";
import type { Quote } from "#app/domain/parcels/quotes/quote";
import { spokenWaybillNumber } from "#app/domain/parcels/waybill-number";
import { compose, type Link } from "#app/domain/post/compose";
import { withoutLinks } from "#app/domain/post/customer-words";
import type { Email } from "#app/domain/post/email";
import { type Cents, formatRand } from "#app/domain/values/money";
import { shortDate } from "#app/domain/values/sa-time";

type Cancelled = {
  person: Person;
  waybillNo: string | undefined;
  because: string;
  owedCents: Cents;
  /** The day by which it is refunded. */
  refundedBy: string;
  by: "staff" | "customer";
  /** A link to the terms on cancelling. */
  terms: Link[];
};

/** To the customer: the booking is cancelled, by us or by them, with the reason and what happens to their money. */
export function bookingCancelled(quote: Quote, cancelled: Cancelled): Email {
  const { person, waybillNo, because, owedCents, refundedBy, by, terms } = cancelled;
  const opening = {
    staff: "We have cancelled this booking, so nobody will come to collect the parcel.",
    customer: "This booking has been cancelled, as you asked. Nobody will come to collect the parcel.",
  };
  // A reason that a customer typed may contain links, which we don't send on.
  const why = by === "staff" ? because : withoutLinks(because);
  return {
    key: `booking-cancelled:${quote.id}`,
    to: quote.email,
    ...compose({
      subject: waybillNo
        ? `Booking cancelled: waybill ${spokenWaybillNumber(waybillNo)}`
        : `Request cancelled: quote ${quote.quoteNo}`,
      greeting: salutationOf({ person, quote }),
      opening: [opening[by]],
      facts: [
        waybillNo ? ["Waybill number", spokenWaybillNumber(waybillNo)] : ["Quote number", quote.quoteNo],
        ...parcelFacts(quote),
        ...(why ? ([["Why", why]] as const) : []),
        ...(owedCents > 0 ? ([["Refund", formatRand(owedCents)]] as const) : []),
      ],
      explained:
        owedCents > 0
          ? // Also true if it comes late, and the money was sent before.
            `You get the money back the way you paid, by ${shortDate(refundedBy)} at the latest. We email you when we send it.`
          : "You have not been charged. If you have paid in the meantime, we will refund you.",
      links: terms,
      closing: [],
      signature: signatureWithPhone(),
    }),
  };
}
