import type { paymentStates } from "#db/schema/payments";
import type { quoteStatuses } from "#db/schema/quotes";
import { wayOf } from "./ways";

/** Specification section 4, "Quote status values": the exact words that staff see in the database. */
export type QuoteStatus = (typeof quoteStatuses)[number];

/** Specification section 4, "Paid set". The staff views are built from this list. */
export const paidStatuses: QuoteStatus[] = ["paid", "payfast_complete", "waybill_created"];
/** Statuses of a booking that has not been paid yet. */
export const unpaidStatuses = ["pending_payment", "payfast_failed", "payfast_cancelled"] as const;
const failedStatuses: readonly QuoteStatus[] = ["payfast_failed", "payfast_cancelled", "cancelled", "failed", "error"];

/** The values of `payment_status` in PayFast's notices. */
export const noticeStatuses = ["COMPLETE", "CANCELLED", "FAILED", "PENDING"] as const;
export type NoticeStatus = (typeof noticeStatuses)[number];

/** The state of one attempt to pay; `started` until the first notice arrives. */
export type AttemptState = (typeof paymentStates)[number];

/**
 * An attempt to pay for a quote. PayFast's number is unknown until the first notice. Without the last three, PayFast
 * told of it.
 */
export type Attempt = {
  pfPaymentId: string | null;
  state: AttemptState;
  paidCents?: number | null;
  notedAt?: Date | null;
  confirmedAt?: Date | null;
};

/** The number, status and amount of a notice that has passed every check. */
export type CheckedNotice = { pfPaymentId: string; status: NoticeStatus; amountGrossCents?: number };

/** Whose word it is: PayFast's own, in a signed notice or its list, or that of staff, who may have mistyped it. */
export type Word = "payfast" | "staff";

/**
 * What a notice means for a booking.
 * - `settle`: money arrived for an unpaid booking, so issue the waybill. `late` if PayFast had reported a failure or a cancellation.
 * - `duplicate`: money arrived a second time, or for a booking that was cancelled or anonymised. No waybill; staff
 * refund it.
 * - `replace`: this is the payment that staff noted under another number. It gets this one.
 * - `repeat`: PayFast said this before. Nothing happens again.
 * - `unpaid`: this attempt has brought no money. The booking waits for a bank if one may still pay; otherwise the
 * customer may try again.
 * - `unchanged`: record it on the attempt, but leave the booking as it is.
 */
export type Settlement =
  | { kind: "settle"; status: "payfast_complete"; late: boolean }
  | { kind: "duplicate"; refund: true }
  | { kind: "replace"; number: string }
  | { kind: "repeat" }
  | { kind: "unpaid"; status: (typeof unpaidStatuses)[number] }
  | { kind: "unchanged" };

/**
 * Decides what a notice does, however late, often or out of order it comes. Paid is final. PayFast repeats notices and
 * sends them out of order, so nothing that arrives later takes a payment back. Money that arrives after a
 * FAILED or CANCELLED notice is accepted.
 */
export function settlementOf(
  booking: { status: QuoteStatus; attempts: readonly Attempt[]; takesNoMoney?: boolean },
  notice: CheckedNotice,
  word: Word = "payfast",
): Settlement {
  const stateBefore = booking.attempts.find((attempt) => attempt.pfPaymentId === notice.pfPaymentId)?.state;

  if (notice.status === "COMPLETE") {
    if (stateBefore && broughtMoney(stateBefore)) return { kind: "repeat" };
    const noted = word === "payfast" ? notedInstead(booking.attempts, notice) : undefined;
    if (noted?.pfPaymentId) return { kind: "replace", number: noted.pfPaymentId };
    // We don't collect a cancelled parcel, or one whose address was erased, so it gets no waybill.
    const takesMoney = !isPaid(booking.status) && !booking.takesNoMoney;
    if (takesMoney) return { kind: "settle", status: "payfast_complete", late: isFailed(booking.status) };
    return { kind: "duplicate", refund: true };
  }

  if (stateBefore === attemptStateAfter(notice.status)) return { kind: "repeat" };
  if (stateBefore && broughtMoney(stateBefore)) return { kind: "unchanged" };
  // A booking that its customer cancelled stays cancelled: a failed payment must not make it payable again.
  const isFinal = isPaid(booking.status) || booking.status === "cancelled";
  if (isFinal) return { kind: "unchanged" };
  const others = booking.attempts.filter((attempt) => attempt.pfPaymentId !== notice.pfPaymentId);
  if (notice.status === "PENDING" || isPending(others)) return waitForBank(booking.status);
  return { kind: "unpaid", status: notice.status === "CANCELLED" ? "payfast_cancelled" : "payfast_failed" };
}

/** While a bank may still pay, no other attempt makes a booking failed: "try again" would make people pay twice. */
function waitForBank(status: QuoteStatus): Settlement {
  const hasFailed = status === "payfast_failed" || status === "payfast_cancelled";
  return hasFailed ? { kind: "unpaid", status: "pending_payment" } : { kind: "unchanged" };
}

/** Whether PayFast works on one of these payments, so that its money may still arrive. */
export function isPending(attempts: readonly Pick<Attempt, "state">[]): boolean {
  return attempts.some(({ state }) => state === "pending");
}

/** Whether an attempt in this state has brought money. */
export function broughtMoney(state: AttemptState): boolean {
  return state === "complete" || state === "duplicate" || state === "part";
}

/**
 * Whether only staff, not PayFast, have reported a payment that brought money. What came in cash or to our bank, they have seen
 * themselves.
 */
export function isOnStaffsWord({ state, pfPaymentId, notedAt, confirmedAt }: Attempt): boolean {
  return broughtMoney(state) && wayOf(pfPaymentId) === "payfast" && Boolean(notedAt) && !confirmedAt;
}

/** The payment of the same amount that staff noted under a number which PayFast has never named. */
export function notedInstead<One extends Attempt>(attempts: readonly One[], notice: CheckedNotice): One | undefined {
  if (attempts.some(({ pfPaymentId }) => pfPaymentId === notice.pfPaymentId)) return undefined;
  const isSame = ({ paidCents }: Attempt) => Math.abs((paidCents ?? 0) - (notice.amountGrossCents ?? 0)) <= 1;
  const meant = attempts.filter((attempt) => isOnStaffsWord(attempt) && isSame(attempt));
  return meant.find(({ state }) => state === "complete") ?? meant[0];
}

/**
 * The attempt's new state. Once an attempt has brought money it keeps that state, even if a FAILED notice arrives
 * later.
 */
export function attemptAfter(stateBefore: AttemptState, notice: NoticeStatus, settlement: Settlement): AttemptState {
  if (settlement.kind === "duplicate") return "duplicate";
  if (broughtMoney(stateBefore)) return stateBefore;
  return attemptStateAfter(notice);
}

/** Specification section 4, "Paid set". */
export function isPaid(status: QuoteStatus): boolean {
  return paidStatuses.includes(status);
}

/** Specification section 4, "Failed set". */
export function isFailed(status: QuoteStatus): boolean {
  return failedStatuses.includes(status);
}

/** What `/payfast/return` tells the customer. Specification section 4, "Payment return page". */
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
