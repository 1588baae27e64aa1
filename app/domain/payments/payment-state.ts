import type { paymentStates } from "#db/schema/payments";
import type { quoteStatuses } from "#db/schema/quotes";

/** Spec section 4, "Quote status values": exactly the words that staff read in the database. */
export type QuoteStatus = (typeof quoteStatuses)[number];

/** Spec section 4, "Paid set"; the staff views are made with it. */
export const paidStatuses: QuoteStatus[] = ["paid", "payfast_complete", "waybill_created"];
const failedStatuses: readonly QuoteStatus[] = ["payfast_failed", "payfast_cancelled", "cancelled", "failed", "error"];

/** What PayFast says in a notice's `payment_status`. */
export const noticeStatuses = ["COMPLETE", "CANCELLED", "FAILED", "PENDING"] as const;
export type NoticeStatus = (typeof noticeStatuses)[number];

/** What is known about one attempt to pay; `started` until PayFast says anything. */
export type AttemptState = (typeof paymentStates)[number];

/** The attempts made so far to pay for one quote. PayFast's number is unknown until its first notice. */
export type Attempt = { pfPaymentId: string | null; state: AttemptState };

/** A verified notice: it has passed every check. */
export type NoticeWord = { pfPaymentId: string; status: NoticeStatus };

/**
 * What a notice means for a booking.
 * - `settle`: money arrived for an unpaid booking: issue the waybill. `late` when it had been cancelled by its customer.
 * - `duplicate`: money arrived a second time, or for a booking that was cancelled or whose names are gone: no waybill,
 *   staff refund it.
 * - `repeat`: PayFast said this before; nothing happens again.
 * - `unpaid`: this attempt brought no money; the customer may try again.
 * - `unchanged`: worth recording on the attempt, but the booking stays as it is.
 */
export type Settlement =
  | { kind: "settle"; status: "payfast_complete"; late: boolean }
  | { kind: "duplicate"; refund: true }
  | { kind: "repeat" }
  | { kind: "unpaid"; status: "payfast_cancelled" | "payfast_failed" }
  | { kind: "unchanged" };

/**
 * Decides what a notice does, in whatever order, however often and however late notices come.
 * Paid is final: PayFast sends notices again and out of order, so nothing that arrives later takes a payment
 * back, and money for a booking that its customer gave up is honoured rather than lost.
 */
export function settlementOf(
  booking: { status: QuoteStatus; attempts: readonly Attempt[]; takesNoMoney?: boolean },
  notice: NoticeWord,
): Settlement {
  const before = booking.attempts.find((attempt) => attempt.pfPaymentId === notice.pfPaymentId)?.state;

  if (notice.status === "COMPLETE") {
    // Nobody collects a cancelled parcel, or one from nowhere: a waybill would be a promise that is not kept.
    const takesMoney = !isPaid(booking.status) && !booking.takesNoMoney;
    if (takesMoney) return { kind: "settle", status: "payfast_complete", late: isFailed(booking.status) };
    const countedAlready = before === "complete" || before === "duplicate";
    return countedAlready ? { kind: "repeat" } : { kind: "duplicate", refund: true };
  }

  if (before === attemptStateAfter(notice.status)) return { kind: "repeat" };
  // A booking that its customer cancelled stays cancelled: a failed payment must not make it payable again.
  const isOver = isPaid(booking.status) || booking.status === "cancelled";
  if (isOver || notice.status === "PENDING") return { kind: "unchanged" };
  return { kind: "unpaid", status: notice.status === "CANCELLED" ? "payfast_cancelled" : "payfast_failed" };
}

/**
 * What to write down for the attempt that a notice speaks of. An attempt that brought money keeps saying so,
 * even when a FAILED notice arrives later.
 */
export function attemptAfter(before: AttemptState, notice: NoticeStatus, settlement: Settlement): AttemptState {
  if (settlement.kind === "duplicate") return "duplicate";
  if (before === "complete" || before === "duplicate") return before;
  return attemptStateAfter(notice);
}

/** Spec section 4, "Paid set": a waybill is only ever made for money received. */
export function isPaid(status: QuoteStatus): boolean {
  return paidStatuses.includes(status);
}

/** Spec section 4, "Failed set". */
export function isFailed(status: QuoteStatus): boolean {
  return failedStatuses.includes(status);
}

/** What `/payfast/return` tells the customer. Spec section 4, "Payment return page". */
export function statusInWords(status: QuoteStatus): string {
  if (status === "waybill_created") return "Waybill created — you're all set!";
  if (isPaid(status)) return "Payment received — generating waybill…";
  if (isFailed(status)) return "Payment failed or was cancelled.";
  return `Status: ${status.replaceAll("_", " ")}…`;
}

function attemptStateAfter(notice: NoticeStatus): AttemptState {
  const states = { COMPLETE: "complete", CANCELLED: "cancelled", FAILED: "failed", PENDING: "pending" } as const;
  return states[notice];
}
