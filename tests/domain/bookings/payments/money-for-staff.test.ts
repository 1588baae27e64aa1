import { expect, test } from "vitest";
import { bookingAfterPayment } from "#app/domain/bookings/booking-after-payment.server";
import { cancelBooking } from "#app/domain/bookings/cancel-booking.server";
import { replaceBooking } from "#app/domain/bookings/change-booking.server";
import { noteReturn } from "#app/domain/bookings/payments/return-from-payment.server";
import { type SenderChecks, takeNotice } from "#app/domain/bookings/payments/take-notice.server";
import { issueWaybill, waybillOfQuote } from "#app/domain/parcels/issue-waybill.server";
import type { Quote } from "#app/domain/parcels/quotes/quote";
import { quoteById } from "#app/domain/parcels/quotes/saved-quotes.server";
import { MINUTES } from "#app/durations";
import type { Store } from "#db/store.server";
import { aBooking } from "../../../support/a-booking";
import { anOffice } from "../../../support/an-office";
import { type NoticeContent, noticeBody, sandboxAccount } from "../../../support/payfast-stand-in";

test("two payments for one booking: one waybill, and staff see the second one to refund", async () => {
  const { store, staff } = await anOffice();
  const booking = await aBooking(store);
  expect(await tell(store, booking, { pfPaymentId: "1" })).toEqual({ kind: "settled" });
  expect(await tell(store, booking, { pfPaymentId: "2" })).toEqual({ kind: "settled" });
  expect(await tell(store, booking, { pfPaymentId: "2" })).toEqual({ kind: "settled" });

  expect(staff("SELECT waybill_no FROM waybills")).toHaveLength(1);
  expect(staff("SELECT quote_no, payfast_payment, refund_rand FROM staff_payments_to_refund")).toEqual([
    { quote_no: booking.quoteNo, payfast_payment: "2", refund_rand: (booking.grandTotalCents ?? 0) / 100 },
  ]);
  expect(
    staff("SELECT replace(letter_key, waybills.quote_id, '') AS occasion FROM outgoing_mails, waybills ORDER BY 1"),
  ).toEqual([
    { occasion: "booked::receiver" },
    { occasion: "booking-confirmed:" },
    { occasion: "money-to-pay-back::2" },
  ]);
});

test("money for a booking that staff had cancelled is listed as received, and described as such", async () => {
  const { store, staff } = await anOffice();
  const [early, late] = [await aBooking(store), await aBooking(store)];
  const cancel = ({ id }: Quote) => store.tx((tx) => cancelBooking(tx, id, "We can't come.", new Date()));
  await cancel(early);
  await tell(store, early, { pfPaymentId: "1" });
  await tell(store, late, { pfPaymentId: "2" });
  await cancel(late);
  await tell(store, late, { pfPaymentId: "3" });
  const came = (what: string) => staff(`SELECT ${what} ORDER BY payfast_payment`);
  expect(came("payfast_payment, status FROM staff_payments_received")).toEqual([
    { payfast_payment: "1", status: "Paid after it was cancelled" },
    { payfast_payment: "2", status: "Paid" },
    { payfast_payment: "3", status: "Paid a second time" },
  ]);
  expect(came("payfast_payment, why FROM staff_payments_to_refund")).toEqual([
    { payfast_payment: "1", why: "Booking cancelled" },
    { payfast_payment: "2", why: "Booking cancelled" },
    { payfast_payment: "3", why: "Paid twice" },
  ]);
});

test("money for a booking that its customer replaced is accepted", async () => {
  const { store } = await anOffice();
  const booking = await aBooking(store);
  await replaceBooking(store, booking.draftId, new Date());
  expect(await tell(store, booking, { status: "FAILED", pfPaymentId: "1" })).toEqual({ kind: "settled" });
  expect((await quoteById(store.read, booking.id))?.status).toBe("cancelled");
  await tell(store, booking, { pfPaymentId: "2" });
  expect((await quoteById(store.read, booking.id))?.status).toBe("waybill_created");
  expect(await waybillOfQuote(store.read, booking.id)).not.toBeNull();
});

test("money that arrives after its price has expired is accepted", async () => {
  const { store } = await anOffice();
  const booking = await aBooking(store, new Date(Date.now() - 30 * 24 * 60 * MINUTES));
  await tell(store, booking, {});
  expect(await waybillOfQuote(store.read, booking.id)).not.toBeNull();
});

test("a payment without an answer for half an hour is listed until it is answered", async () => {
  const { store, staff } = await anOffice();
  const back = (minutes: number, { id }: Quote) =>
    noteReturn(store, id, 0, "sandbox", new Date(Date.now() - minutes * MINUTES));
  const [old, lately] = [await aBooking(store, new Date(Date.now() - 60 * MINUTES)), await aBooking(store)];
  const listed = () => staff("SELECT quote_no, status, minutes_waiting FROM staff_payments_unanswered");
  await back(45, old);
  // Whoever opens that page again was at PayFast no later for it.
  await back(1, old);
  await back(5, lately);
  expect(listed()).toEqual([{ quote_no: old.quoteNo, status: "Was at PayFast, nothing heard", minutes_waiting: 45 }]);

  await tell(store, old, { status: "PENDING" });
  expect(listed()).toMatchObject([{ quote_no: old.quoteNo, status: "Pending at PayFast" }]);
  expect((await bookingAfterPayment(store.read, old.id, new Date()))?.outcome.kind).toBe("at_bank");

  await tell(store, old, {});
  expect(listed()).toEqual([]);
});

test("a signed notice that we refuse is reported to staff with its reason; a forged one isn't", async () => {
  const { store, staff } = await anOffice();
  const booking = await aBooking(store);
  await tell(store, booking, { cents: 1 });
  await tell(store, booking, { cents: 1 });
  await tell(store, booking, { passphrase: "guessed" });
  await tell(store, booking, { quoteId: "nobody's" });
  expect(staff("SELECT order_named, quote_no, reason, times_sent FROM staff_payments_refused ORDER BY reason")).toEqual(
    [
      {
        order_named: booking.id,
        quote_no: booking.quoteNo,
        reason: "The amount is not the one that was asked for.",
        times_sent: 2,
      },
      { order_named: "nobody's", quote_no: null, reason: "There is no such booking.", times_sent: 1 },
    ],
  );
  expect(staff("SELECT count(*) AS kept FROM payment_notices WHERE outcome = 'refused'")).toEqual([{ kept: 4 }]);
});

test("one payment pays for one booking, whichever it names", async () => {
  const { store } = await anOffice();
  const [one, other] = [await aBooking(store), await aBooking(store)];
  await tell(store, one, { pfPaymentId: "7" });
  expect(await tell(store, other, { pfPaymentId: "7" })).toMatchObject({ kind: "refused" });
  expect(await waybillOfQuote(store.read, other.id)).toBeNull();
});

test("a late FAILED changes neither the amount nor the fee received", async () => {
  const { store, staff } = await anOffice();
  const booking = await aBooking(store);
  await tell(store, booking, {});
  const books = () => staff("SELECT state, paid_cents, fee_cents FROM payments");
  const before = books();
  await tell(store, booking, { status: "FAILED" });
  expect(books()).toEqual(before);
  expect(before).toMatchObject([{ state: "complete", fee_cents: expect.any(Number) }]);
});

test("a notice that PayFast can't confirm now is stored, changes nothing, and is accepted when it comes again", async () => {
  const { store, staff } = await anOffice();
  const booking = await aBooking(store);
  expect(await tell(store, booking, {}, "unanswered")).toEqual({ kind: "ask_again" });
  expect(staff("SELECT outcome FROM payment_notices")).toEqual([{ outcome: "ask_again" }]);
  expect(await tell(store, booking, {}, "invalid")).toMatchObject({ kind: "refused" });
  expect(await waybillOfQuote(store.read, booking.id)).toBeNull();
  expect(await tell(store, booking, {}, "valid")).toEqual({ kind: "settled" });
  expect(await waybillOfQuote(store.read, booking.id)).not.toBeNull();
});

test("coming back twice from the second attempt opens one more attempt, not two", async () => {
  const { store, staff } = await anOffice();
  const booking = await aBooking(store);
  await tell(store, booking, { status: "CANCELLED", pfPaymentId: "1" });
  await noteReturn(store, booking.id, 1, "sandbox", new Date());
  await tell(store, booking, { status: "FAILED", pfPaymentId: "1" });
  await noteReturn(store, booking.id, 1, "sandbox", new Date());
  expect(staff("SELECT state FROM payments ORDER BY state")).toEqual([{ state: "failed" }, { state: "started" }]);
});

test("a booking has one waybill, however often it is issued", async () => {
  const { store, staff } = await anOffice();
  const booking = await aBooking(store);
  const issue = () => store.tx((tx) => issueWaybill(tx, booking.id, new Date()));
  const [first, second] = [await issue(), await issue()];
  expect(second).toEqual(first);
  expect(staff("SELECT waybill_no FROM waybills")).toEqual([{ waybill_no: first.waybillNo }]);
});

function tell(
  store: Store,
  booking: Quote,
  changes: Partial<NoticeContent>,
  word: Awaited<ReturnType<SenderChecks["confirm"]>> = "valid",
) {
  const body = noticeBody({ quoteId: booking.id, cents: booking.grandTotalCents ?? 0, ...changes });
  const senderChecks: SenderChecks = { isSender: () => true, confirm: async () => word };
  return takeNotice(store, sandboxAccount, senderChecks, { body, clientAddress: "127.0.0.1" }, "http://x", new Date());
}
