import { isFailed, isPaid, type QuoteStatus } from "#app/domain/payments/payment-state";

/** What a quote's status depends on: what it was, and whether staff have cancelled it. */
export type Standing = { status: QuoteStatus; cancelled: number };

/** Whether a quote may go from one standing to the other. Between the two at most one transaction has changed it. */
export function mayBecome(before: Standing, after: Standing): boolean {
  if (before.status === after.status) return before.cancelled <= after.cancelled;
  if (before.cancelled) return false;
  if (isPaid(before.status)) return after.status === "cancelled" && after.cancelled === 1;
  if (before.status === "cancelled") return after.status === "waybill_created";
  const isOpen = ["quoted", "manual", "error"].includes(before.status);
  if (isOpen) return ["quoted", "manual", "error", "pending_payment", "cancelled"].includes(after.status);
  // It waits for its payment, or the last one failed.
  return after.status === "pending_payment" || after.status === "waybill_created" || isFailed(after.status);
}
