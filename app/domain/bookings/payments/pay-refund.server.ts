import { askMerchantApi, type MerchantApi } from "../../money/merchant-api.server";
import { leftCents, type MoneyIn } from "../../money/refunds.server";
import type { Cents } from "../../values/money";
import type { DoneOr } from "../../values/refused";

/**
 * The reference and amount of a refund that PayFast has made and that is still to be recorded; or why there is none.
 * `wasAsked` is false if PayFast was never asked to pay.
 */
export type PaidBack = DoneOr<{ reference: string; amountCents: Cents; wasPaidBefore: boolean }, { wasAsked: boolean }>;

const NO_ANSWER =
  "PayFast has not said whether it paid. Nothing is noted. Run the command again in a few minutes: what was paid is noted then, and not paid twice.";

/**
 * Refunds what is left of a payment through PayFast's API. PayFast gives refunds no number, so the reference is made of
 * the payment's number and the total refunded so far: the same refund always has the same reference. A refund that
 * PayFast has made and we haven't recorded is reported instead of being paid again.
 * @param elsewhereCents what was refunded of the same PayFast payment to other bookings that were paid with it
 */
export async function payBack(
  api: MerchantApi,
  money: MoneyIn,
  elsewhereCents: Cents,
  reason: string,
  now: Date,
): Promise<PaidBack> {
  const { payment, paidCents, refundedCents } = money;
  const { pfPaymentId, way } = payment;
  const unasked = (why: string): PaidBack => ({ ok: false, why, wasAsked: false });
  if (way !== "payfast") return unasked("It didn't come through PayFast. Pay it back as it came.");
  if (!pfPaymentId) return unasked("This payment has no number of PayFast's. Pay it back by hand.");
  const paidBackCents = await refundedThere(api, pfPaymentId, now);
  if (paidBackCents === null) return unasked("PayFast can't be asked right now. Nothing was paid back. Try again.");
  const refundedThereCents = paidBackCents - elsewhereCents;
  if (refundedThereCents < refundedCents)
    return unasked("Our books say that more was paid back than PayFast does. Look at it on PayFast's site.");
  if (refundedThereCents > paidCents)
    return unasked("PayFast paid back more than came for this booking. Note the other refunds first.");
  const paid = (cents: Cents, wasPaidBefore: boolean): PaidBack => {
    const reference = `${pfPaymentId}-${cents + elsewhereCents}`;
    return { ok: true, reference, amountCents: cents - refundedCents, wasPaidBefore };
  };
  if (refundedThereCents > refundedCents) return paid(refundedThereCents, true);

  const answer = await askForRefund(api, { pfPaymentId, amountCents: leftCents(money), reason }, now);
  if (answer.kind === "refused")
    return { ok: false, why: `PayFast refused: ${answer.why}. Pay it back by hand.`, wasAsked: true };
  if (answer.kind === "paid") return paid(refundedCents + leftCents(money), false);
  const after = await refundedThere(api, pfPaymentId, now);
  return after !== null && after > paidBackCents
    ? paid(after - elsewhereCents, false)
    : { ok: false, why: NO_ANSWER, wasAsked: true };
}

/** The total that PayFast has refunded of a payment; null when PayFast doesn't say. */
export async function refundedThere(api: MerchantApi, pfPaymentId: string, now: Date): Promise<Cents | null> {
  const response = await askMerchantApi(api, `refunds/${pfPaymentId}`, {}, now);
  if (response?.status !== 200) return null;
  try {
    const { transactions } = JSON.parse(response.text).data.response as {
      transactions: { amount: unknown; type: string }[];
    };
    const back = transactions.filter(({ type }) => /refund/i.test(type));
    const cents = back.reduce((total, { amount }) => total + Math.abs(Number(amount)), 0);
    return Number.isSafeInteger(cents) ? cents : null;
  } catch {
    return null;
  }
}

/** `unknown`: no answer came, so the money may or may not have been refunded. */
export type RefundAnswer = { kind: "paid" } | { kind: "refused"; why: string } | { kind: "unknown" };

const LONGEST_REASON = 200;

/** Asks PayFast to refund money. Before asking again, call `refundedThere`, or the customer may be refunded twice. */
export async function askForRefund(
  api: MerchantApi,
  { pfPaymentId, amountCents, reason }: { pfPaymentId: string; amountCents: Cents; reason: string },
  now: Date,
): Promise<RefundAnswer> {
  const body = { amount: String(amountCents), reason, notify_buyer: "1" };
  const response = await askMerchantApi(api, `refunds/${pfPaymentId}`, { body }, now);
  if (!response || response.status >= 500) return { kind: "unknown" };
  try {
    const { data } = JSON.parse(response.text);
    if (response.status === 200 && data?.response === true) return { kind: "paid" };
    return { kind: "refused", why: String(data?.message ?? `status ${response.status}`).slice(0, LONGEST_REASON) };
  } catch {
    return response.status === 200 ? { kind: "unknown" } : { kind: "refused", why: `status ${response.status}` };
  }
}
