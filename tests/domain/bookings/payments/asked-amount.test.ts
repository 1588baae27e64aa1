import { expect, test } from "vitest";
import { askedFor } from "#app/domain/bookings/payments/asked-amount";
import type { Payment } from "#app/domain/money/attempts.server";
import type { ReportedPayment } from "#app/domain/money/payfast-notice.server";

const now = new Date("2026-11-20T08:00:00Z");
const yesterday = new Date("2026-11-19T08:00:00Z");
const tomorrow = new Date("2026-11-21T08:00:00Z");

/** What counts as asked for when `cents` arrive for a quote of R 80,62 now. */
function asked(cents: number, older: Partial<Payment>[], status: ReportedPayment["status"] = "COMPLETE", pays = "new") {
  const reported = { amountGrossCents: cents, pfPaymentId: pays, status } as ReportedPayment;
  return askedFor({ grandTotalCents: 8062 }, older as Payment[], reported, "payfast", now);
}

test.each([
  ["today's price when nothing else was asked", [], 8062],
  ["an older price that is held", [{ amountCents: 7500, heldUntil: tomorrow }], 7500],
  ["no older price whose time is over, even this moment", [{ amountCents: 7500, heldUntil: now }], 8062],
  ["an older price that is held without an end", [{ amountCents: 7500, heldUntil: null }], 7500],
  [
    "the expired price that this very payment began with",
    [{ amountCents: 7500, heldUntil: yesterday, pfPaymentId: "new" }],
    7500,
  ],
  [
    "the nearest of several",
    [
      { amountCents: 9000, heldUntil: null },
      { amountCents: 7499, heldUntil: null },
    ],
    7499,
  ],
])("%s", (_, older, cents) => {
  expect(asked(7500, older)).toBe(cents);
});

test("of two that are equally near, today's price counts", () => {
  expect(asked(7562, [{ amountCents: 7062, heldUntil: null }])).toBe(8062);
});

test("a payment that brought no money is compared with every price", () => {
  expect(asked(7500, [{ amountCents: 7500, heldUntil: yesterday }], "CANCELLED")).toBe(7500);
});

test("what staff noted counts for another number of PayFast's, and for no number of staff's", () => {
  const part = { state: "part", pfPaymentId: "noted", paidCents: 5062, amountCents: 8062, heldUntil: now };
  const noted = [{ ...part, notedAt: yesterday, confirmedAt: null }] as Payment[];
  const again = { amountGrossCents: 5062, pfPaymentId: "new", status: "COMPLETE" } as ReportedPayment;
  const askedBy = (word: "payfast" | "staff") => askedFor({ grandTotalCents: 8062 }, noted, again, word, now, 5062);
  expect([askedBy("payfast"), askedBy("staff")]).toEqual([5062, 3000]);
});

test("a quote without a price asks for nothing", () => {
  const reported = { amountGrossCents: 100, pfPaymentId: "new", status: "COMPLETE" } as ReportedPayment;
  expect(askedFor({ grandTotalCents: null }, [], reported, "payfast", now)).toBe(0);
});
