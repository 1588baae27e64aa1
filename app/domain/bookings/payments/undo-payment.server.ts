import { eq } from "drizzle-orm";
import { payments } from "#db/schema/payments";
import type { Tx } from "#db/store.server";
import { writeToCustomer } from "../../messages/customer-emails.server";
import { isUnwanted } from "../../messages/opt-out.server";
import { parcelNotBooked } from "../../messages/receiver-emails";
import {
  allAttemptsOf,
  attemptsOf,
  type Payment,
  paymentsNumbered,
  setStates,
  undoPayment,
} from "../../money/attempts.server";
import { refundReference } from "../../money/bank-references.server";
import { chargeById, openChargesOf } from "../../money/charges.server";
import type { Invoice } from "../../money/invoice";
import { creditUndone, takeBackCreditNotes } from "../../money/invoices.server";
import { broughtMoney } from "../../money/payment-state";
import {
  chargebacksOf,
  type MoneyIn,
  moneyFor,
  owedBack,
  type Refund,
  refundsNumbered,
  refundsOf,
  removeRefund,
} from "../../money/refunds.server";
import { bankReference, inOfficesWords, numberOf, wayOf } from "../../money/ways";
import { oweAgain } from "../../parcels/account-of-parcel.server";
import { historyOfQuote, waybillOfQuote } from "../../parcels/issue-waybill.server";
import { answerReports } from "../../parcels/open-reports.server";
import { addParcelEvent } from "../../parcels/parcel-event.server";
import { isUnpaid } from "../../parcels/quotes/payment-order.server";
import type { Quote } from "../../parcels/quotes/quote";
import { quoteById, setStatus } from "../../parcels/quotes/saved-quotes.server";
import { wasCollected } from "../../parcels/visits";
import { undoOccasion, withdrawUnsent } from "../../post/outbox.server";
import { bringBack, withdrawOvertaken } from "../../post/overtaken.server";
import { type Cents, formatRand } from "../../values/money";
import { type DoneOr, refused } from "../../values/refused";
import { askChargeAgain } from "../charges/tell-of-charge.server";
import { receiverOfCancelled, undoBooked, undoBookedTogether, undoConfirmed } from "./notify-of-booking.server";
import { owedKey, paymentUndone, refundUndone } from "./refund-emails";
import { lastTakenOff, putBackOnAccountAgain } from "./take-off-account.server";
import { askNoMore, byAddress, customersNumbers, nothingLeft, owedKeys, waysToPay } from "./tell-of-payment.server";

/** `number` is the payment's or the refund's, as it had been noted. */
export type Undoing = DoneOr<{ quotes: Quote[]; number: string; amountCents: Cents }>;

export type Share = { quote: Quote; payment: Payment };

/**
 * Takes back the last payment that staff noted for a booking, for all the bookings that it paid for. A booking that it
 * had settled is unpaid again: its invoice is credited, its waybill is withdrawn, and both people are told.
 */
export async function undoNotedPayment(tx: Tx, quoteId: string, appUrl: string, now: Date): Promise<Undoing> {
  const noted = (await allAttemptsOf(tx, quoteId)).filter(({ state, notedAt }) => broughtMoney(state) && notedAt);
  const [last] = noted.toSorted((one, other) => Number(other.notedAt) - Number(one.notedAt));
  if (!last?.pfPaymentId) return refused("Staff have noted no payment for it.");
  const number = last.pfPaymentId;
  const shares: Share[] = [];
  for (const payment of await paymentsNumbered(tx, number)) {
    const quote = broughtMoney(payment.state) ? await quoteById(tx, payment.quoteId) : null;
    if (quote) shares.push({ quote, payment });
  }
  for (const share of shares) {
    const why = await whyNotUndone(tx, share);
    if (why) return refused(why);
  }
  await takeAway(tx, shares, now);
  const undone = shares.map(({ quote }) => quote);
  await tellOfUndone(tx, shares, appUrl, now);
  const amountCents = shares.reduce((sum, { payment }) => sum + (payment.paidCents ?? 0), 0);
  return { ok: true, quotes: undone, number, amountCents };
}

/** Takes payments away from their bookings. One that it had settled is unpaid again. */
export async function takeAway(tx: Tx, shares: readonly Share[], now: Date): Promise<void> {
  const all = shares.map(({ quote }) => quote);
  await undoBookedTogether(tx, all, "unsent", now);
  for (const share of shares) await undoShare(tx, share, now);
  await undoBookedTogether(tx, all, "rest", now);
}

async function whyNotUndone(tx: Tx, { quote, payment }: Share): Promise<string | null> {
  if (payment.confirmedAt)
    return "PayFast itself has told us of this payment, so the money is there. To pay it back, cancel the booking.";
  const isPrice = payment.chargeId === null;
  if (isPrice && payment.state === "complete" && (await openChargesOf(tx, [quote.id])).length > 0)
    return `${quote.quoteNo} waits for another amount. Take that back first.`;
  if (isPrice && payment.state === "complete" && wasCollected(await historyOfQuote(tx, quote.id)))
    return `The parcel of ${quote.quoteNo} has been collected.`;
  const money = await moneyFor(tx, quote.id);
  const back = [...(await refundsOf(tx, paymentsIn(money))), ...(await chargebacksOf(tx, paymentsIn(money)))];
  return whyMoneyMoved(quote, money, back, Number(payment.settledAt));
}

/** Whether money came or was refunded after a moment, in words. */
function whyMoneyMoved(quote: Quote, money: MoneyIn[], refunded: Refund[], sinceMs: number): string | null {
  const later = money.find(({ payment }) => Number(payment.settledAt) > sinceMs);
  if (later)
    return `Another payment has come for ${quote.quoteNo} since: ${inOfficesWords(later.payment.pfPaymentId)}.`;
  const back = refunded.find(({ notedAt }) => Number(notedAt) >= sinceMs);
  return back ? `${formatRand(back.amountCents)} of ${quote.quoteNo} ${wentBackAs(back)}.` : null;
}

function wentBackAs({ kind, reference }: Refund): string {
  if (kind === "chargeback") return "was taken back by the customer's bank since";
  return `was refunded since, ${wayOf(reference) === "payfast" ? `reference ${reference}` : inOfficesWords(reference)}`;
}

export async function quoteOfPayment(tx: Tx, paymentId: string): Promise<Quote> {
  const [payment] = await tx.select({ quoteId: payments.quoteId }).from(payments).where(eq(payments.id, paymentId));
  const quote = await quoteById(tx, payment?.quoteId ?? "");
  if (!quote) throw new Error(`payment ${paymentId} has no quote`);
  return quote;
}

const paymentsIn = (money: readonly MoneyIn[]) => money.map(({ payment }) => payment);

async function undoShare(tx: Tx, { quote, payment }: Share, now: Date): Promise<void> {
  await withdrawOvertaken(tx, quote.id, { by: "payment_undone" }, now);
  const charge = payment.chargeId ? await chargeById(tx, payment.chargeId) : null;
  if (payment.state === "complete" && charge?.accountUid) await oweAgain(tx, quote, charge, now);
  else if (payment.state === "complete" && payment.chargeId) {
    await creditUndone(tx, payment, now);
    await askChargeAgain(tx, quote, payment.chargeId, now);
  } else if (payment.state === "complete") {
    await creditUndone(tx, payment, now);
    const others = (await attemptsOf(tx, quote.id)).filter(
      ({ id, state }) => id !== payment.id && state === "complete",
    );
    await setStates(tx, others, "part");
    if (quote.cancelledAt) await undoConfirmed(tx, quote, now);
    else {
      await withdrawWaybill(tx, quote, now);
      await setStatus(tx, quote.id, "pending_payment", "payment undone", now);
    }
  }
  await undoPayment(tx, payment);
  await askNoMore(tx, quote, payment, now);
}

/** Withdraws a waybill until its booking is paid, and tells the receiver. */
async function withdrawWaybill(tx: Tx, quote: Quote, now: Date): Promise<void> {
  const waybillNo = (await waybillOfQuote(tx, quote.id))?.waybillNo;
  if (!waybillNo) return;
  await addParcelEvent(tx, { waybillNo, kind: "cancelled", happenedAt: now }, now);
  await answerReports(tx, waybillNo, now);
  await withdrawOvertaken(tx, quote.id, { by: "cancelled" }, now);
  const receiver = await receiverOfCancelled(tx, quote, waybillNo, now, parcelNotBooked);
  await undoBooked(tx, quote, now);
  await writeToCustomer(tx, "a payment", quote, "cancelled", null, now, receiver);
}

async function tellOfUndone(tx: Tx, shares: Share[], appUrl: string, now: Date): Promise<void> {
  // A customer who was never told of a second payment isn't told that there is none.
  const untold = new Set<Share>();
  for (const share of shares.filter(({ payment }) => payment.state === "duplicate")) {
    const number = share.payment.pfPaymentId ?? "";
    if ((await withdrawUnsent(tx, owedKeys(share.quote.id, number))) > 0) for (const each of shares) untold.add(each);
    await undoOccasion(tx, owedKey(share.quote.id, number), now);
  }
  for (const [first, ...others] of byAddress(shares.filter((share) => !untold.has(share)))) {
    const { quote } = first;
    const all = [first, ...others] as const;
    // What was noted for a charge is asked for again, in an email of its own; what is on account, on its statement.
    const wasForNothing = first.payment.chargeId !== null || (first.payment.state === "duplicate" && !isUnpaid(quote));
    const undone = await quoteById(tx, quote.id);
    const pay = undone && !wasForNothing ? await waysToPay(tx, undone, appUrl) : null;
    const amountCents = all.reduce((sum, { payment }) => sum + (payment.paidCents ?? 0), 0);
    const numbers = await customersNumbers(tx, all);
    await writeToCustomer(
      tx,
      "a payment",
      quote,
      "refunded",
      paymentUndone(quote, { amountCents, numbers, pay, at: now }),
      now,
    );
  }
}

/**
 * Takes back a refund that staff noted, for all bookings that it was for. Its credit notes are taken back, and a
 * customer who was told of it is told again. What is owed is listed again.
 * @param reference PayFast's or the bank's; the booking's last refund if left out
 */
export async function undoNotedRefund(
  tx: Tx,
  quoteId: string,
  reference: string | undefined,
  now: Date,
): Promise<Undoing> {
  const ofQuote = await refundsOf(tx, await allAttemptsOf(tx, quoteId));
  const off = reference ? null : await lastTakenOff(tx, quoteId);
  if (off && ofQuote.every(({ notedAt }) => notedAt <= off.issuedAt)) return undoTakenOff(tx, quoteId, off, now);
  const byBank = reference && numberOf("bank", bankReference(reference) ?? "");
  const named = [reference, byBank && (await refundReference(tx, byBank))];
  const [last] = ofQuote
    .filter((refund) => !reference || named.includes(refund.reference))
    .toSorted((one, other) => Number(other.notedAt) - Number(one.notedAt));
  if (!last) return refused("No such refund is noted for it.");
  const rows = await refundsNumbered(tx, last.reference);
  const quotes: { quote: Quote; amountCents: Cents; paymentId: string }[] = [];
  for (const { paymentId, amountCents } of rows) {
    const quote = await quoteOfPayment(tx, paymentId);
    const money = await moneyFor(tx, quote.id);
    const others = (await refundsOf(tx, paymentsIn(money))).filter((each) => each.reference !== last.reference);
    const why = whyMoneyMoved(quote, money, others, Number(last.notedAt));
    if (why) return refused(why);
    quotes.push({ quote, amountCents, paymentId });
  }
  await removeRefund(tx, last.reference);
  const owed = new Set<string>();
  for (const { quote, paymentId } of quotes) {
    const cause = nothingLeft({ id: paymentId });
    await bringBack(tx, quote.id, { cause }, (email) => isUnwanted(tx, email), now);
    for (const { payment } of owedBack(await moneyFor(tx, quote.id), quote, now)) owed.add(payment.id);
  }
  for (const { quote } of quotes) await takeBackCreditNotes(tx, quote.id, last.reference, now);
  const wereTold = (await undoOccasion(tx, `refund-paid:${last.reference}`, now)) > 0;
  for (const [first, ...others] of wereTold ? byAddress(quotes) : []) {
    const all = [first, ...others] as const;
    const amountCents = all.reduce((sum, each) => sum + each.amountCents, 0);
    const numbers = await customersNumbers(tx, all);
    const isOwed = all.every(({ paymentId }) => owed.has(paymentId));
    const email = refundUndone(first.quote, { reference: last.reference, amountCents, numbers, isOwed, at: now });
    await writeToCustomer(tx, "a payment", first.quote, "refunded", email, now);
  }
  const amountCents = rows.reduce((sum, each) => sum + each.amountCents, 0);
  return { ok: true, quotes: quotes.map(({ quote }) => quote), number: last.reference, amountCents };
}

async function undoTakenOff(tx: Tx, quoteId: string, off: Invoice, now: Date): Promise<Undoing> {
  const quote = await quoteById(tx, quoteId);
  if (!quote) return refused("There is no such quote.");
  const back = await putBackOnAccountAgain(tx, quote, off, now);
  if (!back.ok) return back;
  return { ok: true, quotes: [quote], number: off.refundReference ?? "", amountCents: off.grossCents };
}
