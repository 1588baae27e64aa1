import { isPriceOnAccount, wasOnAccount } from "#app/domain/money/credit.server";
import { isPaid } from "#app/domain/money/payment-state";
import { REFUNDED_IF_IT_COMES } from "#app/domain/money/payment-told";
import { type MoneyIn, moneyFor, owedBack, partsIn, refundsOf, totalLeftCents } from "#app/domain/money/refunds.server";
import { findWaybill, historyOfQuote, type TrackingEvent } from "#app/domain/parcels/issue-waybill.server";
import { isUnpaid } from "#app/domain/parcels/quotes/payment-order.server";
import type { Quote } from "#app/domain/parcels/quotes/quote";
import { CANCELLABLE_AFTER_DAYS } from "#app/domain/parcels/quotes/terms-version";
import { wasCollected } from "#app/domain/parcels/visits";
import { promisedUntil } from "#app/domain/post/promises.server";
import { dayAfter } from "#app/domain/values/calendar-day";
import { type Cents, formatRand } from "#app/domain/values/money";
import { dayAndTime, isOver, saDate, saDay, shortDate } from "#app/domain/values/sa-time";
import { catalogue } from "#app/language/language";
import { plainText } from "#app/language/plain-text";
import type { Reader } from "#db/store.server";
import { isLongUndelivered } from "../cancel-booking.server";
import { pendingPayment } from "./return-from-payment.server";
import { isSure } from "./tell-of-payment.server";

const PAID_ON_ACCOUNT = "You paid for what is on your account";
const TAKEN_OFF = "It was taken off the account: there is nothing to pay for it.";

/** Says that a booking was cancelled, when, and where its money is; null if it wasn't. Contains no personal data. */
export async function cancellationInWords(store: Reader, quote: Quote, now: Date): Promise<string[] | null> {
  if (!quote.cancelledAt) return null;
  const on = saDate(quote.cancelledAt);
  const money = await moneyBack(store, quote, true, now);
  const mayStillCome = (await pendingPayment(store, quote.id)) !== null;
  const isCollected = wasCollected(await historyOfQuote(store, quote.id));
  const parcel = isCollected ? "The parcel will not be delivered." : "Nobody will collect the parcel.";
  return [
    quote.cancelledBy === "customer"
      ? `This booking has been cancelled, on ${on}. ${parcel}`
      : `We had to cancel this on ${on}. ${parcel}`,
    ...(money ?? [(await wasOnAccount(store, quote.id)) ? TAKEN_OFF : "You have not been charged."]),
    ...(mayStillCome ? [REFUNDED_IF_IT_COMES] : []),
  ];
}

/**
 * Says why a customer can't cancel a parcel that we have, and from when our terms let them: by phone, because a person finds
 * out first where it is.
 */
export async function collectedInWords(
  store: Reader,
  { id }: Pick<Quote, "id">,
  history: readonly TrackingEvent[],
  phone: string,
  now: Date,
): Promise<string[]> {
  const { waybillNo = "" } = history[0] ?? {};
  const back = (await isPriceOnAccount(store, id)) ? "we take it off your account" : "get back all that you paid";
  if (await isLongUndelivered(store, waybillNo, history, now))
    return [
      `The parcel has been collected, and has not arrived in ${CANCELLABLE_AFTER_DAYS} days. So you may cancel, and ${back}. Phone us at ${phone}.`,
    ];
  const paidAt = history.findLast(({ kind }) => kind === "booked")?.happenedAt ?? now;
  const by = shortDate(dayAfter(saDay(paidAt), CANCELLABLE_AFTER_DAYS));
  const since = (await wasOnAccount(store, id)) ? "booked" : "paid";
  const isUnderWay = (await findWaybill(store, waybillNo))?.nextVisit;
  return [
    `The parcel has been collected. Phone us at ${phone}: we will tell you what can still be done.`,
    ...(isUnderWay
      ? [
          `If it has not arrived by ${by}, ${CANCELLABLE_AFTER_DAYS} days after you ${since}, you may cancel and ${back}. Phone us then.`,
        ]
      : []),
  ];
}

/** What its customer gets back if a booking is cancelled now. */
export async function refundIfCancelled(store: Reader, quote: Quote, now: Date): Promise<Cents> {
  return totalLeftCents(owedBack(await moneyToldOf(store, quote, now), "all of it", now));
}

/**
 * Says that we received money that doesn't pay for the parcel, and where it is; null if there was none. Of a payment on
 * staff's word alone nothing is said until it is sure.
 */
export async function secondPaymentInWords(
  store: Reader,
  quote: Quote,
  now: Date,
): Promise<{ title: string; sentences: string[] } | null> {
  if (quote.cancelledAt) return null;
  const money = await moneyBack(store, quote, false, now);
  if (!money || money.length === 0) return null;
  if (await isPriceOnAccount(store, quote.id)) {
    const byMonth = "This parcel is on your account, which pays for it by month. You do not have to do anything.";
    return { title: PAID_ON_ACCOUNT, sentences: [byMonth, ...money] };
  }
  if (isPaid(quote.status)) {
    const twice = "You have paid for this parcel more than once. You do not have to do anything.";
    return { title: "You paid twice", sentences: [twice, ...money] };
  }
  const title = "We have received another amount";
  if (!isUnpaid(quote))
    return { title, sentences: ["We have received money for a booking that is no longer open.", ...money] };
  const price = `The parcel costs ${formatRand(quote.grandTotalCents ?? 0)}. It is not paid yet.`;
  return { title, sentences: ["We have received money that is not the price of this parcel.", ...money, price] };
}

/**
 * Says the same of several bookings on account for which money came all the same, with its sums; null if nothing of it may be
 * told.
 */
export async function paidOnAccountInWords(
  store: Reader,
  quotes: readonly Quote[],
  now: Date,
): Promise<{ title: string; sentences: string[] } | null> {
  let [backCents, owedCents] = [0, 0];
  for (const quote of quotes) {
    const money = (await moneyToldOf(store, quote, now)).filter(({ payment }) => payment.state === "duplicate");
    backCents += money.reduce((total, { refundedCents }) => total + refundedCents, 0);
    owedCents += totalLeftCents(money);
  }
  if (backCents + owedCents === 0) return null;
  return {
    title: PAID_ON_ACCOUNT,
    sentences: [
      "Your account pays for these parcels by month. You do not have to do anything.",
      ...(backCents > 0 ? [`We have refunded ${formatRand(backCents)}.`] : []),
      ...(owedCents > 0 ? [willRefund(owedCents)] : []),
    ],
  };
}

const willRefund = (cents: Cents) => `We will refund ${formatRand(cents)}, and email you when it is done.`;

/** Says which part of the price has come, and what is missing; null if no part has. */
export async function partInWords(
  store: Reader,
  quote: Quote,
): Promise<{ partCents: Cents; restCents: Cents; sentence: string } | null> {
  const partCents = isUnpaid(quote) ? totalLeftCents(partsIn(await moneyFor(store, quote.id))) : 0;
  if (partCents === 0) return null;
  const restCents = (quote.grandTotalCents ?? 0) - partCents;
  const sentence = `We have received ${formatRand(partCents)} of ${formatRand(quote.grandTotalCents ?? 0)}. ${formatRand(restCents)} is missing.`;
  return { partCents, restCents, sentence };
}

/** What was refunded and what will be; null when no money was received. */
async function moneyBack(store: Reader, quote: Quote, isCancelled: boolean, now: Date): Promise<string[] | null> {
  const money = await moneyToldOf(store, quote, now);
  const owedCents = totalLeftCents(owedBack(money, isCancelled ? "all of it" : quote, now));
  const meant = money.filter(({ payment }) => isCancelled || payment.state === "duplicate");
  const backCents = meant.reduce((total, { refundedCents }) => total + refundedCents, 0);
  const takenCents = meant.reduce((total, { chargedBackCents }) => total + chargedBackCents, 0);
  if (money.length === 0) return null;
  const until = await promisedUntil(store, "refund", quote.id);
  return [
    ...(backCents > 0 ? [`We have refunded ${formatRand(backCents)}. ${await whenSent(store, meant)}`] : []),
    ...(takenCents > 0 ? [`Your bank has taken ${formatRand(takenCents)} back.`] : []),
    ...(owedCents > 0 ? [willRefund(owedCents)] : []),
    ...(owedCents > 0 && until && isOver(until, now)
      ? [
          `You should have had it by ${shortDate(dayAndTime(until).day)}.`,
          plainText(catalogue().parcelState.next.weAreLate()),
        ]
      : []),
  ];
}

async function whenSent(store: Reader, money: readonly MoneyIn[]): Promise<string> {
  const refunds = await refundsOf(
    store,
    money.map(({ payment }) => payment),
  );
  const days = [...new Set(refunds.map(({ notedAt }) => saDay(notedAt)))].toSorted();
  return `The ${days.length > 1 ? "last " : ""}refund was sent on ${shortDate(days.at(-1) ?? "")}.`;
}

async function moneyToldOf(store: Reader, quote: Quote, now: Date): Promise<MoneyIn[]> {
  const money = await moneyFor(store, quote.id);
  return money.filter(({ payment }) => payment.state !== "duplicate" || isSure(payment, now));
}
