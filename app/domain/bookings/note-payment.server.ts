import type { Tx } from "#db/store.server";
import { attemptsOf, isForAnotherQuote, type Payment } from "../payments/attempts.server";
import { isAmountOf, type ToldPayment } from "../payments/payfast-notice.server";
import type { Quote } from "../quotes/quote";
import { quoteById } from "../quotes/saved-quotes.server";
import { type Cents, formatRand } from "../values/money";
import { askedFor } from "./asked-amount";
import { settlePayment } from "./settle-payment.server";

/** `added` is false where this payment was settled before; `isOwedBack`: it is to be paid back, and brings no waybill. */
export type Noting = { ok: true; quote: Quote; added: boolean; isOwedBack: boolean } | { ok: false; refusal: string };

/**
 * Staff have found a payment at PayFast of which no notice was believed: it is settled as its notice would be, once. The
 * notice may still come: it changes nothing then.
 * @param found `feeCents` as PayFast's list has it, where that is known; negative
 */
export async function notePayment(
  tx: Tx,
  quoteId: string,
  found: { pfPaymentId: string; amountCents: Cents; feeCents: Cents | null },
  site: { mode: Payment["mode"]; appUrl: string },
  now: Date,
): Promise<Noting> {
  const quote = await quoteById(tx, quoteId);
  if (!quote) return { ok: false, refusal: "There is no such quote." };
  if (!quote.bookedAt || quote.grandTotalCents === null) return { ok: false, refusal: "It was never booked." };
  const told: ToldPayment = {
    quoteId,
    pfPaymentId: found.pfPaymentId,
    status: "COMPLETE",
    amountGrossCents: found.amountCents,
    amountFeeCents: found.feeCents,
  };
  if (await isForAnotherQuote(tx, told)) return { ok: false, refusal: "This payment was made for another quote." };

  const attempts = await attemptsOf(tx, quoteId);
  const before = attempts.find(({ pfPaymentId }) => pfPaymentId === found.pfPaymentId);
  if (before?.settledAt && before.paidCents !== null) {
    if (Math.abs(before.paidCents - found.amountCents) > 1)
      return { ok: false, refusal: `This payment was settled before, with ${formatRand(before.paidCents)}.` };
    return { ok: true, quote, added: false, isOwedBack: before.state === "duplicate" };
  }
  const amountCents = askedFor(quote, attempts, told, now);
  if (!isAmountOf(told, { amountCents })) {
    const asked = formatRand(quote.grandTotalCents);
    return { ok: false, refusal: `It costs ${asked}. Pay what came back at PayFast, or compare the amount again.` };
  }
  const { kind } = await settlePayment(tx, told, site, now);
  return { ok: true, quote, added: true, isOwedBack: kind === "duplicate" };
}
