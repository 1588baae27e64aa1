import { isFailed, isPaid, statusInWords } from "../payments/payment-state";
import type { Quote } from "../quotes/quote";

/** What a customer who returns from the payment page sees (specification section 4, "Payment return page"). */
export type PaymentProgress = { state: "waiting" | "ok" | "error"; message: string };

export function paymentProgress(quote: Pick<Quote, "status">): PaymentProgress {
  const state = isPaid(quote.status) ? "ok" : isFailed(quote.status) ? "error" : "waiting";
  return { state, message: statusInWords(quote.status) };
}
