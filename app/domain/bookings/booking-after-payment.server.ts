import type { Reader } from "#db/store.server";
import { creditOf, leftToPay, priceChargesOf } from "../money/credit.server";
import type { Invoice } from "../money/invoice";
import { papersOf } from "../money/invoices.server";
import { historyOf, type TrackingEvent, waybillOfQuote } from "../parcels/issue-waybill.server";
import { type NextStep, stepsOfBooking } from "../parcels/next-steps";
import { arrivalIn, type RoadShown, roadOf } from "../parcels/parcel-state";
import { rowInWords } from "../parcels/parcel-state-in-words";
import { parcelStateOf } from "../parcels/parcel-states.server";
import { deliveryInWords } from "../parcels/quotes/delivery-of-quote.server";
import { isUnpaid } from "../parcels/quotes/payment-order.server";
import type { Quote } from "../parcels/quotes/quote";
import { quoteById } from "../parcels/quotes/saved-quotes.server";
import { proclaimedDays } from "../prices/proclaimed-holidays.server";
import { type Cents, formatRand } from "../values/money";
import { whyNotCancellable } from "./cancel-booking.server";
import { isChangeable } from "./change-own-booking.server";
import { dueInWords } from "./charges/on-account-in-words";
import { cancellationInWords, partInWords, secondPaymentInWords } from "./payments/cancelled-in-words.server";
import { type PaymentOutcome, paymentOutcome } from "./payments/payment-outcome";
import { pendingPayment } from "./payments/return-from-payment.server";

/** A booking as the customer finds it who comes back from paying. Nothing in it but the quote is personal. */
export type BookingAfterPayment = {
  quote: Quote;
  outcome: PaymentOutcome;
  waybillNo: string | null;
  papers: Invoice[];
  /** What is said of money that doesn't pay for the parcel. */
  otherMoney: { title: string; sentences: string[] } | null;
  /**
   * Set while its account, which pays by month, hasn't paid the price. `leftCents`: what it owes of it. `due`: when, in words;
   * null once it was taken off the account.
   */
  onAccount: { leftCents: Cents; due: string | null } | null;
  isCancellable: boolean;
  isChangeable: boolean;
  /** Null without a waybill, and once it is cancelled. */
  next: WhatIsNext | null;
};

/** Of a parcel that isn't collected yet, the dated steps; later its state, and when it arrives. */
type WhatIsNext = { road: RoadShown | null } & (
  | { kind: "to be collected"; steps: NextStep[] }
  | { kind: "under way"; headline: string; delivery: string | null }
);

/** Null for an unknown quote. */
export async function bookingAfterPayment(
  store: Reader,
  quoteId: string,
  now: Date,
): Promise<BookingAfterPayment | null> {
  const quote = await quoteById(store, quoteId);
  if (!quote) return null;
  const waybill = await waybillOfQuote(store, quote.id);
  const waybillNo = waybill?.waybillNo ?? null;
  const history = waybill ? await historyOf(store, waybill.waybillNo) : [];
  const cancellation = await cancellationInWords(store, quote, now);
  const otherMoney = await secondPaymentInWords(store, quote, now);
  const part = await partInWords(store, quote);
  const pending = await pendingPayment(store, quote.id);
  const isOdd = otherMoney !== null && isUnpaid(quote);
  const price = (await priceChargesOf(store, [quote.id])).get(quote.id);
  const isOpen = price?.state === "open";
  const onAccount = price && (price.state === "paid" ? "paid" : "on_account");
  return {
    quote,
    outcome: paymentOutcome({
      ...{ quote, waybillNo, cancellation, part, isOdd, onAccount, isTakenOff: price?.state === "withdrawn" },
      pending: pending && formatRand(pending.amountCents),
    }),
    waybillNo,
    papers: await papersOf(store, quote.id),
    otherMoney,
    onAccount:
      price && onAccount === "on_account"
        ? {
            leftCents: isOpen ? leftToPay(price) : 0,
            due: isOpen ? dueInWords(price, await creditOf(store, price.accountUid ?? "")) : null,
          }
        : null,
    isCancellable: cancellation === null && whyNotCancellable(quote, history) === null,
    isChangeable: isChangeable(quote, history),
    next:
      waybill && cancellation === null
        ? await whatIsNext(store, quote, { ...waybill, isOnAccount: price !== undefined }, history, now)
        : null,
  };
}

async function whatIsNext(
  store: Reader,
  quote: Quote,
  { waybillNo, issuedAt, isOnAccount }: { waybillNo: string; issuedAt: Date; isOnAccount: boolean },
  history: TrackingEvent[],
  now: Date,
): Promise<WhatIsNext> {
  const state = await parcelStateOf(store, { quote, waybillNo }, history, now);
  const road = state.stage && roadOf(state.stage, state.state === "failed");
  if (state.state !== "booked") {
    const delivery = await deliveryInWords(store, quote, arrivalIn(state), now);
    return { kind: "under way", headline: rowInWords(state, now), delivery, road };
  }
  const wishedDay = quote.formSnapshot.parcel.collectionDay;
  const steps = stepsOfBooking(state, { issuedAt, wishedDay, isOnAccount }, await proclaimedDays(store));
  return { kind: "to be collected", steps, road };
}
