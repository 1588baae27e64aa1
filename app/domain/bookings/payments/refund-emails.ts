import { brand } from "#app/brand";
import { contact, signatureWithPhone } from "#app/contact";
import type { Email } from "#app/domain/post/email";
import { officePaths } from "#app/paths";
import { isPaid } from "../../money/payment-state";
import { AT_BANK } from "../../money/payment-told";
import type { Quote } from "../../parcels/quotes/quote";
import { compose, type Link } from "../../post/compose";
import { salutationAt } from "../../post/customer-words";
import { type Cents, formatRand } from "../../values/money";

/** Where a parcel is paid that isn't; the words that its bank may still pay; null where nothing is to be paid. */
export type Payable = Link | typeof AT_BANK | null;
const WAIT = `${AT_BANK}: please don't pay again. We email you when the payment arrives.`;
const actionOf = (pay: Payable, label: string) => (pay && pay !== AT_BANK ? { action: { ...pay, label } } : {});

/** The key of the email about a payment to refund. */
export const owedKey = (quoteId: string, pfPaymentId: string) => `money-to-pay-back:${quoteId}:${pfPaymentId}`;

/** The key of the email to ourselves about a booking whose customer cancelled it. */
export const wantedKey = (quoteId: string) => `refund-wanted:${quoteId}`;

/**
 * To the customer: we received money to refund, because the parcel was already paid or was cancelled, or because it
 * isn't what the parcel costs.
 * @param received.numbers of the bookings that it was for
 */
export function moneyToPayBack(
  quote: Quote,
  received: { pfPaymentId: string; amountGrossCents: Cents; numbers: CustomersNumbers; pay: Payable },
  terms: Link[],
): Email {
  const { pfPaymentId, amountGrossCents, numbers, pay } = received;
  const isUnpaid = "We will refund it. It does not pay for the parcel: we collect that when its own price is paid.";
  return {
    key: owedKey(quote.id, pfPaymentId),
    to: quote.email,
    ...compose({
      subject: `We will refund ${formatRand(amountGrossCents)}: ${bookingsInWords(numbers)}`,
      greeting: salutationAt(quote.email, quote.formSnapshot.addresses),
      opening: [whyOwed(quote), pay ? isUnpaid : "You don't need to do anything. We will refund it."],
      facts: [["Refund", formatRand(amountGrossCents)], ["PayFast payment", pfPaymentId], numbersFact(numbers)],
      ...actionOf(pay, "Pay for the parcel"),
      ...(pay === AT_BANK ? { explained: WAIT } : {}),
      links: terms,
      closing: ["We will refund you the way you paid. You will get another email when we have sent the money."],
      signature: signatureWithPhone(),
    }),
  };
}

function whyOwed(quote: Quote): string {
  if (quote.cancelledAt || quote.status === "cancelled")
    return "We have received a payment for a booking that was cancelled. Nobody will collect the parcel.";
  if (isPaid(quote.status)) return "We have received a second payment for a parcel that you had already paid for.";
  return "We have received a payment that is not the price of your parcel.";
}

/** Bookings' numbers as their customer knows them: "Waybill TH 482 109 375 3", or "Quote Q48210934" before it is issued. */
export type CustomersNumbers = readonly [string, ...string[]];

/** "waybill TH 482 109 375 3", or how many there are. */
function bookingsInWords([first, ...others]: CustomersNumbers): string {
  return others.length === 0 ? first.charAt(0).toLowerCase() + first.slice(1) : `${others.length + 1} bookings`;
}

function numbersFact([first, ...others]: CustomersNumbers): readonly [string, string] {
  if (others.length > 0) return ["Bookings", [first, ...others].join(", ")];
  const [kind = "", ...number] = first.split(" ");
  return [`${kind} number`, number.join(" ")];
}

type Refunded = {
  reference: string;
  amountCents: Cents;
  creditNotes: (Link | null)[];
  terms: Link[];
  /** Of the bookings that the refund is for. */
  numbers: CustomersNumbers;
  /** Whether an email about this refund already goes to another address. */
  isFurther?: boolean;
};

/** To the customer: the refund is on its way. */
export function refundPaid(quote: Quote, refund: Refunded): Email {
  const { reference, amountCents, terms, numbers, isFurther } = refund;
  const creditNotes = refund.creditNotes.filter((note) => note !== null);
  return {
    key: `refund-paid:${reference}${isFurther ? `:${quote.id}` : ""}`,
    to: quote.email,
    ...compose({
      subject: `We have refunded you: ${bookingsInWords(numbers)}`,
      greeting: salutationAt(quote.email, quote.formSnapshot.addresses),
      opening: ["We have sent your refund, the way you paid."],
      facts: [["Refund", formatRand(amountCents)], ["PayFast reference", reference], numbersFact(numbers)],
      links: [...creditNotes, ...terms],
      closing: ["Your bank may take a few working days to show it."],
      signature: signatureWithPhone(),
    }),
  };
}

/** To the customer: a part of the price has come, and how to pay the rest. */
export function partReceived(
  quote: Quote,
  paid: { pfPaymentId: string; partCents: Cents; restCents: Cents; pay: Payable; terms: Link[] },
): Email {
  const { pfPaymentId, partCents, restCents, pay, terms } = paid;
  return {
    key: `part-received:${quote.id}:${pfPaymentId}`,
    to: quote.email,
    ...compose({
      subject: `${formatRand(restCents)} is still missing: quote ${quote.quoteNo}`,
      greeting: salutationAt(quote.email, quote.formSnapshot.addresses),
      opening: [
        "We have received a part of the price of your parcel.",
        "We collect it when you have paid the rest. If you would rather not send it, cancel the booking, and we will refund you.",
      ],
      facts: [
        ["We have received", formatRand(partCents)],
        ["Still missing", formatRand(restCents)],
        ["Quote number", quote.quoteNo],
      ],
      ...actionOf(pay, "Pay the rest"),
      links: terms,
      closing: pay === AT_BANK ? [WAIT] : [],
      signature: signatureWithPhone(),
    }),
  };
}

/**
 * To the customer: we had noted a payment by mistake.
 */
export function paymentUndone(
  quote: Quote,
  undone: { amountCents: Cents; numbers: CustomersNumbers; pay: Payable; at: Date },
): Email {
  const { amountCents, numbers, pay, at } = undone;
  const hasWaybill = numbers.some((number) => number.startsWith("Waybill"));
  const unpaid = `So the parcel is not paid, and nobody will collect it yet.${hasWaybill ? " Its waybill is not valid until it is paid." : ""}`;
  return {
    key: `payment-undone:${quote.id}:${at.toISOString()}`,
    to: quote.email,
    ...compose({
      subject: `We made a mistake with a payment: ${bookingsInWords(numbers)}`,
      greeting: salutationAt(quote.email, quote.formSnapshot.addresses),
      opening: [
        "We are sorry. We noted a payment from you by mistake.",
        ...(pay ? [unpaid] : ["You don't need to do anything. There is nothing to refund."]),
      ],
      facts: [["Amount", formatRand(amountCents)], numbersFact(numbers)],
      ...actionOf(pay, "Pay for the parcel"),
      ...(pay === AT_BANK ? { explained: WAIT } : {}),
      closing: pay ? ["If you have paid, please answer this email and tell us when."] : [],
      signature: signatureWithPhone(),
    }),
  };
}

/** To the customer: we had noted a refund by mistake. */
export function refundUndone(
  quote: Quote,
  {
    reference,
    amountCents,
    numbers,
    at,
  }: { reference: string; amountCents: Cents; numbers: CustomersNumbers; at: Date },
): Email {
  return {
    key: `refund-undone:${quote.id}:${at.toISOString()}`,
    to: quote.email,
    ...compose({
      subject: `We made a mistake with a refund: ${bookingsInWords(numbers)}`,
      greeting: salutationAt(quote.email, quote.formSnapshot.addresses),
      opening: ["We are sorry. We told you of a refund that has not been sent yet.", "We will email you when it is."],
      facts: [["Amount", formatRand(amountCents)], ["PayFast reference", reference], numbersFact(numbers)],
      closing: [],
      signature: signatureWithPhone(),
    }),
  };
}

/** To our payments staff: a customer has cancelled a paid booking. `appUrl` is null until a site has stored its address. */
export function refundWanted(
  quote: Quote,
  { because, owedCents, appUrl }: { because: string; owedCents: Cents; appUrl: string | null },
): Email {
  return {
    key: wantedKey(quote.id),
    to: contact().email.payments,
    ...compose({
      subject: `Pay back ${formatRand(owedCents)}: quote ${quote.quoteNo}`,
      greeting: "A customer has cancelled a booking that was paid.",
      opening: ["Pay the money back, then note it."],
      facts: [
        ["To pay back", formatRand(owedCents)],
        ["Quote number", quote.quoteNo],
        ["Why", because || "not said"],
      ],
      ...(appUrl === null
        ? {}
        : { action: { label: "Open it in the office", url: `${appUrl}${officePaths.one(quote.quoteNo)}` } }),
      closing: ["On a command line: npm run staff -- list refunds"],
      signature: [brand.name],
    }),
  };
}
