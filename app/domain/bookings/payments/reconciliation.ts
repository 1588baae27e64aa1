import { DAYS } from "#app/durations";
import type { Transaction } from "../../money/transaction-list";
import type { Cents } from "../../values/money";
import { saDay } from "../../values/sa-time";

/**
 * - `missing_here`: PayFast has the payment and we don't; `missing_there`: the other way round.
 * - `amount`, `fee`, `order`: both have it, with different values.
 * - `listed_twice`: the list has the same payment twice.
 * - `refund_missing_here`: PayFast made a refund that we haven't recorded; `refund_missing_there`: we recorded one that
 * isn't in the list.
 */
export type DifferenceKind =
  | "missing_here"
  | "missing_there"
  | "amount"
  | "fee"
  | "order"
  | "listed_twice"
  | "refund_missing_here"
  | "refund_missing_there";

/**
 * `quoteNo` is null when it isn't about an order of ours. `thereCents` and `hereCents` are null on the side that lacks
 * it.
 */
export type Difference = {
  kind: DifferenceKind;
  pfPaymentId: string;
  quoteId: string | null;
  quoteNo: string | null;
  thereCents: Cents | null;
  hereCents: Cents | null;
  feeCents: Cents | null;
  at: Date;
};

export type Sum = { count: number; cents: Cents };
export type Period = { from: Date; until: Date };

/** The result of comparing PayFast's list with our records. */
export type Reconciliation = {
  period: Period;
  matched: number;
  /** Refunds that match, and payouts. */
  refunds: Sum;
  payouts: Sum;
  /** Lines that aren't payments, refunds or payouts. */
  others: number;
  differences: Difference[];
};

/** Nobody reads more. A list with more differences is of another site, or of days before this one. */
export const MOST_DIFFERENCES = 10_000;

/** The South African days that a list covers, from its earliest line to the end of the latest line's day. */
export function daysOf(transactions: Iterable<Transaction>): Period {
  let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const { at } of transactions) [first, last] = [Math.min(first, at.getTime()), Math.max(last, at.getTime())];
  if (first > last) return { from: new Date(0), until: new Date(0) };
  return {
    from: startOfDay(saDay(new Date(first))),
    until: new Date(startOfDay(saDay(new Date(last))).getTime() + DAYS),
  };
}

/** Midnight in South Africa at the start of a day such as `2026-11-21`. */
export function startOfDay(day: string): Date {
  return new Date(`${day}T00:00:00+02:00`);
}

export function sumOf(amounts: readonly Cents[]): Sum {
  return { count: amounts.length, cents: amounts.reduce((total, cents) => total + cents, 0) };
}
