import type { ReportedPayment } from "../../money/payfast-notice.server";
import type { Cents } from "../../values/money";

/** The amount that was asked for, and each booking's share of the payment. */
export type SharedPayment = { amountCents: Cents; shares: ReportedPayment[] };

/** What is paid of one booking: its price, or a charge of it. */
export type PaidPart = { quoteId: string; chargeId?: string | null; amountCents: Cents };

/** Each booking's own amount and its part of PayFast's fee, in proportion. The first gets the cent of rounding. */
export function sharesOf(parts: readonly PaidPart[], reported: ReportedPayment): ReportedPayment[] {
  const totalCents = sumOf(parts);
  const feeUpTo = (cents: Cents) => Math.round(((reported.amountFeeCents ?? 0) * cents) / totalCents);
  let sharedCents = 0;
  return parts.map(({ quoteId, chargeId, amountCents }, at) => {
    const sharedBefore = sharedCents;
    sharedCents += amountCents;
    const amountFeeCents = reported.amountFeeCents === null ? null : feeUpTo(sharedCents) - feeUpTo(sharedBefore);
    const roundingCents = at === 0 ? reported.amountGrossCents - totalCents : 0;
    const share = { ...reported, quoteId, amountGrossCents: amountCents + roundingCents, amountFeeCents };
    return chargeId ? { ...share, chargeId } : share;
  });
}

export function sumOf(parts: readonly PaidPart[]): Cents {
  return parts.reduce((sum, { amountCents }) => sum + amountCents, 0);
}
