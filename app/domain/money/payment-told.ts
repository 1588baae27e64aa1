import type { PriceOnAccount } from "./credit.server";
import { isFailed, isPaid, type QuoteStatus, unpaidStatuses } from "./payment-state";

/**
 * What is true of a booking's payment, after all its attempts and all that PayFast has said of them. Pages, emails,
 * the API and the office tell this, so none asks for money that a bank may still send.
 * - `on_account`: its account pays it by month, and hasn't yet, or owes nothing of it any more. Nobody is asked to pay before
 *   its parcel is collected.
 * - `at_bank`: PayFast works on a payment, so nobody is asked to pay, whatever became of other attempts.
 * - `failed`: the last attempt brought no money.
 * - `unpaid`: booked, and nothing is known of a payment.
 * - `closed`: it can't be paid: it was never booked, or is cancelled or given up.
 */
export type PaymentTold = "paid" | "on_account" | "at_bank" | "failed" | "unpaid" | "closed";

/** The same as a program reads it, with what each means to it. */
export const paymentStatuses: Record<PaymentTold, string> = {
  unpaid: "to be paid at paymentUrl",
  failed: "the last payment brought no money; pay again at paymentUrl",
  at_bank: "a bank may still pay: don't pay again",
  paid: "paid",
  on_account: "your account hasn't paid it, and pays by month what it owes; we collect it all the same",
  closed: "nothing is to be paid: it was cancelled",
};

/**
 * @param isPending whether PayFast works on one of its payments
 * @param onAccount what `pricesOnAccount` has of it; undefined if its price isn't on account
 */
export function paymentTold(
  status: QuoteStatus,
  isPending: boolean,
  onAccount: PriceOnAccount | undefined,
): PaymentTold {
  if (isPaid(status)) return onAccount ?? "paid";
  if (!unpaidStatuses.some((unpaid) => unpaid === status)) return "closed";
  if (isPending) return "at_bank";
  return isFailed(status) ? "failed" : "unpaid";
}

export const AT_BANK = "We are waiting for your bank";
/** Of a booking that can't be paid any more. */
export const REFUNDED_IF_IT_COMES = "If your bank still pays, we refund it.";

/** @param what such as "your payment of R 80,62" */
export function atBankInWords(what: string): string {
  return `PayFast is still working on ${what}. A transfer from a bank can take a day or two.`;
}

/** What stands in the place of the way to pay, and beside it for those who pay again all the same. */
export type InsteadOfPaying = { title: string; sentences: string[] };

/** @param what as for `atBankInWords` */
export function insteadOfPaying(what: string): InsteadOfPaying {
  const sentences = [
    `${atBankInWords(what)} We email you when it has arrived.`,
    "If you pay again and both payments arrive, we refund one of them.",
  ];
  return { title: AT_BANK, sentences };
}
