import type { Tx } from "#db/store.server";
import { attemptsOf, type Payment, recordAttempt } from "../payments/attempts.server";
import type { ReportedPayment } from "../payments/payfast-notice.server";
import { type Settlement, settlementOf } from "../payments/payment-state";
import { isNameless } from "../quotes/quote";
import { quoteById, setPaidPrice, setStatus } from "../quotes/saved-quotes.server";
import { issueWaybill } from "../waybills/issue-waybill.server";
import { askedFor } from "./asked-amount";
import { writeToCustomer } from "./customer-emails.server";
import { invoiceBooking } from "./invoice-of-booking.server";
import { notifyOfBooking } from "./notify-of-booking.server";
import { moneyToPayBack } from "./refund-emails";
import { termsLinkOf } from "./terms-link.server";

/**
 * Settles a payment of one booking, or its share of a payment for several, from a checked notice or from what staff
 * found at PayFast. Attempt, status, waybill, invoice and email are written together or not at all. Repeating it
 * changes nothing.
 */
export async function settlePayment(
  tx: Tx,
  reported: ReportedPayment,
  { mode, appUrl }: { mode: Payment["mode"]; appUrl: string },
  now: Date,
): Promise<Settlement> {
  const quote = await quoteById(tx, reported.quoteId);
  if (!quote) throw new Error(`quote ${reported.quoteId} has gone`);
  const attempts = await attemptsOf(tx, quote.id);
  const takesNoMoney = quote.cancelledAt !== null || isNameless(quote);
  const settlement = settlementOf({ status: quote.status, attempts, takesNoMoney }, reported);

  const paymentId = await recordAttempt(tx, reported, settlement, mode, now);
  if (settlement.kind === "unpaid") await setStatus(tx, quote.id, settlement.status, now);
  if (settlement.kind === "duplicate") {
    const email = moneyToPayBack(quote, reported, await termsLinkOf(tx, quote));
    await writeToCustomer(tx, quote, "refunded", email, now);
  }
  if (settlement.kind === "settle") {
    const waybill = await issueWaybill(tx, quote.id, now);
    await setStatus(tx, quote.id, "waybill_created", now);
    await setPaidPrice(tx, quote.id, askedFor(quote, attempts, reported, now), mode);
    const paidCents = reported.amountGrossCents;
    const invoice = await invoiceBooking(tx, quote, { id: paymentId, mode, paidCents }, now);
    await notifyOfBooking(tx, quote, { waybillNo: waybill.waybillNo, invoice, paidCents }, appUrl, now);
  }
  return settlement;
}
