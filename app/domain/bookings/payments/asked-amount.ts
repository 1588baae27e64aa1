import type { Payment } from "../../money/attempts.server";
import type { ReportedPayment } from "../../money/payfast-notice.server";
import { isOnStaffsWord, notedInstead, type Word } from "../../money/payment-state";
import type { Quote } from "../../parcels/quotes/quote";
import type { Cents } from "../../values/money";

/**
 * Of all amounts that a customer may pay for a booking, the one nearest to what was paid. A page with an older price
 * may still be open: that price counts while it is held, and for a payment that was started in that time. After a part
 * of the price the rest counts too. A payment that staff noted counts with its own amount; if nothing else has paid for
 * the booking, no other amount does. Only PayFast can name another number for it: staff who note the same amount again
 * have found other money.
 * @param word whose word the payment is
 * @param partCents what has been paid of a price that isn't complete yet
 */
export function askedFor(
  quote: Pick<Quote, "grandTotalCents">,
  attempts: readonly Payment[],
  reported: ReportedPayment,
  word: Word,
  now: Date,
  partCents: Cents = 0,
): Cents {
  const { amountGrossCents: cents, pfPaymentId, status } = reported;
  const known = attempts.find((attempt) => attempt.pfPaymentId === pfPaymentId && attempt.paidCents !== null);
  if (known?.paidCents) return known.paidCents;
  const paidBy = attempts.filter(({ state }) => state === "complete");
  const isOnWordAlone = paidBy.length > 0 && paidBy.every(isOnStaffsWord);
  if (status === "COMPLETE" && word === "payfast" && notedInstead(attempts, reported)) return cents;
  if (status === "COMPLETE" && isOnWordAlone) return paidBy[0]?.paidCents ?? 0;
  const counts = (attempt: Payment) =>
    status !== "COMPLETE" ||
    attempt.pfPaymentId === pfPaymentId ||
    attempt.heldUntil === null ||
    attempt.heldUntil > now;
  const older = attempts.filter(counts).map(({ amountCents }) => amountCents);
  const rest = partCents > 0 ? [(quote.grandTotalCents ?? 0) - partCents] : [];
  return [...older, ...rest].reduce(
    (best, amount) => (Math.abs(amount - cents) < Math.abs(best - cents) ? amount : best),
    quote.grandTotalCents ?? 0,
  );
}
