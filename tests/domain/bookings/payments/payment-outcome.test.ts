import { expect, test } from "vitest";
import { type PaymentFacts, type PaymentOutcome, paymentOutcome } from "#app/domain/bookings/payments/payment-outcome";
import { quoteStatuses } from "#db/schema/quotes";

const on = new Date("2026-11-23T08:00:00Z");
type Of = Partial<Omit<PaymentFacts, "quote">> & Partial<PaymentFacts["quote"]>;

function outcomeOf({ status = "pending_payment", email = "t@example.co.za", ...rest }: Of): PaymentOutcome {
  const { bookedAt = on, manualRequestedAt = null, ...facts } = rest;
  const nothing = {
    waybillNo: null,
    cancellation: null,
    part: null,
    isOdd: false,
    pending: null,
    onAccount: undefined,
    isTakenOff: false,
  };
  return paymentOutcome({ quote: { status, email, bookedAt, manualRequestedAt }, ...nothing, ...facts });
}

const WAYBILL = "TH4821093753";
const mustPay = "We have kept your booking. Pay the price, and we collect the parcel.";

test.each<[what: string, Of, Partial<PaymentOutcome>]>([
  ["nothing is known yet", {}, { kind: "waiting", canPay: true, sentences: ["Status: pending payment…"] }],
  ["a quote that isn't booked", { status: "quoted", bookedAt: null }, { kind: "waiting", canPay: false }],
  ["its names are erased meanwhile", { email: "" }, { kind: "waiting", canPay: false }],
  ["paid, before its waybill", { status: "payfast_complete" }, { kind: "paid" }],
  [
    "paid, with its waybill",
    { status: "waybill_created", waybillNo: WAYBILL },
    { kind: "booked", waybillNo: WAYBILL, sentences: ["Waybill created — you're all set!"] },
  ],
  [
    "on account, which nobody calls paid",
    { status: "waybill_created", waybillNo: WAYBILL, onAccount: "on_account" },
    {
      kind: "booked",
      sentences: ["Waybill created — you're all set!", "It is on account: there is nothing to pay now."],
    },
  ],
  [
    "taken off its account",
    { status: "waybill_created", waybillNo: WAYBILL, onAccount: "on_account", isTakenOff: true },
    {
      kind: "booked",
      sentences: [
        "Waybill created — you're all set!",
        "Its price was taken off the account: nothing of it is owed any more.",
      ],
    },
  ],
  [
    "on account, and paid since",
    { status: "waybill_created", waybillNo: WAYBILL, onAccount: "paid" },
    { kind: "booked", sentences: ["Waybill created — you're all set!"] },
  ],
  ["a waybill whose payment was taken back", { waybillNo: WAYBILL }, { kind: "waiting", canPay: true }],
  ["failed", { status: "payfast_failed" }, { kind: "failed", sentences: ["Payment failed or was cancelled."] }],
  ["given up at PayFast", { status: "payfast_cancelled" }, { kind: "failed" }],
  ["failed, its names erased", { status: "payfast_failed", email: "" }, { kind: "given_up" }],
  ["given up and tidied away", { status: "cancelled" }, { kind: "given_up" }],
  ["never priced", { status: "error", bookedAt: null }, { kind: "given_up" }],
  [
    "a bank may still pay, whatever became of another attempt",
    { pending: "R 80,62" },
    {
      kind: "at_bank",
      sentences: [
        "Status: pending payment…",
        "PayFast is still working on your payment of R 80,62. A transfer from a bank can take a day or two.",
      ],
    },
  ],
  [
    "a bank may still pay, as an earlier release stored it",
    { status: "payfast_failed", pending: "R 80,62" },
    { kind: "at_bank" },
  ],
  ["a bank may still pay the rest", { part: { sentence: "R50 of R80." }, pending: "R 30" }, { kind: "at_bank" }],
  [
    "given up, and a bank may still pay",
    { status: "cancelled", pending: "R 80,62" },
    { kind: "given_up", sentences: ["Payment failed or was cancelled.", "If your bank still pays, we refund it."] },
  ],
  [
    "a part came",
    { part: { sentence: "R50 of R80." } },
    { kind: "owing", hasFailed: false, sentences: ["R50 of R80."] },
  ],
  ["another amount came", { isOdd: true }, { kind: "owing", hasFailed: false, sentences: [mustPay] }],
  ["a part came, the rest failed", { status: "payfast_failed", isOdd: true }, { kind: "owing", hasFailed: true }],
  ["a price is asked for", { status: "manual", bookedAt: null, manualRequestedAt: on }, { kind: "price_asked" }],
  ["a price was asked for, and paid", { status: "paid", manualRequestedAt: on }, { kind: "paid" }],
  ["a request that was given up", { status: "cancelled", bookedAt: null, manualRequestedAt: on }, { kind: "given_up" }],
  [
    "cancelled, whatever else is true",
    { status: "cancelled", cancellation: ["Cancelled, on 23 November."], waybillNo: WAYBILL, isOdd: true },
    { kind: "cancelled", sentences: ["Cancelled, on 23 November."] },
  ],
])("%s", (_, facts, outcome) => {
  expect(outcomeOf(facts)).toMatchObject(outcome);
});

test("every status has an outcome, and only unpaid ones can be paid", () => {
  const canPay = quoteStatuses.filter((status) => {
    const outcome = outcomeOf({ status });
    expect(outcome.sentences.join("")).not.toBe("");
    return outcome.kind === "failed" || (outcome.kind === "waiting" && outcome.canPay);
  });
  expect(canPay).not.toContain("paid");
  expect(canPay).not.toContain("cancelled");
  expect(canPay).toEqual(expect.arrayContaining(["pending_payment", "payfast_failed", "payfast_cancelled"]));
});
