import type { Tx } from "#db/store.server";
import { writeToCustomer } from "../messages/customer-emails.server";
import { startAttempt } from "../money/attempts.server";
import type { Gateway } from "../money/gateway.server";
import { tooLittleToPay } from "../money/payfast-fields.server";
import { isPaid } from "../money/payment-state";
import { moneyFor, partsIn } from "../money/refunds.server";
import type { Quote } from "../parcels/quotes/quote";
import { quoteById, setManualPrice } from "../parcels/quotes/saved-quotes.server";
import { withdrawOvertaken } from "../post/overtaken.server";
import type { Cents } from "../values/money";
import { type DoneOr, refused } from "../values/refused";
import { saDay } from "../values/sa-time";
import { manualPriceReady } from "./manual-quote-emails";
import { pendingPayment } from "./payments/return-from-payment.server";

/** `beforeCents` is the price that this one replaces; `added` is false when the same price was set before. */
export type ManualPricing = DoneOr<
  { quote: Quote; added: boolean; beforeCents: Cents | null },
  {
    why:
      | "There is no such quote."
      | "Nobody has asked for a manual price for this quote."
      | "It is booked at its instant price, which can't be changed."
      | "It is already paid."
      | "A part of its price is paid. Cancel the booking, and pay it back."
      | "PayFast is still working on a payment of the price before."
      | "It was cancelled."
      | "The price must be more than 0."
      | "PayFast takes no payment as small as that."
      | "No parcel costs that much. Check the amount.";
  }
>;

/** A higher amount must be a mistake, such as a phone number. Cents. */
const MOST_CENTS = 100_000_00;

/**
 * Sets the price that staff worked out for a parcel without an instant price. The customer, who agreed to the details
 * when asking, gets an email and can pay this price at once. Setting the same price again on the same day changes
 * nothing; on another day it is held again. Another price replaces it until something is paid.
 * @param totalCents what the customer pays, VAT included
 */
export async function priceManually(
  tx: Tx,
  quoteId: string,
  totalCents: Cents,
  { mode, appUrl }: { mode: Gateway["mode"]; appUrl: string },
  now: Date,
): Promise<ManualPricing> {
  if (!Number.isSafeInteger(totalCents) || totalCents <= 0) return refused("The price must be more than 0.");
  if (totalCents > MOST_CENTS) return refused("No parcel costs that much. Check the amount.");
  const quote = await quoteById(tx, quoteId);
  if (!quote) return refused("There is no such quote.");
  if (isPaid(quote.status)) return refused("It is already paid.");
  if (quote.status === "cancelled") return refused("It was cancelled.");
  if (partsIn(await moneyFor(tx, quote.id)).length > 0)
    return refused("A part of its price is paid. Cancel the booking, and pay it back.");
  // A new price would ask for it again.
  if (quote.grandTotalCents !== totalCents && (await pendingPayment(tx, quote.id)))
    return refused("PayFast is still working on a payment of the price before.");
  if (!quote.manualRequestedAt) {
    if (quote.bookedAt) return refused("It is booked at its instant price, which can't be changed.");
    return refused("Nobody has asked for a manual price for this quote.");
  }

  if (tooLittleToPay(totalCents)) return refused("PayFast takes no payment as small as that.");
  const priced = await setManualPrice(tx, quote, totalCents, mode, now);
  const heldUntil = priced.expiresAt;
  await startAttempt(tx, { quoteId: quote.id, amountCents: totalCents, mode, heldUntil }, now);
  const isSameDay = saDay(quote.expiresAt) === saDay(priced.expiresAt);
  const added = quote.grandTotalCents !== totalCents || !isSameDay;
  // Of the same price, while a bank may still pay it, they are told nothing.
  if (added && !(await pendingPayment(tx, quote.id))) {
    await withdrawOvertaken(tx, quote.id, { by: "priced" }, now);
    await writeToCustomer(
      tx,
      "the office",
      priced,
      "price_ready",
      manualPriceReady(priced, quote.grandTotalCents, appUrl, now),
      now,
    );
  }
  const beforeCents = quote.grandTotalCents === totalCents ? null : quote.grandTotalCents;
  return { ok: true, quote: priced, added, beforeCents };
}
