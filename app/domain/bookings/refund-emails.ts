import { brand } from "#app/brand";
import { contact, signatureWithPhone } from "#app/contact";
import type { Email } from "#app/domain/mail/email";
import { compose, type Link } from "../mail/compose";
import { isPaid } from "../payments/payment-state";
import type { Quote } from "../quotes/quote";
import { type Cents, formatRand } from "../values/money";

/** To the customer: we received money to refund, because the parcel was already paid or was cancelled. */
export function moneyToPayBack(
  quote: Quote,
  { pfPaymentId, amountGrossCents }: { pfPaymentId: string; amountGrossCents: Cents },
  terms: Link[],
): Email {
  const why = isPaid(quote.status)
    ? "We have received a second payment for a parcel that you had already paid for."
    : "We have received a payment for a booking that was cancelled. Nobody will collect the parcel.";
  return {
    key: `money-to-pay-back:${quote.id}:${pfPaymentId}`,
    to: quote.email,
    subject: `We will refund ${formatRand(amountGrossCents)}: quote ${quote.quoteNo}`,
    ...compose({
      greeting: "Good day,",
      opening: [why, "You don't need to do anything. We will refund it."],
      facts: [
        ["We pay back", formatRand(amountGrossCents)],
        ["PayFast payment", pfPaymentId],
        ["Quote number", quote.quoteNo],
      ],
      links: terms,
      closing: ["We will refund you the way you paid. You will get another email when we have sent the money."],
      signature: signatureWithPhone(),
    }),
  };
}

/** To the customer: the refund is on its way. */
export function refundPaid(
  quote: Quote,
  refund: { reference: string; amountCents: Cents; creditNote: Link | null; terms: Link[] },
): Email {
  const { reference, amountCents, creditNote, terms } = refund;
  return {
    key: `refund-paid:${reference}`,
    to: quote.email,
    subject: `We have paid you back: quote ${quote.quoteNo}`,
    ...compose({
      greeting: "Good day,",
      opening: ["We have sent your refund, the way you paid."],
      facts: [
        ["Paid back", formatRand(amountCents)],
        ["PayFast reference", reference],
        ["Quote number", quote.quoteNo],
      ],
      links: creditNote ? [creditNote, ...terms] : terms,
      closing: ["Your bank may take a few working days to show it."],
      signature: signatureWithPhone(),
    }),
  };
}

/** To our payments staff: a customer has cancelled a paid booking. */
export function refundWanted(quote: Quote, { because, owedCents }: { because: string; owedCents: Cents }): Email {
  return {
    key: `refund-wanted:${quote.id}`,
    to: contact().email.payments,
    subject: `Pay back ${formatRand(owedCents)}: quote ${quote.quoteNo}`,
    ...compose({
      greeting: "A customer has cancelled a booking that was paid.",
      opening: ["Pay the money back, then note it: npm run staff -- list refunds"],
      facts: [
        ["To pay back", formatRand(owedCents)],
        ["Quote number", quote.quoteNo],
        ["Why", because || "not said"],
      ],
      closing: [],
      signature: [brand.name],
    }),
  };
}
