import type { Reader } from "#db/store.server";
import { attemptsOf, attemptsOfCharge, type Payment } from "../../money/attempts.server";
import { chargeById } from "../../money/charges.server";
import { monthOfOrder } from "../../money/credit.server";
import type { ReportedPayment } from "../../money/payfast-notice.server";
import type { Word } from "../../money/payment-state";
import { moneyFor, partsIn, totalLeftCents } from "../../money/refunds.server";
import { isUnpaid, quotesOfOrder } from "../../parcels/quotes/payment-order.server";
import type { Quote } from "../../parcels/quotes/quote";
import { askedFor } from "./asked-amount";
import { type PaidPart, type SharedPayment, sharesOf, sumOf } from "./in-shares";
import { shareOnAccount } from "./shares-of-statement.server";

type Member = { quote: Quote; attempts: Payment[] };

/**
 * Shares a payment among its order's bookings. Bookings leave an order when they are paid or cancelled, and don't come
 * back, so a page with an earlier sum may still be open. Of all sums that the customer may have seen, the nearest
 * counts, so that money for a booking that was cancelled meanwhile is recognised and refunded.
 * @param word whose word the payment is
 * @returns null if it isn't for any booking of ours. A charge's payment is all its own, and a
 * statement's is shared among what it asks for
 */
export async function shareAmong(
  store: Reader,
  reported: ReportedPayment,
  word: Word,
  now: Date,
): Promise<SharedPayment | null> {
  const month = monthOfOrder(reported.quoteId);
  if (month) return shareOnAccount(store, month, reported, { inTurn: word === "staff" });
  const charge = await chargeById(store, reported.quoteId);
  if (charge) {
    const share = { ...reported, quoteId: charge.quoteId, chargeId: charge.id };
    const asked = { grandTotalCents: charge.amountCents };
    const amountCents = askedFor(asked, await attemptsOfCharge(store, charge), share, word, now);
    return { amountCents, shares: [share] };
  }
  const members: Member[] = [];
  for (const quote of await quotesOfOrder(store, reported.quoteId)) {
    if (quote.bookedAt && quote.grandTotalCents !== null)
      members.push({ quote, attempts: await attemptsOf(store, quote.id) });
  }
  const [first] = members;
  if (!first) return null;
  if (first.quote.id === reported.quoteId) {
    const partCents = totalLeftCents(partsIn(await moneyFor(store, first.quote.id)));
    return { amountCents: askedFor(first.quote, first.attempts, reported, word, now, partCents), shares: [reported] };
  }

  const distance = (parts: PaidPart[]) => Math.abs(sumOf(parts) - reported.amountGrossCents);
  const parts = askedTogether(members, reported.pfPaymentId).reduce((best, other) =>
    distance(other) < distance(best) ? other : best,
  );
  return { amountCents: sumOf(parts), shares: sharesOf(parts, reported) };
}

/**
 * The sets of bookings that may have been paid: those of this payment's earlier notice, or else those open now or
 * earlier.
 */
function askedTogether(members: Member[], pfPaymentId: string): PaidPart[][] {
  const known = members.flatMap(({ attempts }) => attempts.filter((attempt) => attempt.pfPaymentId === pfPaymentId));
  if (known.length > 0) return [known];
  const open = members.filter(({ quote }) => isUnpaid(quote));
  const left = members.filter(({ quote }) => !isUnpaid(quote));
  const openEarlier = left
    .map(leftAtMs)
    .map((moment) => [...open, ...left.filter((member) => leftAtMs(member) >= moment)]);
  return [open, ...openEarlier]
    .filter((some) => some.length > 0)
    .map((some) => some.map(({ quote }) => ({ quoteId: quote.id, amountCents: quote.grandTotalCents ?? 0 })));
}

/** When a booking was paid, cancelled or anonymised. */
function leftAtMs({ quote, attempts }: Member): number {
  const paidAt = attempts.find(({ state }) => state === "complete")?.settledAt;
  return (paidAt ?? quote.cancelledAt ?? quote.anonymisedAt ?? quote.updatedAt).getTime();
}
