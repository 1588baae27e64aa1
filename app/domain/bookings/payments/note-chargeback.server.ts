import { say, type Words } from "#app/language/say";
import type { Tx } from "#db/store.server";
import { isUnwanted } from "../../messages/opt-out.server";
import { allAttemptsOf, setStates } from "../../money/attempts.server";
import { chargeById, isOpenOnAccount, setChargeState } from "../../money/charges.server";
import { leftToPay } from "../../money/credit.server";
import {
  addRefund,
  cameBy,
  chargebacksOf,
  leftCents,
  moneyFor,
  type Refund,
  removeRefund,
} from "../../money/refunds.server";
import { oweAgain } from "../../parcels/account-of-parcel.server";
import type { Quote } from "../../parcels/quotes/quote";
import { quoteById } from "../../parcels/quotes/saved-quotes.server";
import { bringBack } from "../../post/overtaken.server";
import { newId } from "../../values/ids.server";
import { type Cents, formatRand } from "../../values/money";
import { type DoneOr, refused } from "../../values/refused";
import { nothingLeft, tellNoMore } from "./tell-of-payment.server";

/**
 * Records that the customer's bank took a payment through PayFast back. Nothing is said to the customer, and no credit note
 * is issued: the debt may stand. What was taken back isn't refunded as well. What was paid on account is owed again.
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
  const charge = source?.payment.chargeId ? await chargeById(tx, source.payment.chargeId) : null;
  if (source && charge?.accountUid && leftCents(source) !== amountCents)
    return refused(say`${formatRand(leftCents(source))} of it was paid on account: a bank takes all of that back.`);
  if (!source) {
    const most = Math.max(...money.map(leftCents));
    return refused(say`That is more than is left of any payment, ${formatRand(most)}.`);
  }
  const reference = `chargeback-${newId()}`;
  const { payment } = source;
  await addRefund(tx, { reference, kind: "chargeback", paymentId: payment.id, amountCents, notedAt: now, notedBy: by });
  if (charge?.accountUid && payment.state === "complete") await oweAgain(tx, quote, charge, now);
  if (leftCents(source) === amountCents) await tellNoMore(tx, quote, payment, now);
  return { ok: true, quote };
}

/** Takes back the last chargeback that was noted for a booking: by mistake, or because the bank gave the money back. */
export async function undoChargeback(tx: Tx, quoteId: string, now: Date): Promise<DoneOr<{ undone: Refund }>> {
  const undone = (await chargebacksOf(tx, await allAttemptsOf(tx, quoteId))).at(-1);
  if (!undone) return refused("No chargeback is noted for it.");
  await removeRefund(tx, undone.reference);
  await paysAgain(tx, quoteId, undone);
  const cause = nothingLeft({ id: undone.paymentId });
  await bringBack(tx, quoteId, { cause }, (email) => isUnwanted(tx, email), now);
  return { ok: true, undone };
}

/** What paid for something on account has come back: it pays it, or goes back if that is paid or credited since. */
async function paysAgain(tx: Tx, quoteId: string, { paymentId, amountCents }: Refund): Promise<void> {
  const payment = (await allAttemptsOf(tx, quoteId)).find(({ id }) => id === paymentId);
  const charge = payment?.chargeId ? await chargeById(tx, payment.chargeId) : null;
  if (!payment || !charge?.accountUid || payment.state !== "complete") return;
  if (isOpenOnAccount(charge) && leftToPay(charge) === amountCents)
    await setChargeState(tx, charge, "paid", payment.settledAt ?? payment.startedAt);
  else await setStates(tx, [payment], "duplicate");
}
