import { expect, test } from "vitest";
import { type Difference, daysOf, type Reconciliation, sumOf } from "#app/domain/bookings/payments/reconciliation";
import { countsOf, reconciliationInWords } from "#app/domain/bookings/payments/reconciliation-in-words";
import type { Transaction } from "#app/domain/money/transaction-list";
import { plainText } from "#app/language/plain-text";

const at = (time: string) => new Date(`2026-11-${time}:00+02:00`);

test("a list covers whole South African days, from its earliest line to its latest", () => {
  const lines = [at("21T10:00"), at("20T00:00"), at("22T23:59")].map((moment) => ({ at: moment }) as Transaction);
  expect(daysOf(lines)).toEqual({ from: at("20T00:00"), until: at("23T00:00") });
  expect(daysOf([])).toEqual({ from: new Date(0), until: new Date(0) });
});

test("a sum has its count and its cents", () => {
  expect([sumOf([]), sumOf([100, 250])]).toEqual([
    { count: 0, cents: 0 },
    { count: 2, cents: 350 },
  ]);
});

test("a list that agrees is said in a few lines", () => {
  expect(reconciliationInWords(aResult())).toEqual({
    summary: [
      "PayFast's list of 2026-11-20.",
      "matched: 3",
      "refunds that both have: 1 (R\u00a050,00)",
      "payouts: 0 (R\u00a00,00)",
      "No differences.",
    ],
    differences: [],
  });
});

test("each difference has a line with both amounts, or one where both have the same", () => {
  const period = { from: at("20T00:00"), until: at("22T00:00") };
  const differences = [
    aDifference({ kind: "missing_here", quoteNo: null, hereCents: null }),
    aDifference({ kind: "missing_there", thereCents: null }),
    aDifference({ kind: "amount", hereCents: 7000 }),
    aDifference({ kind: "amount", hereCents: 7001 }),
    aDifference({ kind: "listed_twice" }),
    aDifference({ kind: "order" }),
  ];
  const words = reconciliationInWords(aResult({ period, others: 2, differences }));
  expect(words.summary).toEqual([
    "PayFast's list from 2026-11-20 to 2026-11-21.",
    "matched: 3",
    "missing here: 1",
    "missing at PayFast: 1",
    "amount differs: 2",
    "order differs: 1",
    "listed twice: 1",
    "refunds that both have: 1 (R\u00a050,00)",
    "payouts: 0 (R\u00a00,00)",
    "other lines: 2",
    "Differences: 6",
  ]);
  expect(words.differences.map((line) => plainText(line).replace(/, [^,]*\d\d:\d\d\)/, ", then)"))).toEqual([
    "missing here: 1089250 (no order of ours, then): PayFast R\u00a080,62, here nothing",
    "missing at PayFast: 1089250 (Q48210934, then): PayFast nothing, here R\u00a080,62",
    "amount differs: 1089250 (Q48210934, then): PayFast R\u00a080,62, here R\u00a070,00",
    "amount differs: 1089250 (Q48210934, then): PayFast R\u00a080,62, here R\u00a070,01",
    "listed twice: 1089250 (Q48210934, then): R\u00a080,62",
    "order differs: 1089250 (Q48210934, then): R\u00a080,62",
  ]);
});

test("programs get the number of each kind", () => {
  const differences = [
    aDifference({ kind: "fee" }),
    aDifference({ kind: "fee" }),
    aDifference({ kind: "refund_missing_here" }),
  ];
  expect(countsOf(aResult({ differences, others: 4 }))).toEqual({
    ...{ matched: 3, missing_here: 0, missing_there: 0, amount: 0, fee: 2, order: 0, listed_twice: 0 },
    ...{ refund_missing_here: 1, refund_missing_there: 0, refunds: 1, payouts: 0, others: 4 },
  });
});

function aResult(given: Partial<Reconciliation> = {}): Reconciliation {
  return {
    period: { from: at("20T00:00"), until: at("21T00:00") },
    matched: 3,
    refunds: { count: 1, cents: 5000 },
    payouts: { count: 0, cents: 0 },
    others: 0,
    differences: [],
    ...given,
  };
}

function aDifference(given: Partial<Difference> & { kind: Difference["kind"] }): Difference {
  const amounts = { thereCents: 8062, hereCents: 8062, feeCents: null };
  return { pfPaymentId: "1089250", quoteId: "q", quoteNo: "Q48210934", ...amounts, at: at("20T10:00"), ...given };
}
