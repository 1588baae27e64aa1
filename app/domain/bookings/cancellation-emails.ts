import { salutationOf } from "#app/domain/messages/parcel-email";
import { parcelFacts } from "#app/domain/messages/parcel-facts";
import type { Person } from "#app/domain/messages/who-is-notified";
import type { Quote } from "#app/domain/parcels/quotes/quote";
import { spokenWaybillNumber } from "#app/domain/parcels/waybill-number";
import { compose, type Link } from "#app/domain/post/compose";
import { signatureWithPhone, withoutLinks } from "#app/domain/post/customer-words";
import type { Email } from "#app/domain/post/email";
import type { Cents } from "#app/domain/values/money";
import { messagesCatalogue } from "#app/language/messages.server";
import { amount, number, say } from "#app/language/say";

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
  const words = messagesCatalogue().bookings.cancelled;
  const { about, facts } = messagesCatalogue().emails;
  // A reason that a customer typed may contain links, which we don't send on.
  const why = by === "staff" ? because : withoutLinks(because);
  return {
    key: `booking-cancelled:${quote.id}`,
    to: quote.email,
    ...compose({
      headline: waybillNo ? words.headline : words.requestHeadline,
      about: waybillNo ? about.waybill(spokenWaybillNumber(waybillNo)) : about.quote(quote.quoteNo),
      greeting: salutationOf({ person, quote }),
      opening: [words.opening[by]],
      facts: [
        waybillNo
          ? [facts.waybill, say`${number(spokenWaybillNumber(waybillNo))}`]
          : [facts.quote, say`${number(quote.quoteNo)}`],
        ...parcelFacts(quote),
        ...(why ? ([[facts.why, say`${why}`]] as const) : []),
        ...(owedCents > 0 ? ([[facts.refund, say`${amount(owedCents)}`]] as const) : []),
      ],
      explained: owedCents > 0 ? words.refunded(refundedBy) : words.notCharged,
      links: terms,
      closing: [],
      signature: signatureWithPhone(),
    }),
  };
}
