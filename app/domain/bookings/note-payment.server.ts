import type { Reader, Tx } from "#db/store.server";
import { attemptsOf, isForAnotherQuote, type Payment } from "../payments/attempts.server";
import { isAmountOf, type ReportedPayment } from "../payments/payfast-notice.server";
import { quotesOfOrder } from "../quotes/payment-order.server";
import { type Cents, formatRand } from "../values/money";
import { settlePayment } from "./settle-payment.server";
import { type SharedPayment, shareAmong } from "./shares-of-payment.server";

/** `added` is false when this payment was settled before. `owedBack` counts its bookings that get no waybill. */
export type Noting = { ok: true; added: boolean; bookings: number; owedBack: number } | { ok: false; refusal: string };

/**
 * Settles a payment that staff found at PayFast but whose notice never arrived or was refused, as its notice would have
 * done. If the notice arrives later, it changes nothing.
 * @param orderId a quote, or an order of several; a quote that is paid with others may stand for all of them
 * @param found `feeCents` as PayFast's list has it, if known; negative
 */
export async function notePayment(
  tx: Tx,
  orderId: string,
  found: { pfPaymentId: string; amountCents: Cents; feeCents: Cents | null },
  site: { mode: Payment["mode"]; appUrl: string },
  now: Date,
): Promise<Noting> {
  const [quote] = await quotesOfOrder(tx, orderId);
  if (!quote) return { ok: false, refusal: "There is no such quote." };
  const reported = (quoteId: string): ReportedPayment => ({
    quoteId,
    pfPaymentId: found.pfPaymentId,
    status: "COMPLETE",
    amountGrossCents: found.amountCents,
    amountFeeCents: found.feeCents,
  });
  const alone = await shareAmong(tx, reported(orderId), now);
  if (!quote.bookedAt || quote.grandTotalCents === null || !alone)
    return { ok: false, refusal: "It was never booked." };
  const together = quote.paymentOrderId ? await shareAmong(tx, reported(quote.paymentOrderId), now) : null;
  const shared = [alone, together].find((each) => each && isAmountOf(reported(orderId), each)) ?? together ?? alone;
  const { shares } = shared;
  if (await isForAnotherQuote(tx, shares)) return { ok: false, refusal: "This payment was made for another quote." };
  const before = await settledBefore(tx, shared);
  if (before.length > 0) {
    const beforeCents = before.reduce((sum, { paidCents }) => sum + (paidCents ?? 0), 0);
    if (Math.abs(beforeCents - found.amountCents) > 1)
      return { ok: false, refusal: `This payment was settled before, with ${formatRand(beforeCents)}.` };
    const owedBack = before.filter(({ state }) => state === "duplicate").length;
    return { ok: true, added: false, bookings: shares.length, owedBack };
  }
  if (!isAmountOf(reported(orderId), shared)) {
    const asked = formatRand(together?.amountCents ?? quote.grandTotalCents);
    return { ok: false, refusal: `It costs ${asked}. Pay what came back at PayFast, or compare the amount again.` };
  }
  let owedBack = 0;
  for (const share of shares) if ((await settlePayment(tx, share, site, now)).kind === "duplicate") owedBack += 1;
  return { ok: true, added: true, bookings: shares.length, owedBack };
}

/** The attempts that this payment has already settled. */
async function settledBefore(store: Reader, { shares }: SharedPayment): Promise<Payment[]> {
  const settled: Payment[] = [];
  for (const { quoteId, pfPaymentId } of shares) {
    const attempts = await attemptsOf(store, quoteId);
    settled.push(...attempts.filter((each) => each.pfPaymentId === pfPaymentId && each.paidCents !== null));
  }
  return settled;
}
