import { expect, test } from "vitest";
import { type OrderState, type OrderVisit, orderState } from "#app/domain/bookings/payments/order-state";
import type { OrderPriceToday } from "#app/domain/bookings/payments/order-to-pay.server";

type Booking = Parameters<typeof orderState>[0]["bookings"][number];
const agreed = { status: "pending_payment", termsVersion: "2026-11-23" };
const unpaid: Booking = { state: "unpaid", quote: agreed };
const paid: Booking = { state: "paid", quote: { ...agreed, status: "waybill_created" } };
const cancelled: Booking = { state: "cancelled", quote: { ...agreed, status: "cancelled" } };
const failed: Booking = { state: "unpaid", quote: { ...agreed, status: "payfast_failed" } };
const booked: Booking = { state: "unpaid", quote: { ...agreed, termsVersion: null } };
const changed: OrderPriceToday = { kind: "changed", todayCents: 90_00 };
type Of = { answered?: number; isPending?: boolean; today?: OrderPriceToday; visit?: Partial<OrderVisit> };

test.each<[what: string, Booking[], Of, OrderState]>([
  ["all are paid", [paid, paid], {}, { kind: "paid" }],
  ["one is paid, the other cancelled", [cancelled, paid], { visit: { answered: 0 } }, { kind: "paid" }],
  ["all are cancelled", [cancelled], { isPending: true }, { kind: "cancelled" }],
  ["back from paying", [unpaid], { visit: { answered: 0 } }, { kind: "waiting" }],
  [
    "back, and a bank may still pay another attempt",
    [unpaid],
    { visit: { answered: 0 }, isPending: true },
    { kind: "at_bank" },
  ],
  [
    "a bank may still pay, and they gave up another attempt",
    [failed],
    { isPending: true, visit: { paysAgain: true, gaveUp: true } },
    toPay(false),
  ],
  ["back, and the payment was answered", [unpaid], { visit: { answered: 0 }, answered: 1 }, toPay(false)],
  ["a payment is pending", [unpaid], { isPending: true, today: changed }, { kind: "at_bank" }],
  ["pending, and they pay all the same", [unpaid], { isPending: true, visit: { paysAgain: true } }, toPay(false)],
  ["nobody knows the price", [unpaid], { today: { kind: "unknown" } }, { kind: "unpriced" }],
  [
    "it costs another price today",
    [booked],
    { today: changed },
    { kind: "new_price", todayCents: 90_00, hasFailed: false },
  ],
  ["the office booked them", [unpaid, booked], {}, { kind: "terms", hasFailed: false }],
  ["they came for the first time", [unpaid, paid], {}, toPay(false)],
  ["one failed", [unpaid, failed], {}, toPay(true)],
  ["they gave up at PayFast", [unpaid], { visit: { gaveUp: true } }, toPay(true)],
])("%s", (_, bookings, { answered = 0, isPending = false, today = { kind: "holds" }, visit }, state) => {
  const first = { answered: null, paysAgain: false, gaveUp: false };
  expect(orderState({ bookings, answered, isPending }, today, { ...first, ...visit })).toEqual(state);
});

function toPay(hasFailed: boolean): OrderState {
  return { kind: "to_pay", hasFailed };
}
