import type { PriceOnAccount } from "../../money/credit.server";
import { isFailed, isPaid, statusInWords } from "../../money/payment-state";
import { AT_BANK, atBankInWords, paymentTold, REFUNDED_IF_IT_COMES } from "../../money/payment-told";
import { isNameless, type Quote } from "../../parcels/quotes/quote";

/** What is true for a customer who comes back from paying: one of these, and what the page says of it. */
export type PaymentOutcome = { sentences: string[] } /** Paid, and the waybill is issued. */ & (
  | { kind: "booked"; waybillNo: string }
  /** Paid; the waybill follows at once. */
  | { kind: "paid" }
  /** A person works out the price. A form that was sent twice may lead here. */
  | { kind: "price_asked" }
  /** PayFast hasn't said anything yet. */
  | { kind: "waiting"; canPay: boolean }
  /** PayFast works on a payment: nobody is asked for another. */
  | { kind: "at_bank"; title: string }
  /** Money came that isn't the whole price, so nobody waits for PayFast. */
  | { kind: "owing"; hasFailed: boolean }
  /** No money was taken, and the customer can try again. */
  | { kind: "failed" }
  /** It was never booked, or can't be paid any more. */
  | { kind: "given_up" }
  | { kind: "cancelled" }
);

export type PaymentFacts = {
  quote: Pick<Quote, "status" | "email" | "bookedAt" | "manualRequestedAt">;
  waybillNo: string | null;
  /** What `cancellationInWords`, `partInWords` and `secondPaymentInWords` say. */
  cancellation: string[] | null;
  part: { sentence: string } | null;
  /** Whether money came that doesn't pay for the parcel, while it can still be paid. */
  isOdd: boolean;
  /** How much PayFast works on, in words; null for nothing. */
  pending: string | null;
  /** Whether its account pays it by month, or has; undefined if it is paid by itself. */
  onAccount: PriceOnAccount | undefined;
  /** Whether nothing of the price is owed any more, because it was taken off the account. */
  isTakenOff: boolean;
};

const MUST_PAY = "We have kept your booking. Pay the price, and we collect the parcel.";
const ON_ACCOUNT = "It is on account: there is nothing to pay now.";
const OFF_ACCOUNT = "Its price was taken off the account: nothing of it is owed any more.";
const PRICE_ASKED = "We have your request. A person will work out the price and email you. You have not been charged.";

/** The specification's section 4, "Payment return page". */
export function paymentOutcome(facts: PaymentFacts): PaymentOutcome {
  const { quote, waybillNo, cancellation, part, isOdd, pending, onAccount, isTakenOff } = facts;
  const { status } = quote;
  const told = paymentTold(status, pending !== null, onAccount);
  if (cancellation) return { kind: "cancelled", sentences: cancellation };
  if (told === "at_bank") {
    const waits = atBankInWords(`your payment of ${pending}`);
    return {
      kind: "at_bank",
      title: AT_BANK,
      sentences: [statusInWords("pending_payment"), ...(part ? [part.sentence] : []), waits],
    };
  }
  if (part || isOdd) return { kind: "owing", hasFailed: isFailed(status), sentences: [part?.sentence ?? MUST_PAY] };
  if (quote.manualRequestedAt && !quote.bookedAt && status !== "cancelled")
    return { kind: "price_asked", sentences: [PRICE_ASKED] };
  const sentences = [statusInWords(status), ...(told === "on_account" ? [isTakenOff ? OFF_ACCOUNT : ON_ACCOUNT] : [])];
  if (isPaid(status)) return waybillNo ? { kind: "booked", waybillNo, sentences } : { kind: "paid", sentences };
  const canPay = quote.bookedAt !== null && status !== "cancelled" && !isNameless(quote);
  if (isFailed(status) && canPay) return { kind: "failed", sentences };
  if (isFailed(status))
    return { kind: "given_up", sentences: [...sentences, ...(pending ? [REFUNDED_IF_IT_COMES] : [])] };
  return { kind: "waiting", canPay, sentences };
}
