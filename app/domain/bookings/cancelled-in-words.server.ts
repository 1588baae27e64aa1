import { isPaid } from "#app/domain/payments/payment-state";
import { moneyFor, owedBack, totalLeftCents } from "#app/domain/payments/refunds.server";
import type { Quote } from "#app/domain/quotes/quote";
import { formatRand } from "#app/domain/values/money";
import { saDate } from "#app/domain/values/sa-time";
import type { Reader } from "#db/store.server";

/** Says that a booking was cancelled, when, and where its money is; null if it wasn't. Contains no personal data. */
export async function cancellationInWords(store: Reader, quote: Quote): Promise<string[] | null> {
  if (!quote.cancelledAt) return null;
  const on = saDate(quote.cancelledAt);
  const money = await moneyBack(store, quote, true);
  return [
    quote.cancelledBy === "customer"
      ? `This booking has been cancelled, on ${on}. Nobody will collect the parcel.`
      : `We had to cancel this on ${on}. Nobody will collect the parcel.`,
    ...(money ?? ["You have not been charged."]),
  ];
}

/** Says that we received a second payment, and where it is; null if there was none. */
export async function secondPaymentInWords(store: Reader, quote: Quote): Promise<string[] | null> {
  if (quote.cancelledAt) return null;
  const money = await moneyBack(store, quote, false);
  if (!money || money.length === 0) return null;
  const what = isPaid(quote.status)
    ? "You have paid for this parcel more than once. You do not have to do anything."
    : "We have received money for a booking that is no longer open.";
  return [what, ...money];
}

/** What was refunded and what will be; null when no money was received. */
async function moneyBack(store: Reader, quote: Quote, isCancelled: boolean): Promise<string[] | null> {
  const money = await moneyFor(store, quote.id);
  const owedCents = totalLeftCents(owedBack(money, isCancelled));
  const meant = money.filter(({ payment }) => isCancelled || payment.state === "duplicate");
  const backCents = meant.reduce((total, { refundedCents }) => total + refundedCents, 0);
  if (money.length === 0) return null;
  return [
    ...(backCents > 0 ? [`We have refunded ${formatRand(backCents)}.`] : []),
    ...(owedCents > 0 ? [`We will refund ${formatRand(owedCents)}, and email you when it is done.`] : []),
  ];
}
