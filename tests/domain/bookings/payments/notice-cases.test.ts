import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { cancelBooking } from "#app/domain/bookings/cancel-booking.server";
import { notePayment } from "#app/domain/bookings/payments/note-payment.server";
import { noteRefund } from "#app/domain/bookings/payments/note-refund.server";
import { alarmRefused, MANY_UNSIGNED } from "#app/domain/bookings/payments/payment-alarms.server";
import { renewPrice } from "#app/domain/bookings/payments/renew-price.server";
import { noteReturn } from "#app/domain/bookings/payments/return-from-payment.server";
import { type SenderChecks, takeNotice } from "#app/domain/bookings/payments/take-notice.server";
import { limits } from "#app/domain/limits/limits";
import { startAttempt } from "#app/domain/money/attempts.server";
import type { Gateway } from "#app/domain/money/gateway.server";
import type { NoticeNames } from "#app/domain/money/payfast-notice.server";
import type { Quote } from "#app/domain/parcels/quotes/quote";
import { quoteById } from "#app/domain/parcels/quotes/saved-quotes.server";
import { anonymiseUnpaid, type EraseBookings } from "#app/domain/people/anonymise.server";
import { eraseBookings } from "#app/domain/people/personal-tables.server";
import { amountFromCents } from "#app/domain/values/money";
import { DAYS } from "#app/durations";
import { paymentNotices } from "#db/schema/payments";
import { quotes } from "#db/schema/quotes";
import { aBooking } from "../../../support/a-booking";
import { officeForEachTest } from "../../../support/an-office";
import { aNotice, sandboxAccount } from "../../../support/payfast-stand-in";

/** Each case checks the money, the rows, the emails and what staff see. */
const monday = new Date("2026-11-16T08:00:00Z");
const later = (ms: number) => new Date(monday.getTime() + ms);

const office = officeForEachTest();
let booking: Quote;
let price: number;
beforeEach(async () => {
  booking = await aBooking(office.store, monday);
  price = booking.grandTotalCents ?? 0;
});

const confirmed = ["booked", "booking-confirmed"];
const paid = { status: "waybill_created", waybills: 1, emails: confirmed };
const unpaid = { status: "pending_payment", waybills: 0, received: [], emails: [] };
const nothing = { refused: [], toRefund: [], alarms: 0 };

const fromAllTables: EraseBookings = (tx, quoteIds) => eraseBookings(tx, quoteIds, "kept long enough");

describe("a payment is settled once", () => {
  test.each([1, 3])("received %i times, one after the other", async (times) => {
    for (let n = 0; n < times; n += 1) await receive({});
    expect(await books()).toEqual({ ...paid, ...nothing, received: [price] });
  });

  test("received twelve times at once", async () => {
    await Promise.all(Array.from({ length: 12 }, () => receive({})));
    expect(await books()).toEqual({ ...paid, ...nothing, received: [price] });
  });

  const words = ["COMPLETE", "FAILED", "PENDING", "CANCELLED"];
  test.each(everyOrderOf(words))("received %s, %s, %s, %s", async (...order) => {
    for (const word of order) await receive({ payment_status: word });
    expect(await books()).toEqual({ ...paid, ...nothing, received: [price] });
  });

  test("45 days late", async () => {
    await receive({}, {}, later(45 * DAYS));
    expect(await books()).toEqual({ ...paid, ...nothing, received: [price] });
  });

  test.each(["before", "after"])("%s the customer returns", async (when) => {
    await receive({ payment_status: "FAILED", pf_payment_id: "1" });
    const comeBack = () => noteReturn(office.store, booking.id, 1, "sandbox", monday);
    if (when === "after") await comeBack();
    await receive({ pf_payment_id: "2" });
    if (when === "before") await comeBack();
    expect(await books()).toEqual({ ...paid, ...nothing, received: [price] });
  });

  test.each([-1, 1])("off by the cent of rounding that PayFast allows: %i", async (cents) => {
    await receive({ amount_gross: amountFromCents(price + cents) });
    expect(await books()).toEqual({ ...paid, ...nothing, received: [price + cents] });
  });

  test("after its price expired, while no other replaced it", async () => {
    await receive({}, {}, later(30 * DAYS));
    expect(await books()).toEqual({ ...paid, ...nothing, received: [price] });
  });

  test("with unknown fields, in another order, and %E9 for é", async () => {
    const signed = { zeta: "1", alpha: "José", merchant_id: sandboxAccount.merchantId };
    await receive(signed);
    expect(await books()).toEqual({ ...paid, ...nothing, received: [price] });
  });
});

test("two payments of the rest at once: the second is asked for again, and then refused and listed", async () => {
  const rest = amountFromCents(price - 30_00);
  const found = { pfPaymentId: "1", amountCents: 30_00, feeCents: null, as: "part" as const };
  const site = { mode: "sandbox" as const, appUrl: "http://thuma.example" };
  await office.store.tx((tx) => notePayment(tx, booking.id, found, site, monday));
  const second = (confirm: SenderChecks["confirm"]) => receive({ pf_payment_id: "3", amount_gross: rest }, { confirm });
  const overtaken = second(async () => {
    expect(await receive({ pf_payment_id: "2", amount_gross: rest })).toEqual({ kind: "settled" });
    return "valid";
  });
  expect(await overtaken).toEqual({ kind: "ask_again" });
  expect(await second(async () => "valid")).toMatchObject({ kind: "refused" });
  expect(await books()).toMatchObject({
    status: "waybill_created",
    waybills: 1,
    refused: [{ amount_rand: Number(rest) }],
  });
});

describe("money that we must refund is reported to staff, and the customer is told", () => {
  const owed = (why: string) => ({ refused: [], alarms: 0, toRefund: [{ why, refund_rand: price / 100 }] });

  test("paid twice", async () => {
    await receive({ pf_payment_id: "1" });
    await receive({ pf_payment_id: "2" });
    const emails = [...confirmed, "money-to-pay-back"];
    expect(await books()).toEqual({ ...paid, ...owed("Paid twice"), received: [price, price], emails });
  });

  test("cancelled by us, and paid anyway", async () => {
    await office.store.tx((tx) => cancelBooking(tx, booking.id, "The road is flooded.", monday));
    await receive({});
    const emails = ["booking-cancelled", "money-to-pay-back"];
    expect(await books()).toEqual({
      ...owed("Booking cancelled"),
      ...{ status: "cancelled", waybills: 0, received: [price], emails },
    });
  });

  test("its names were deleted with the account", async () => {
    await office.store.tx((tx) => tx.update(quotes).set({ email: "" }).where(eq(quotes.id, booking.id)));
    await receive({});
    expect(await books()).toEqual({
      ...owed("Names deleted: nobody to collect from"),
      ...{ status: "pending_payment", waybills: 0, received: [price], emails: [] },
    });
    expect((await office.store.read.select().from(paymentNotices))[0]?.body).not.toContain("amount_gross");
  });

  test("its names were removed because it was not paid for 90 days", async () => {
    const now = later(91 * DAYS);
    expect(await office.store.tx((tx) => anonymiseUnpaid(tx, now, 10, now, fromAllTables))).toBe(1);
    await receive({}, {}, now);
    expect(await books()).toEqual({
      ...owed("Names deleted: nobody to collect from"),
      ...{ status: "cancelled", waybills: 0, received: [price], emails: [] },
    });
  });

  test("repeated after its refund, nothing is owed twice", async () => {
    await receive({ pf_payment_id: "1" });
    await receive({ pf_payment_id: "2" });
    const refund = { reference: "R1", amountCents: price, goodwill: false };
    await office.store.tx((tx) => noteRefund(tx, booking.id, refund, monday));
    await receive({ pf_payment_id: "2" });
    const emails = [...confirmed, "money-to-pay-back", "refund-paid"];
    expect(await books()).toEqual({ ...paid, ...nothing, received: [price, price], emails });
  });
});

describe("a signed notice that is refused is reported to staff, with its order, amount and reason", () => {
  const refusals: [what: string, fields: Record<string, string>, reason: string, amount?: number | null][] = [
    ["an unknown status", { payment_status: "PAID" }, "payment_status is not one that we know."],
    ["a merchant who isn't us", { merchant_id: "10000101" }, "The notice is for another merchant."],
    ["two cents less", { amount_gross: "less" }, "The amount is not the one that was asked for."],
    ["two cents more", { amount_gross: "more" }, "The amount is not the one that was asked for."],
    ["a comma in the amount", { amount_gross: "80,62" }, "amount_gross is not an amount.", null],
    ["three decimals", { amount_gross: "80.620" }, "amount_gross is not an amount.", 80.62],
    ["a currency in the amount", { amount_gross: "R80.62" }, "amount_gross is not an amount.", null],
    ["no payment number", { pf_payment_id: "" }, "The notice names no payment (pf_payment_id)."],
    ["another order in custom_str1", { custom_str1: "another" }, "The notice is for another quote."],
  ];
  test.each(refusals)("%s", async (_, fields, why, amount) => {
    const off = { less: price - 2, more: price + 2 }[fields.amount_gross ?? ""];
    const sent = { ...fields, ...(off ? { amount_gross: amountFromCents(off) } : {}) };
    for (let n = 0; n < 3; n += 1) expect(await receive(sent)).toMatchObject({ kind: "refused", why });
    const paid = amount === undefined ? (off ?? price) / 100 : amount;
    const told = amount === null ? `${why}: ${fields.amount_gross}` : why;
    expect(await books()).toEqual({ ...unpaid, ...refusedAs(told, 3, paid) });
  });

  test("a sender who isn't PayFast", async () => {
    await receive({}, { isSender: () => false });
    expect(await books()).toEqual({ ...unpaid, ...refusedAs("The sender's address is not one of PayFast's.") });
  });

  test("PayFast doesn't confirm it", async () => {
    await receive({}, { confirm: async () => "invalid" });
    expect(await books()).toEqual({ ...unpaid, ...refusedAs("PayFast did not send this notice.") });
  });

  test("PayFast can't be asked: it is listed until it comes again, without an alarm", async () => {
    await receive({}, { confirm: async () => "unanswered" });
    const listed = refusedAs("PayFast did not confirm it in time.");
    expect(await books()).toEqual({ ...unpaid, ...listed, alarms: 0 });
    await receive({});
    expect(await books()).toEqual({ ...paid, ...nothing, received: [price] });
  });

  test("an unknown order", async () => {
    await receive({ m_payment_id: "nobodys", custom_str1: "nobodys" });
    const reason = "There is no such booking.";
    expect(await books()).toEqual({ ...unpaid, ...nothing, refused: [row({ quote_no: null, reason })], alarms: 1 });
  });

  test("one payment number for two orders at once: the later one is given up halfway, and refused when it comes again", async () => {
    const other = await aBooking(office.store, monday);
    const confirm = async () => {
      await receive({ m_payment_id: other.id, custom_str1: other.id });
      return "valid" as const;
    };
    expect(await receive({}, { confirm })).toEqual({ kind: "ask_again" });
    expect(await books()).toMatchObject({ status: "pending_payment", waybills: 1 });
    expect(await receive({})).toEqual({ kind: "refused", why: "This payment was made for another quote." });
  });

  test("one payment number for two orders", async () => {
    const other = await aBooking(office.store, monday);
    await receive({});
    await receive({ m_payment_id: other.id, custom_str1: other.id });
    const reason = "This payment was made for another quote.";
    const what_to_do = "Nothing: this payment has been settled since";
    expect(await books()).toEqual({
      ...{ ...paid, ...nothing, received: [price], alarms: 1 },
      refused: [row({ quote_no: other.quoteNo, reason, what_to_do })],
    });
  });

  test("a price that was replaced can be paid while it is held, not after", async () => {
    const dearer = price + 10_00;
    const renew = (at: Date) =>
      office.store.tx(async (tx) => {
        const heldUntil = await renewPrice(tx, booking.id, { ...booking, grandTotalCents: dearer }, at);
        await startAttempt(tx, { quoteId: booking.id, amountCents: dearer, mode: "sandbox", heldUntil }, at);
      });
    await renew(later(1 * DAYS));
    await receive({}, {}, later(8 * DAYS));
    expect(await books()).toEqual({ ...unpaid, ...refusedAs("The amount is not the one that was asked for.") });
    await receive({}, {}, later(6 * DAYS));
    expect(await books()).toMatchObject({ ...paid, received: [price] });
  });
});

describe("staff are told by email", () => {
  test("once for each payment, up to a daily limit", async () => {
    for (let n = 0; n < 30; n += 1) {
      await receive({ amount_gross: "1.00", pf_payment_id: `${n}` });
      await receive({ amount_gross: "1.00", pf_payment_id: `${n}` });
    }
    expect((await books()).alarms).toBe(limits.paymentAlarms.points);
    await receive({ amount_gross: "1.00", pf_payment_id: "40" }, {}, later(1 * DAYS));
    expect((await books()).alarms).toBe(limits.paymentAlarms.points + 1);
    const [email] = office.staff<{ words: string; to_address: string }>(
      "SELECT subject || text_body AS words, to_address FROM outgoing_mails",
    );
    for (const fact of [booking.quoteNo, "1.00", "The amount is not the one that was asked for."])
      expect(email?.words).toContain(fact);
  });

  test("of a day, but not of one that a clock which was ahead has shown", async () => {
    const alarm = (pfPaymentId: string, now: Date) => {
      const names = { quoteId: "theirs", pfPaymentId, amount: null };
      return office.store.tx((tx) => alarmRefused(tx, { names, reason: "Forged" }, now));
    };
    for (let n = 0; n <= limits.paymentAlarms.points; n += 1) await alarm(`ahead ${n}`, later(DAYS));
    await alarm("today", monday);
    const keys = office.staff<{ key: string }>("SELECT letter_key AS key FROM outgoing_mails");
    expect(keys.map(({ key }) => key)).toContain("payment-refused:theirs:today");
    expect(keys).toHaveLength(limits.paymentAlarms.points + 1);
  });

  test("of an order that isn't ours, or of none, with what the notice says of it", async () => {
    const alarm = (names: Partial<NoticeNames>) =>
      office.store.tx((tx) =>
        alarmRefused(
          tx,
          { names: { quoteId: null, pfPaymentId: null, amount: null, ...names }, reason: "Forged" },
          monday,
        ),
      );
    await alarm({ quoteId: "theirs", pfPaymentId: "77", amount: "1.00" });
    await alarm({});
    const emails = office.staff<{ key: string; subject: string; text: string }>(
      "SELECT letter_key AS key, subject, text_body AS text FROM outgoing_mails ORDER BY letter_key",
    );
    expect(emails.map(({ key, subject }) => [key, subject])).toEqual([
      ["payment-refused::", "Payment notice refused: unknown order"],
      ["payment-refused:theirs:77", "Payment notice refused: unknown order"],
    ]);
    expect(emails.map(({ text }) => text.split("\n\n")[2])).toEqual([
      [
        "Quote number:    none of ours (not said)",
        "PayFast payment: not said",
        "Amount:          not said",
        "Why not:         Forged",
      ].join("\n"),
      [
        "Quote number:    none of ours (theirs)",
        "PayFast payment: 77",
        "Amount:          1.00",
        "Why not:         Forged",
      ].join("\n"),
    ]);
  });

  test("when many notices for our orders aren't signed with our passphrase: one email a day, and all are listed", async () => {
    const forged = () => receive({}, {}, monday, { ...sandboxAccount, passphrase: "changed" });
    for (let n = 1; n < MANY_UNSIGNED; n += 1) await forged();
    expect(await books()).toEqual({ ...unpaid, ...nothing });
    for (let n = 0; n < 3; n += 1) await forged();
    const reason = "The signature does not match.";
    const what_to_do = "Compare the passphrase with PayFast's, and look the payment up there";
    expect(await books()).toEqual({
      ...{ ...unpaid, ...nothing, alarms: 1 },
      refused: [row({ reason, what_to_do, times_sent: MANY_UNSIGNED + 2 })],
    });
  });

  test("unsigned notices that name no order of ours raise no alarm", async () => {
    const forged = { ...sandboxAccount, passphrase: "changed" };
    for (let n = 0; n < 50; n += 1) await receive({ m_payment_id: `made-up-${n}` }, {}, monday, forged);
    expect(await books()).toEqual({ ...unpaid, ...nothing });
  });
});

function refusedAs(reason: string, times_sent = 1, amount_rand: number | null = price / 100) {
  return { toRefund: [], refused: [row({ reason, times_sent, amount_rand })], alarms: 1 };
}

function row(shown: Record<string, unknown>) {
  return {
    quote_no: booking.quoteNo,
    amount_rand: price / 100,
    what_to_do: "Look it up at PayFast; if the money arrived: note payment",
    times_sent: 1,
    ...shown,
  };
}

/** The money, the rows, the emails, and what staff see. */
async function books() {
  const keys = office.staff<{ key: string; to_address: string }>(
    "SELECT letter_key AS key, to_address FROM outgoing_mails ORDER BY letter_key",
  );
  const occasion = ({ key }: { key: string }) => key.split(":")[0] ?? "";
  const isAlarm = (email: { key: string }) => ["payment-refused", "payments-unsigned"].includes(occasion(email));
  return {
    status: (await quoteById(office.store.read, booking.id))?.status,
    waybills: office.staff("SELECT 1 FROM waybills").length,
    received: office
      .staff<{ cents: number }>("SELECT CAST(round(paid_rand * 100) AS INTEGER) AS cents FROM staff_payments_received")
      .map(({ cents }) => cents),
    toRefund: office.staff("SELECT why, refund_rand FROM staff_payments_to_refund"),
    refused: office.staff("SELECT quote_no, amount_rand, reason, what_to_do, times_sent FROM staff_payments_refused"),
    emails: keys.filter((email) => !isAlarm(email)).map(occasion),
    alarms: keys.filter(isAlarm).length,
  };
}

function receive(
  fields: Record<string, string>,
  senderChecks: Partial<SenderChecks> = {},
  at = monday,
  account: Pick<Gateway, "merchantId" | "passphrase"> = sandboxAccount,
) {
  const trusting: SenderChecks = { isSender: () => true, confirm: async () => "valid" };
  const received = { body: aNotice(booking, fields, account), clientAddress: "197.97.145.145", network: "a network" };
  return takeNotice(
    office.store,
    sandboxAccount,
    { ...trusting, ...senderChecks },
    received,
    "http://thuma.example",
    at,
  );
}

function everyOrderOf(words: string[]): string[][] {
  if (words.length < 2) return [words];
  return words.flatMap((first) => everyOrderOf(words.filter((word) => word !== first)).map((rest) => [first, ...rest]));
}
