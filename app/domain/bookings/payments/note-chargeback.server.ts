import { say, type Words } from "#app/language/say";
import type { Tx } from "#db/store.server";
import { isUnwanted } from "../../messages/opt-out.server";
import { allAttemptsOf } from "../../money/attempts.server";
import {
  addRefund,
  cameBy,
  chargebacksOf,
  leftCents,
  moneyFor,
  type Refund,
  removeRefund,
} from "../../money/refunds.server";
import type { Quote } from "../../parcels/quotes/quote";
import { quoteById } from "../../parcels/quotes/saved-quotes.server";
import { bringBack } from "../../post/overtaken.server";
import { newId } from "../../values/ids.server";
import { type Cents, formatRand } from "../../values/money";
import { type DoneOr, refused } from "../../values/refused";
import { nothingLeft, tellNoMore } from "./tell-of-payment.server";

/**
 * Records that the customer's bank took a payment through PayFast back. Nothing is said to the customer, and no credit note
 * is issued: the debt may stand. What was taken back isn't refunded as well.
 */
export async function noteChargeback(
  tx: Tx,
  quoteId: string,
  { amountCents, by }: { amountCents: Cents; by: string },
  now: Date,
): Promise<DoneOr<{ quote: Quote }, unknown, Words>> {
  const quote = await quoteById(tx, quoteId);
  if (!quote) return refused("There is no such quote.");
  if (!Number.isSafeInteger(amountCents) || amountCents <= 0) return refused("The amount must be more than 0.");
  const money = cameBy(await moneyFor(tx, quote.id), "payfast");
  if (money.length === 0) return refused("Nothing came for it through PayFast.");
  const enough = money.filter((each) => leftCents(each) >= amountCents);
  const source = enough.find(({ paidCents }) => paidCents === amountCents) ?? enough[0];
  if (!source) {
    const most = Math.max(...money.map(leftCents));
    return refused(say`That is more than is left of any payment, ${formatRand(most)}.`);
  }
  const reference = `chargeback-${newId()}`;
  const { payment } = source;
  await addRefund(tx, { reference, kind: "chargeback", paymentId: payment.id, amountCents, notedAt: now, notedBy: by });
  if (leftCents(source) === amountCents) await tellNoMore(tx, quote, payment, now);
  return { ok: true, quote };
}

/** Takes back the last chargeback that was noted for a booking: by mistake, or because the bank gave the money back. */
export async function undoChargeback(tx: Tx, quoteId: string, now: Date): Promise<DoneOr<{ undone: Refund }>> {
  const undone = (await chargebacksOf(tx, await allAttemptsOf(tx, quoteId))).at(-1);
  if (!undone) return refused("No chargeback is noted for it.");
  await removeRefund(tx, undone.reference);
  const cause = nothingLeft({ id: undone.paymentId });
  await bringBack(tx, quoteId, { cause }, (email) => isUnwanted(tx, email), now);
  return { ok: true, undone };
}
