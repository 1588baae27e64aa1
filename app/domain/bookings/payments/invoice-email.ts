import { messagesCatalogue } from "#app/language/messages.server";
import { amount, date, say } from "#app/language/say";
import { type Invoice, titleOf } from "../../money/invoice";
import type { Quote } from "../../parcels/quotes/quote";
import { compose, type Link } from "../../post/compose";
import { salutation, signature } from "../../post/customer-words";
import type { Email } from "../../post/email";

type Shown = Pick<Invoice, "kind" | "supplier" | "invoiceNo" | "issuedAt" | "grossCents">;

/** To the sender: an invoice that the office has issued or corrected. */
export function invoiceToSender(quote: Quote, invoice: Shown, link: Link | null, now: Date): Email {
  const { invoiceNo, issuedAt, grossCents } = invoice;
  const { facts } = messagesCatalogue().emails;
  return {
    key: `invoice-sent:${quote.id}:${now.toISOString()}`,
    to: quote.email,
    quoteId: quote.id,
    person: "sender",
    ...compose({
      ...messagesCatalogue().money.invoice,
      headline: titleOf(invoice),
      about: say`${invoiceNo}`,
      greeting: salutation(quote.formSnapshot.addresses.fromName),
      facts: [
        [facts.number, say`${invoiceNo}`],
        [facts.date, say`${date(issuedAt)}`],
        [facts.paid, say`${amount(grossCents)}`],
      ],
      ...(link && { action: link }),
      signature: signature(),
    }),
  };
}
