import { brand } from "#app/brand";
import { compose } from "#app/domain/mail/compose";
import type { Email } from "#app/domain/mail/email";
import type { Quote } from "#app/domain/quotes/quote";
import { type Cents, formatRand } from "#app/domain/values/money";
import { spokenWaybillNumber } from "#app/domain/waybills/waybill-number";

const signature = [brand.name, `Questions? ${brand.email.contact} or ${brand.phone.supportShown}`];

/** To the customer: we can't take the parcel, why, and what becomes of the money. */
export function bookingCancelled(
  quote: Quote,
  { waybillNo, because, owedCents }: { waybillNo: string | undefined; because: string; owedCents: Cents },
): Email {
  return {
    key: `booking-cancelled:${quote.id}`,
    to: quote.email,
    subject: `${waybillNo ? "Booking cancelled" : "Request cancelled"}: quote ${quote.quoteNo}`,
    ...compose({
      greeting: "Good day,",
      opening: ["We are sorry: we had to cancel this parcel. Nobody will come to collect it."],
      facts: [
        ["Quote number", quote.quoteNo],
        ...(waybillNo ? ([["Waybill number", spokenWaybillNumber(waybillNo)]] as const) : []),
        ["Why", because],
        ...(owedCents > 0 ? ([["We pay back", formatRand(owedCents)]] as const) : []),
      ],
      closing: [
        owedCents > 0
          ? "The money goes back the way it came. You get another letter as soon as we have sent it."
          : "Nothing has been charged. Should you have paid in the meantime, we pay it back.",
      ],
      signature,
    }),
  };
}
