import type { Tx } from "#db/store.server";
import { queueLetter } from "../mail/outbox.server";
import { startAttempt } from "../payments/attempts.server";
import type { Gateway } from "../payments/gateway.server";
import { isPaid } from "../payments/payment-state";
import type { Quote } from "../quotes/quote";
import { quoteById, setManualPrice } from "../quotes/saved-quotes.server";
import type { Cents } from "../values/money";
import { manualPriceReady } from "./letters";

export type ManualPricing =
  | { ok: true; quote: Quote }
  | {
      ok: false;
      refusal:
        | "There is no such quote."
        | "Nobody has asked for this quote."
        | "It is paid already."
        | "It was cancelled."
        | "The price must be more than nothing.";
    };

/**
 * Staff have worked out what a parcel costs that has no instant price. The customer, who has confirmed the details
 * when asking, gets a letter and can pay at once, at this price. Setting the same price again on the same day changes
 * nothing; another day it is held anew, and another price replaces it, for as long as nothing was paid.
 * @param totalCents what the customer pays, VAT included
 */
export async function priceManually(
  tx: Tx,
  quoteId: string,
  totalCents: Cents,
  { mode, appUrl }: { mode: Gateway["mode"]; appUrl: string },
  now: Date,
): Promise<ManualPricing> {
  if (!Number.isSafeInteger(totalCents) || totalCents <= 0)
    return { ok: false, refusal: "The price must be more than nothing." };
  const quote = await quoteById(tx, quoteId);
  if (!quote) return { ok: false, refusal: "There is no such quote." };
  if (!quote.manualRequestedAt) return { ok: false, refusal: "Nobody has asked for this quote." };
  if (isPaid(quote.status)) return { ok: false, refusal: "It is paid already." };
  if (quote.status === "cancelled") return { ok: false, refusal: "It was cancelled." };

  const priced = await setManualPrice(tx, quote, totalCents, now);
  await startAttempt(tx, { quoteId: quote.id, amountCents: totalCents, mode }, now);
  await queueLetter(tx, manualPriceReady(priced, appUrl), now);
  return { ok: true, quote: priced };
}
