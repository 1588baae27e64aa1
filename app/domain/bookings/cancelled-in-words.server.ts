import type { Reader } from "#db/store.server";
import { moneyFor, owedBack, totalLeftCents } from "../payments/refunds.server";
import type { Quote } from "../quotes/quote";
import { formatRand } from "../values/money";
import { saDate } from "../values/sa-time";

/** That staff cancelled a booking, when, and where its money is; null unless they did. Nothing personal. */
export async function cancellationInWords(store: Reader, quote: Quote): Promise<string[] | null> {
  if (!quote.cancelledAt) return null;
  const money = await moneyFor(store, quote.id);
  const owedCents = totalLeftCents(owedBack(money, true));
  const backCents = money.reduce((total, { refundedCents }) => total + refundedCents, 0);
  return [
    `We had to cancel this on ${saDate(quote.cancelledAt)}. Nobody will collect the parcel.`,
    ...(backCents > 0 ? [`We have refunded ${formatRand(backCents)}.`] : []),
    ...(owedCents > 0 ? [`We will refund ${formatRand(owedCents)}, and email you when it is done.`] : []),
    ...(money.length === 0 ? ["You have not been charged."] : []),
  ];
}
