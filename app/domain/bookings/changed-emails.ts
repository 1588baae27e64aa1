import { signatureWithPhone } from "#app/contact";
import { parcelFacts } from "#app/domain/messages/parcel-facts";
import type { Quote } from "#app/domain/parcels/quotes/quote";
import { spokenWaybillNumber } from "#app/domain/parcels/waybill-number";
import { compose, type Link } from "#app/domain/post/compose";
import { salutationAt } from "#app/domain/post/customer-words";
import type { Email } from "#app/domain/post/email";

/** To sender and receiver: what changed in a booking, so that whoever didn't ask for the change can object. */
export function bookingChanged(
  quote: Quote,
  {
    to,
    waybillNo,
    changes,
    link,
  }: { to: string; waybillNo: string | undefined; changes: [string, string][]; link: Link | null },
  now: Date,
): Email {
  const number = waybillNo ? `waybill ${spokenWaybillNumber(waybillNo)}` : `quote ${quote.quoteNo}`;
  return {
    key: `booking-changed:${quote.id}:${now.toISOString()}:${to === quote.email ? "sender" : "receiver"}`,
    to,
    ...compose({
      subject: `Your parcel's details have changed: ${number}`,
      greeting: salutationAt(to, quote.formSnapshot.addresses),
      opening: ["The details of this parcel have changed. This is how they are now."],
      facts: [...changes, ...parcelFacts(quote)],
      links: link ? [link] : [],
      closing: [
        ...(link ? ["If you printed the waybill before, please print it again."] : []),
        "If you didn't ask for this, please phone us.",
      ],
      signature: signatureWithPhone(),
    }),
  };
}
