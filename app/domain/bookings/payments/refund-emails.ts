import { contact } from "#app/contact";
import type { Email } from "#app/domain/post/email";
import { messagesCatalogue } from "#app/language/messages.server";
import { amount, joined, number, type Sentence, say } from "#app/language/say";
import { officePaths } from "#app/paths";
import { orderFact } from "../../messages/parcel-facts";
import { isPaid } from "../../money/payment-state";
import { numberShown, wayOf } from "../../money/ways";
import type { Quote } from "../../parcels/quotes/quote";
import { compose, type EmailContent, type Fact, type Link } from "../../post/compose";
import { ourSignature, salutationAt, signatureWithPhone, withoutLinks } from "../../post/customer-words";
import type { Cents } from "../../values/money";

/** Where a parcel is paid that isn't; that its bank may still pay; null where nothing is to be paid. */
export type Payable = { url: string } | "at the bank" | null;
const actionOf = (pay: Payable, label: Sentence) =>
  pay && pay !== "at the bank" ? { action: { url: pay.url, label } } : {};
const explainedOf = (pay: Payable) => (pay === "at the bank" ? { explained: messagesCatalogue().money.pay.wait } : {});

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
  received: {
    pfPaymentId: string;
    amountGrossCents: Cents;
    numbers: CustomersNumbers;
    pay: Payable;
    isForCharge: boolean;
    /** Its account owes the price, and pays it by month. */
    isOnAccount: boolean;
  },
  terms: Link[],
): Email {
  const { pfPaymentId, amountGrossCents, numbers, pay } = received;
  const { owed: words, pay: paying } = messagesCatalogue().money;
  const { facts } = messagesCatalogue().emails;
  return aboutMoney(quote, numbers, {
    key: owedKey(quote.id, pfPaymentId),
    headline: words.headline(amountGrossCents),
    opening: [words.why[whyOwed(quote, received)], pay ? words.unpaid : words.nothingToDo],
    facts: [[facts.refund, say`${amount(amountGrossCents)}`], ...knownAs(pfPaymentId), ...numbersFacts(numbers)],
    ...actionOf(pay, paying.parcel),
    ...explainedOf(pay),
    links: terms,
    closing: words.closing,
  });
}

type AboutMoney = Pick<Email, "key" | "replaces"> &
  Pick<EmailContent, "headline" | "opening" | "facts"> &
  Partial<EmailContent>;

/** An email to the customer about money of theirs, for the bookings with these numbers. */
function aboutMoney(quote: Quote, numbers: CustomersNumbers, { key, replaces, ...email }: AboutMoney): Email {
  return {
    ...{ key, replaces, to: quote.email },
    ...compose({
      about: bookingsInWords(numbers),
      greeting: salutationAt(quote.email, quote.formSnapshot.addresses),
      closing: [],
      signature: signatureWithPhone(),
      ...email,
    }),
  };
}

/** The number that a payment or refund has where it came or went. Cash has none. */
function knownAs(stored: string, atPayfast?: Sentence): Fact[] {
  const { facts } = messagesCatalogue().emails;
  const shown = numberShown(stored);
  if (shown === null) return [];
  return [[wayOf(stored) === "bank" ? facts.bankReference : (atPayfast ?? facts.payfastPayment), say`${shown}`]];
}

function whyOwed(quote: Quote, { isForCharge, isOnAccount }: Record<"isForCharge" | "isOnAccount", boolean>) {
  if (isForCharge) return "charge";
  if (quote.cancelledAt || quote.status === "cancelled") return "cancelled";
  if (isOnAccount) return "onAccount";
  return isPaid(quote.status) ? "twice" : "anotherPrice";
}

/** A booking's number as its customer knows it: its quote's before it has a waybill. `order` is their shop's own. */
type CustomersNumber = { is: "waybill" | "quote"; shown: string; order: string | null };
export type CustomersNumbers = readonly [CustomersNumber, ...CustomersNumber[]];

/** "waybill TH 482 109 375 3", or how many there are. */
function bookingsInWords([first, ...others]: CustomersNumbers): Sentence {
  const { money, emails } = messagesCatalogue();
  return others.length === 0 ? emails.about[first.is](first.shown) : money.bookingsTogether(others.length + 1);
}

function numbersFacts([first, ...others]: CustomersNumbers): Fact[] {
  const { emails, money } = messagesCatalogue();
  if (others.length === 0)
    return [...orderFact({ reference: first.order }), [emails.facts[first.is], say`${number(first.shown)}`]];
  const numbered = [first, ...others].map(({ is, shown, order }) =>
    order === null ? money.numberOf[is](shown) : say`${withoutLinks(order)} (${money.numberOf[is](shown)})`,
  );
  return [[emails.facts.bookings, joined(numbered, ", ")]];
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
  const { facts } = messagesCatalogue().emails;
  return aboutMoney(quote, numbers, {
    key: `refund-paid:${reference}${isFurther ? `:${quote.id}` : ""}`,
    ...messagesCatalogue().money.refunded[wayOf(reference)],
    facts: [
      [facts.refund, say`${amount(amountCents)}`],
      ...knownAs(reference, facts.payfastReference),
      ...numbersFacts(numbers),
    ],
    links: [...creditNotes, ...terms],
  });
}

/** To the customer: a part of the price has come, and how to pay the rest. */
export function partReceived(
  quote: Quote,
  paid: { pfPaymentId: string; partCents: Cents; restCents: Cents; pay: Payable; terms: Link[] },
): Email {
  const { pfPaymentId, partCents, restCents, pay, terms } = paid;
  const { part: words, pay: paying } = messagesCatalogue().money;
  const { about, facts } = messagesCatalogue().emails;
  return {
    key: `part-received:${quote.id}:${pfPaymentId}`,
    to: quote.email,
    ...compose({
      headline: words.headline(restCents),
      about: about.quote(quote.quoteNo),
      greeting: salutationAt(quote.email, quote.formSnapshot.addresses),
      opening: words.opening,
      facts: [
        [facts.weHaveReceived, say`${amount(partCents)}`],
        [facts.stillMissing, say`${amount(restCents)}`],
        ...orderFact(quote),
        [facts.quote, say`${number(quote.quoteNo)}`],
      ],
      ...actionOf(pay, paying.rest),
      links: terms,
      closing: pay === "at the bank" ? [paying.wait] : [],
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
  const { paymentUndone: words, pay: paying } = messagesCatalogue().money;
  const unpaid = numbers.some(({ is }) => is === "waybill") ? words.unpaidWithWaybill : words.unpaid;
  return aboutMoney(quote, numbers, {
    key: `payment-undone:${quote.id}:${at.toISOString()}`,
    headline: words.headline,
    opening: [words.opening, pay ? unpaid : words.nothingToDo],
    facts: [[messagesCatalogue().emails.facts.amount, say`${amount(amountCents)}`], ...numbersFacts(numbers)],
    ...actionOf(pay, paying.parcel),
    ...explainedOf(pay),
    closing: pay ? words.closing : [],
  });
}

/**
 * To the customer: a payment was meant for another booking, and is there now.
 * @param moved.to the number of that booking; null where it is somebody else's
 */
export function paymentMoved(
  quote: Quote,
  moved: { amountCents: Cents; numbers: CustomersNumbers; to: CustomersNumber | null; pay: Payable; at: Date },
): Email {
  const { amountCents, numbers, to, pay, at } = moved;
  const { paymentMoved: words, pay: paying, numberOf } = messagesCatalogue().money;
  const { facts } = messagesCatalogue().emails;
  const unpaid = numbers.some(({ is }) => is === "waybill") ? words.unpaidWithWaybill : words.unpaid;
  return aboutMoney(quote, numbers, {
    key: `payment-moved:${quote.id}:${at.toISOString()}`,
    headline: words.headline,
    opening: [words.opening, pay ? unpaid : words.nothingToDo],
    facts: [
      [facts.amount, say`${amount(amountCents)}`],
      ...numbersFacts(numbers),
      ...(to ? ([[facts.movedTo, numberOf[to.is](to.shown)]] as const) : []),
    ],
    ...actionOf(pay, paying.parcel),
    ...explainedOf(pay),
    closing: words.closing,
  });
}

type ClaimTold = { amountCents: Cents; reference: string; numbers: CustomersNumbers };

/** To the customer: we have paid for what was in a parcel. */
export function claimPaid(
  quote: Quote,
  { amountCents, reference, numbers, isLost, terms }: ClaimTold & { isLost: boolean; terms: Link[] },
): Email {
  const { headline, opening, closing } = messagesCatalogue().money.claim;
  const { facts } = messagesCatalogue().emails;
  return aboutMoney(quote, numbers, {
    key: claimKey(quote.id),
    replaces: claimUndoneKey(quote.id),
    headline,
    opening: [isLost ? opening.lost : opening.damaged],
    facts: [
      [facts.amount, say`${amount(amountCents)}`],
      [facts.bankReference, say`${reference}`],
      ...numbersFacts(numbers),
    ],
    links: terms,
    closing,
  });
}

export const claimKey = (quoteId: string) => `claim-paid:${quoteId}`;
const claimUndoneKey = (quoteId: string) => `claim-undone:${quoteId}`;

/** To the customer: we had noted that payment by mistake. */
export function claimUndone(quote: Quote, { amountCents, reference, numbers, at }: ClaimTold & { at: Date }): Email {
  const { facts } = messagesCatalogue().emails;
  return aboutMoney(quote, numbers, {
    key: `${claimUndoneKey(quote.id)}:${at.toISOString()}`,
    ...messagesCatalogue().money.claimUndone,
    facts: [
      [facts.amount, say`${amount(amountCents)}`],
      [facts.bankReference, say`${reference}`],
      ...numbersFacts(numbers),
    ],
  });
}

/** To the customer: we had noted a refund by mistake. `isOwed`: it is still to be sent. */
export function refundUndone(
  quote: Quote,
  undone: { reference: string; amountCents: Cents; numbers: CustomersNumbers; isOwed: boolean; at: Date },
): Email {
  const { reference, amountCents, numbers, isOwed, at } = undone;
  const { headline, opening, isOwed: willCome } = messagesCatalogue().money.refundUndone;
  const { facts } = messagesCatalogue().emails;
  return aboutMoney(quote, numbers, {
    key: `refund-undone:${quote.id}:${at.toISOString()}`,
    headline,
    opening: [opening, ...(isOwed ? [willCome] : [])],
    facts: [
      [facts.amount, say`${amount(amountCents)}`],
      ...knownAs(reference, facts.payfastReference),
      ...numbersFacts(numbers),
    ],
  });
}

type TakenOff = { amountCents: Cents; numbers: CustomersNumbers };

/** How the key of this email begins. */
export const takenOffKey = ({ id }: Pick<Quote, "id">, reference: string) => `taken-off:${id}:${reference}`;

/** To the customer: less is owed for a booking on account. */
export function takenOffAccount(
  quote: Quote,
  { reference, amountCents, numbers, creditNote }: TakenOff & { reference: string; creditNote: Link | null },
): Email {
  const { headline, opening, closing } = messagesCatalogue().statement.takenOff;
  const { facts } = messagesCatalogue().emails;
  return aboutMoney(quote, numbers, {
    key: takenOffKey(quote, reference),
    headline: headline(amountCents),
    opening,
    facts: [[facts.amount, say`${amount(amountCents)}`], ...numbersFacts(numbers)],
    links: creditNote ? [creditNote] : [],
    closing,
  });
}

/** To the customer: that was a mistake. */
export function putBackOnAccount(quote: Quote, { amountCents, numbers, at }: TakenOff & { at: Date }): Email {
  const { headline, opening } = messagesCatalogue().statement.putBack;
  const { facts } = messagesCatalogue().emails;
  return aboutMoney(quote, numbers, {
    key: `put-back:${quote.id}:${at.toISOString()}`,
    headline: headline(amountCents),
    opening,
    facts: [[facts.amount, say`${amount(amountCents)}`], ...numbersFacts(numbers)],
  });
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
      headline: say`Pay back ${amount(owedCents)}`,
      about: say`quote ${quote.quoteNo}`,
      greeting: say`A customer has cancelled a booking that was paid.`,
      opening: [say`Pay the money back, then note it.`],
      facts: [
        [say`To pay back`, say`${amount(owedCents)}`],
        [say`Quote number`, say`${quote.quoteNo}`],
        [say`Why`, say`${because || "not said"}`],
      ],
      ...(appUrl === null
        ? {}
        : { action: { label: say`Open it in the office`, url: `${appUrl}${officePaths.one(quote.quoteNo)}` } }),
      closing: [say`On a command line: npm run staff -- list refunds`],
      signature: ourSignature(),
    }),
  };
}
