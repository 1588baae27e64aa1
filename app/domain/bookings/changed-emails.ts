import { parcelFacts } from "#app/domain/messages/parcel-facts";
import type { Quote } from "#app/domain/parcels/quotes/quote";
import { spokenWaybillNumber } from "#app/domain/parcels/waybill-number";
import { compose, type Fact, type Link } from "#app/domain/post/compose";
import { salutationAt, signatureWithPhone } from "#app/domain/post/customer-words";
import type { Email } from "#app/domain/post/email";
import { messagesCatalogue } from "#app/language/messages.server";

/** To sender and receiver: what changed in a booking, so that whoever didn't ask for the change can object. */
export function bookingChanged(
  quote: Quote,
  { to, waybillNo, changes, link }: { to: string; waybillNo: string | undefined; changes: Fact[]; link: Link | null },
  now: Date,
): Email {
  const { about } = messagesCatalogue().emails;
  return {
    key: `booking-changed:${quote.id}:${now.toISOString()}:${to === quote.email ? "sender" : "receiver"}`,
    to,
    ...compose({
      ...messagesCatalogue().bookings.changed(link !== null),
      about: waybillNo ? about.waybill(spokenWaybillNumber(waybillNo)) : about.quote(quote.quoteNo),
      greeting: salutationAt(to, quote.formSnapshot.addresses),
      facts: [...changes, ...parcelFacts(quote)],
      links: link ? [link] : [],
      signature: signatureWithPhone(),
    }),
  };
}
