import { isFailed, isPaid, type QuoteStatus } from "#app/domain/money/payment-state";

/** What a quote's next status depends on: its status, and whether staff have cancelled it. */
export type QuoteState = { status: QuoteStatus; cancelled: number };

/** Whether at most one transaction can change a quote from one to the other. */
export function mayBecome(before: QuoteState, after: QuoteState): boolean {
  if (before.status === after.status) return before.cancelled <= after.cancelled;
  if (before.cancelled) return false;
  if (isPaid(before.status)) return after.status === "cancelled" && after.cancelled === 1;
  if (before.status === "cancelled") return after.status === "waybill_created";
  const isOpen = ["quoted", "manual", "error"].includes(before.status);
  if (isOpen) return ["quoted", "manual", "error", "pending_payment", "cancelled"].includes(after.status);
  // It waits for its payment, or the last one failed.
  return after.status === "pending_payment" || after.status === "waybill_created" || isFailed(after.status);
}
