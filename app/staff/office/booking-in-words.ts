import type { Charge } from "#app/domain/money/charges.server";
import type { PaidClaim } from "#app/domain/money/claims.server";
import { leftToPay } from "#app/domain/money/credit.server";
import { isPaid } from "#app/domain/money/payment-state";
import { paymentTold } from "#app/domain/money/payment-told";
import { leftCents, type MoneyIn, owedBack, type Refund } from "#app/domain/money/refunds.server";
import type { Quote } from "#app/domain/parcels/quotes/quote";
import { grouped } from "#app/domain/values/in-parts";
import { type Cents, formatRand } from "#app/domain/values/money";
import { saDay, shortDate } from "#app/domain/values/sa-time";
import { onDay } from "./as-people-say";

/**
 * The money of a booking: what came, what was paid back, whether PayFast works on a payment, and whether a notice of one
 * was refused.
 */
export type BookingsMoney = {
  came: readonly MoneyIn[];
  refunds: readonly Refund[];
  chargebacks: readonly Refund[];
  /** What we paid for a lost or damaged parcel. */
  claim: PaidClaim | null;
  isAtBank: boolean;
  hasRefused: boolean;
  /** What more than the price was asked for. */
  charges: readonly Charge[];
};

/** How a booking stands that has no parcel under way, whatever its payment's last attempt was: "Cancelled on 1 December". */
export function bookingInWords(quote: Quote, { came, isAtBank }: BookingsMoney, now: Date): string {
  const { status, cancelledAt, manualRequestedAt, anonymisedAt, updatedAt, grandTotalCents } = quote;
  if (cancelledAt) return `Cancelled ${onDay(saDay(cancelledAt), now)}`;
  if (status === "cancelled")
    return anonymisedAt ? "Closed" : `The customer gave it up ${onDay(saDay(updatedAt), now)}`;
  if (isPaid(status)) return "Paid, without a waybill yet";
  if (manualRequestedAt && grandTotalCents === null) return "Waits for a price by hand";
  // What is on account has its waybill.
  const told = paymentTold(status, isAtBank, undefined);
  if (told === "at_bank") return "We wait for the customer's bank";
  if (came.some(({ payment }) => payment.state === "part")) return "Paid in part";
  if (told === "failed") return "Not paid: the payment failed or was cancelled";
  if (told === "unpaid") return manualRequestedAt ? "Priced by hand, not paid yet" : "Booked, not paid yet";
  return grandTotalCents === null ? "Asked for a price, and there is none" : "A price, not booked";
}

/** Where the money of a booking is, as far as it isn't simply paid. */
export function moneyInWords(
  quote: Quote,
  { came, refunds, chargebacks, claim, isAtBank, hasRefused, charges }: BookingsMoney,
  now: Date,
): string[] {
  const owed = sum(owedBack(came, quote, now).map(leftCents));
  return [
    ...byDay(refunds, now).map(([cents, on]) => `${formatRand(cents)} paid back ${on}.`),
    ...byDay(chargebacks, now).map(([cents, on]) => `The customer's bank took ${formatRand(cents)} back ${on}.`),
    ...(claim ? [`${formatRand(claim.amountCents)} paid for what was in it ${onDay(saDay(claim.notedAt), now)}.`] : []),
    ...charges.flatMap((charge) => chargeInWords(charge, now) ?? []),
    ...(owed > 0 ? [`${formatRand(owed)} is still to be paid back.`] : []),
    ...(quote.cancelledAt && came.length === 0 ? ["Nothing was paid."] : []),
    ...(quote.cancelledAt && isAtBank ? ["A bank may still pay it: then it is to be paid back."] : []),
    ...(hasRefused ? ["PayFast told us of a payment that the site refused: the history says why."] : []),
  ];
}

/** What more than the price was asked for, and what is on account; null if nobody asks for it any more. */
function chargeInWords(charge: Charge, now: Date): string | null {
  const { amountCents, because, agreed, payBy, state, endedAt, accountUid } = charge;
  const sum = formatRand(amountCents);
  const on = endedAt ? ` ${onDay(saDay(endedAt), now)}` : "";
  if (charge.reason === "price") return priceOnAccount(charge, on);
  const said = `${because} Agreed: ${agreed}`;
  const inWords = {
    open: accountUid
      ? `${sum} more is on account, ${due(payBy)}: ${said}.`
      : `${sum} more is to be paid, by ${shortDate(payBy)}: ${said}.`,
    paid: `${sum} more was paid${on}: ${said}.`,
    refused: `Its sender refused to pay ${sum} more${on}: ${said}.`,
    withdrawn: null,
  };
  return inWords[state];
}

function priceOnAccount(charge: Charge, on: string): string | null {
  const { creditedCents, payBy, state } = charge;
  const credited = creditedCents > 0 ? ` after ${formatRand(creditedCents)} was credited` : "";
  const inWords = {
    open: `${formatRand(leftToPay(charge))} is on account${credited}, ${due(payBy)}.`,
    paid: `Its account paid it${on}.`,
    refused: null,
    withdrawn: `It was taken off its account${on}.`,
  };
  return inWords[state];
}

const due = (payBy: string) => (payBy === "" ? "invoiced when it is collected" : `due by ${shortDate(payBy)}`);

/** What went back on each day. */
function byDay(all: readonly Refund[], now: Date): [cents: Cents, on: string][] {
  return [...grouped(all, ({ notedAt }) => saDay(notedAt))].map(([day, its]) => [
    sum(its.map(({ amountCents }) => amountCents)),
    onDay(day, now),
  ]);
}

/** "R 80,62 paid", "R 80,62 on account", "R 80,62 taken off its account", "R 80,62 not paid", "no price yet". */
export function priceInWords(
  { grandTotalCents }: Pick<Quote, "grandTotalCents">,
  { came, charges }: Pick<BookingsMoney, "came" | "charges">,
): string {
  const price = charges.find(({ reason }) => reason === "price");
  if (price?.state === "open") return `${formatRand(leftToPay(price))} on account`;
  if (price?.state === "withdrawn") return `${formatRand(price.amountCents)} taken off its account`;
  const paid = sum(came.map(({ paidCents }) => paidCents));
  if (paid === 0) return grandTotalCents === null ? "no price yet" : `${formatRand(grandTotalCents)} not paid`;
  const isPart = came.every(({ payment }) => payment.state === "part") && grandTotalCents !== null;
  return isPart ? `${formatRand(paid)} of ${formatRand(grandTotalCents)} paid` : `${formatRand(paid)} paid`;
}

const sum = (amounts: readonly Cents[]) => amounts.reduce((total, each) => total + each, 0);
