import type { Payment } from "../payments/attempts.server";
import type { ReportedPayment } from "../payments/payfast-notice.server";
import type { Quote } from "../quotes/quote";
import type { Cents } from "../values/money";

/**
 * Of all amounts that a customer may pay for a booking, the one nearest to what was paid. A page with an older price
 * may still be open: that price counts while it is held, and for a payment that was started in that time.
 */
export function askedFor(
  quote: Pick<Quote, "grandTotalCents">,
  attempts: readonly Payment[],
  { amountGrossCents: cents, pfPaymentId, status }: ReportedPayment,
  now: Date,
): Cents {
  const counts = (attempt: Payment) =>
    status !== "COMPLETE" ||
    attempt.pfPaymentId === pfPaymentId ||
    attempt.heldUntil === null ||
    attempt.heldUntil > now;
  const older = attempts.filter(counts).map(({ amountCents }) => amountCents);
  return older.reduce(
    (best, amount) => (Math.abs(amount - cents) < Math.abs(best - cents) ? amount : best),
    quote.grandTotalCents ?? 0,
  );
}
