import type { MerchantApi } from "../payments/merchant-api.server";
import { askForRefund, refundedThere } from "../payments/refund-api.server";
import type { MoneyIn } from "../payments/refunds.server";
import type { Cents } from "../values/money";

/** Money that has gone back by PayFast, still to be noted: its reference and how much; or why it hasn't. */
export type PaidBack =
  | { ok: true; reference: string; amountCents: Cents; wasPaidBefore: boolean }
  | { ok: false; why: string };

const NO_ANSWER =
  "PayFast has not said whether it paid. Nothing is noted. Run the command again in a few minutes: what was paid is noted then, and not paid twice.";

/**
 * Pays back what is left of a payment, through PayFast's API. PayFast gives a refund no number, so its reference is the
 * payment's and how much of it has gone back by then: the same refund has the same reference however often it is asked for.
 * What went back there and isn't in our books is told instead of being paid again.
 */
export async function payBack(
  api: MerchantApi,
  { payment, paidCents, refundedCents }: MoneyIn,
  reason: string,
  now: Date,
): Promise<PaidBack> {
  const { pfPaymentId } = payment;
  if (!pfPaymentId) return { ok: false, why: "This payment has no number of PayFast's. Pay it back by hand." };
  const before = await refundedThere(api, pfPaymentId, now);
  if (before === null) return { ok: false, why: "PayFast can't be asked right now. Nothing was paid back." };
  if (before < refundedCents)
    return { ok: false, why: "Our books say that more was paid back than PayFast does. Look at it on PayFast's site." };
  const paid = (cents: Cents, wasPaidBefore: boolean): PaidBack => {
    return { ok: true, reference: `${pfPaymentId}-${cents}`, amountCents: cents - refundedCents, wasPaidBefore };
  };
  if (before > refundedCents) return paid(before, true);

  const answer = await askForRefund(api, { pfPaymentId, amountCents: paidCents - refundedCents, reason }, now);
  if (answer.kind === "refused") return { ok: false, why: `PayFast refused: ${answer.why}. Pay it back by hand.` };
  if (answer.kind === "paid") return paid(paidCents, false);
  const after = await refundedThere(api, pfPaymentId, now);
  return after !== null && after > before ? paid(after, false) : { ok: false, why: NO_ANSWER };
}
