import { signature } from "#app/contact";
import { type Invoice, titleOf } from "../../money/invoice";
import type { Quote } from "../../parcels/quotes/quote";
import { compose, type Link } from "../../post/compose";
import { salutation } from "../../post/customer-words";
import type { Email } from "../../post/email";
import { formatRand } from "../../values/money";
import { saDate } from "../../values/sa-time";

type Shown = Pick<Invoice, "kind" | "supplier" | "invoiceNo" | "issuedAt" | "grossCents">;

/** To the sender: an invoice that the office has issued or corrected. */
export function invoiceToSender(quote: Quote, invoice: Shown, link: Link | null, now: Date): Email {
  const { invoiceNo, issuedAt, grossCents } = invoice;
  return {
    key: `invoice-sent:${quote.id}:${now.toISOString()}`,
    to: quote.email,
    quoteId: quote.id,
    person: "sender",
    ...compose({
      subject: `${titleOf(invoice)}: ${invoiceNo}`,
      greeting: salutation(quote.formSnapshot.addresses.fromName),
      opening: ["Here is the invoice for your parcel, to read or print."],
      facts: [
        ["Number", invoiceNo],
        ["Date", saDate(issuedAt)],
        ["Paid", formatRand(grossCents)],
      ],
      ...(link && { action: link }),
      closing: ["It takes the place of any that you had before with the same number."],
      signature: signature(),
    }),
  };
}
