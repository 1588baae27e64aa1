import type { Cents } from "../values/money";
import { askMerchantApi, type MerchantApi } from "./merchant-api.server";

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
