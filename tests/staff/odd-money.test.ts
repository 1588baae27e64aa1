import { writeFileSync } from "node:fs";
import path from "node:path";
import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { agreeToPrice } from "#app/domain/bookings/payments/renew-price.server";
import { moneyFor, owedBack } from "#app/domain/money/refunds.server";
import { workOutPrice } from "#app/domain/parcels/quotes/price-draft.server";
import type { Quote } from "#app/domain/parcels/quotes/quote";
import { spokenWaybillNumber } from "#app/domain/parcels/waybill-number";
import { embeddedPricing } from "#app/domain/prices/embedded.server";
import { amountFromCents } from "#app/domain/values/money";
import { DAYS, MINUTES } from "#app/durations";
import { boxes } from "#db/schema/pricing";
import { aDesk, deskForEachTest } from "../support/a-desk";
import { bookedTogether, sumOf } from "../support/a-list";
import { type Line, transactionCsv } from "../support/a-transaction-list";
import { ago, officeForEachTest } from "../support/an-office";

const office = officeForEachTest();
const desk = deskForEachTest(office);

describe("a mistyped number", () => {
  test("is replaced by the notice's: nothing is owed, the desk is told, and a list clears it", async () => {
    const booked = await office.booked();
    await note(booked, "7777777");
    await office.tell(booked, { pfPaymentId: "1089999" });
    expect(received()).toEqual([{ payfast_payment: "1089999", status: "Paid", paid_rand: 80.62 }]);
    expect(rows("staff_payments_to_refund")).toEqual([]);
    expect(subjects("payment-number")).toEqual([`PayFast has another number for a payment: quote ${booked.quoteNo}`]);
    expect(subjects("money-to-pay-back")).toEqual([]);
    expect(rows("waybills")).toHaveLength(1);
    expect(await work("Payment number to check")).toMatchObject({ how_many: 1, first_ones: booked.quoteNo });

    await reconcile([line(booked, "1089999")]);
    expect(await work("Payment number to check")).toMatchObject({ how_many: 0 });
  });

  test("that PayFast has told of is no slip: what comes then is a second payment, and the customer is told at once", async () => {
    const booked = await office.booked();
    await office.tell(booked, { pfPaymentId: "7777777", cents: 1 });
    await note(booked, "7777777");
    await office.tell(booked, { pfPaymentId: "1089999" });
    expect(rows("staff_payments_to_refund")).toMatchObject([{ payfast_payment: "1089999", why: "Paid twice" }]);
    expect(dueNow("money-to-pay-back")).toBe(1);
  });

  test("for a list of parcels: each share gets the notice's number, and another amount is refused", async () => {
    const { booked, orderId } = await bookedTogether(office, "nomsa@example.com", ago(5 * MINUTES));
    const [first] = booked;
    const whole = amountFromCents(sumOf(booked));
    await ask("note", "payment", first?.quoteNo ?? "", "--payfast", "7777777", "--amount", whole);
    const order = { ...(first as Quote), id: orderId };
    expect(await office.tell(order, { pfPaymentId: "1089999", cents: sumOf(booked) - 2 })).toMatchObject({
      kind: "refused",
    });
    expect(subjects("payment-refused")).toHaveLength(1);
    await office.tell(order, { pfPaymentId: "1089999", cents: sumOf(booked) });
    expect(received().map(({ payfast_payment, status }) => [payfast_payment, status])).toEqual([
      ["1089999", "Paid"],
      ["1089999", "Paid"],
    ]);
    expect(rows("staff_payments_to_refund")).toEqual([]);
    expect(subjects("payment-number")).toHaveLength(1);
    expect(subjects("money-to-pay-back")).toEqual([]);
  });

  test("of another booking is refused, and that booking is named", async () => {
    const [paid, other] = [await office.booked(), await office.booked()];
    await office.tell(paid, { pfPaymentId: "1089999" });
    await office.tell(other, { pfPaymentId: "1089998", cents: 1 });
    expect(await ask("note", "payment", other.quoteNo, "--payfast", "1089999", "--amount", "80,62")).toMatchObject({
      why: [expect.stringContaining(paid.quoteNo)],
    });
    const third = await office.booked();
    expect(await ask("note", "payment", third.quoteNo, "--payfast", "1089998", "--amount", "80,62")).toMatchObject({
      why: [expect.stringContaining(other.quoteNo)],
    });
  });

  test("can be taken back: the booking is unpaid, the invoice credited, the waybill withdrawn, and both are told", async () => {
    const booked = await office.booked();
    await note(booked, "7777777");
    await office.postman(new Date());
    const [parcel] = office.staff<{ waybill_no: string }>("SELECT waybill_no FROM staff_bookings");
    expect(await ask("undo", "payment", booked.quoteNo)).toMatchObject({ kind: "done" });
    expect(office.staff("SELECT status FROM staff_open_quotes")).toEqual([{ status: "Booked, not paid" }]);
    expect(rows("staff_bookings")).toEqual([]);
    expect(rows("staff_collections")).toEqual([]);
    expect(office.staff("SELECT sum(received_rand) - sum(paid_back_rand) AS rand FROM staff_revenue")).toEqual([
      { rand: 0 },
    ]);
    expect(office.staff("SELECT last_event FROM waybills")).toEqual([{ last_event: "cancelled" }]);
    const waybill = spokenWaybillNumber(parcel?.waybill_no ?? "");
    expect(subjects("payment-undone")).toEqual([`We made a mistake with a payment: waybill ${waybill}`]);
    expect(subjects("cancelled")).toEqual([expect.stringContaining("The parcel for you is not booked yet")]);
    expect(office.staff("SELECT who, action FROM staff_history ORDER BY done_at DESC, action DESC")).toContainEqual({
      who: "Zanele",
      action: "undid payment",
    });
    expect(await ask("undo", "payment", booked.quoteNo)).toMatchObject({ kind: "refused" });

    // The real payment comes: the same waybill is valid again, and both are told again.
    await office.tell(booked, { pfPaymentId: "1089999" });
    expect(office.staff("SELECT waybill_no, status FROM staff_bookings")).toEqual([
      { waybill_no: parcel?.waybill_no, status: "Paid, to be collected" },
    ]);
    expect(subjects("booking-confirmed")).toHaveLength(1);
    expect(subjects("booked")).toHaveLength(1);
  });

  test("can be taken back after a visit that came to nothing; what was reported of it is no work any more", async () => {
    const booked = await office.booked();
    await note(booked, "7777777");
    const [parcel] = office.staff<{ no: string }>("SELECT waybill_no AS no FROM waybills");
    await ask("mark", "failed-collection", parcel?.no ?? "");
    expect(await ask("undo", "payment", booked.quoteNo)).toMatchObject({ kind: "done" });
    expect(await work("Collection failed")).toMatchObject({ how_many: 0 });
  });

  test("can't be taken back once the parcel is collected, money was refunded, or PayFast has told of it", async () => {
    const [collected, refunded, told] = [await office.booked(), await office.booked(), await office.booked()];
    for (const [at, booked] of [collected, refunded, told].entries()) await note(booked, `777777${at}`);
    const waybill = office.staff<{ waybill_no: string }>(
      `SELECT waybill_no FROM waybills WHERE quote_id = '${collected.id}'`,
    );
    await ask("mark", "collected", waybill[0]?.waybill_no ?? "");
    await ask("note", "refund", refunded.quoteNo, "10,00", "--reference", "2211331", "--goodwill");
    await office.tell(told, { pfPaymentId: "7777772" });
    for (const [booked, why] of [
      [collected, "collected"],
      [refunded, "refunded since"],
      [told, "PayFast itself has told us"],
    ] as const)
      expect(await ask("undo", "payment", booked.quoteNo)).toMatchObject({
        kind: "refused",
        why: [expect.stringContaining(why)],
      });
    expect(await ask("undo", "refund", refunded.quoteNo)).toMatchObject({ kind: "done" });
    expect(await ask("undo", "payment", refunded.quoteNo)).toMatchObject({ kind: "done" });
  });
});

describe("a booking that is paid already", () => {
  test("is refused unless the customer has really paid again; they are told after a day, or when a list has it", async () => {
    const { quote } = await office.paid();
    const again = ["note", "payment", quote.quoteNo, "--payfast", "7777777", "--amount", "80,62"];
    expect(await ask(...again)).toMatchObject({ kind: "refused", why: [expect.stringContaining("--again")] });
    expect(rows("staff_payments_to_refund")).toEqual([]);
    expect(await ask(...again, "--again")).toMatchObject({ kind: "done" });
    expect(rows("staff_payments_to_refund")).toHaveLength(1);
    expect(subjects("money-to-pay-back")).toHaveLength(1);
    expect(dueNow("money-to-pay-back")).toBe(0);
    // The post takes it to nobody before then.
    const reached = async (at: Date) => {
      await office.postman(at);
      return office.staff("SELECT 1 FROM outgoing_mails WHERE letter_key LIKE 'money-to-pay-back:%' AND state = 'sent'")
        .length;
    };
    expect(await reached(new Date())).toBe(0);
    expect(dueNow("money-to-pay-back", new Date(Date.now() + 1 * DAYS))).toBe(1);
    await reconcile([line(quote, "7777777")]);
    expect(dueNow("money-to-pay-back")).toBe(1);
  });

  test("and noted again by mistake: the customer never reads of it", async () => {
    const { quote } = await office.paid();
    await ask("note", "payment", quote.quoteNo, "--payfast", "7777777", "--amount", "80,62", "--again");
    expect(await ask("undo", "payment", quote.quoteNo)).toMatchObject({ kind: "done" });
    expect(rows("staff_payments_to_refund")).toEqual([]);
    expect([...subjects("money-to-pay-back"), ...subjects("payment-undone")]).toEqual([]);
    expect(office.staff("SELECT status FROM staff_bookings")).toEqual([{ status: "Paid, to be collected" }]);
  });
});

describe("money of another amount", () => {
  test("is a part of the price: the rest settles it, with one invoice", async () => {
    const booked = await office.booked();
    const part = ["note", "payment", booked.quoteNo, "--payfast", "1", "--amount", "70,00"];
    expect(await ask(...part)).toMatchObject({ kind: "refused", why: [expect.stringContaining("--as-part")] });
    expect(await ask(...part, "--as-part")).toMatchObject({ kind: "done" });
    expect(rows("waybills")).toEqual([]);
    expect(rows("invoices")).toEqual([]);
    expect(await work("Part of a price")).toMatchObject({ how_many: 1, first_ones: booked.quoteNo });
    expect(rows("staff_payments_noted")).toMatchObject([{ amount_rand: 70, missing_rand: 10.62 }]);
    expect(subjects("part-received")).toHaveLength(1);

    await office.tell(booked, { pfPaymentId: "2", cents: 10_62 });
    expect(office.staff("SELECT status FROM staff_bookings")).toEqual([{ status: "Paid, to be collected" }]);
    expect(office.staff("SELECT gross_cents FROM invoices")).toEqual([{ gross_cents: 80_62 }]);
    expect(rows("staff_payments_to_refund")).toEqual([]);
    expect(await work("Part of a price")).toMatchObject({ how_many: 0 });
    const listed = [
      { ...line(booked, "1"), grossCents: 70_00 },
      { ...line(booked, "2"), grossCents: 10_62, feeCents: -37 },
    ];
    expect(await reconcile(listed)).toMatchObject({ fields: { matched: 2, missing_here: 0, missing_there: 0 } });
  });

  test("a part that is taken back: its customer reads that the parcel isn't paid, and nothing of a waybill", async () => {
    const booked = await office.booked();
    for (const [number, as] of [
      ["1", "--as-part"],
      ["2", "--to-refund"],
    ] as const) {
      await ask("note", "payment", booked.quoteNo, "--payfast", number, "--amount", "70,00", as);
      await office.postman(new Date(Date.now() + 2 * DAYS));
      expect(await ask("undo", "payment", booked.quoteNo)).toMatchObject({ kind: "done" });
    }
    const told = office.staff<{ text: string }>(
      "SELECT text_body AS text FROM outgoing_mails WHERE letter_key LIKE 'payment-undone:%'",
    );
    expect(told).toHaveLength(2);
    for (const { text } of told) {
      expect(text).toMatch(/So the parcel is not paid[\s\S]*Pay for the parcel:\n/);
      expect(text).not.toContain("waybill");
    }
  });

  test("the same amount noted under another number is money of its own: it pays for nothing", async () => {
    const booked = await office.booked();
    await ask("note", "payment", booked.quoteNo, "--payfast", "1", "--amount", "50,62", "--as-part");
    const again = ["note", "payment", booked.quoteNo, "--payfast", "2", "--amount", "50,62"];
    expect(await ask(...again)).toMatchObject({
      kind: "refused",
      why: [expect.stringMatching(/: It costs R.30,00\./)],
    });
    expect(office.staff("SELECT * FROM waybills")).toEqual([]);
  });

  test("a full payment from an older page settles, and the part is owed back", async () => {
    const booked = await office.booked();
    await ask("note", "payment", booked.quoteNo, "--payfast", "1", "--amount", "70,00", "--as-part");
    await office.tell(booked, { pfPaymentId: "2" });
    expect(rows("staff_payments_to_refund")).toMatchObject([{ payfast_payment: "1", refund_rand: 70 }]);
    expect(office.staff("SELECT gross_cents FROM invoices")).toEqual([{ gross_cents: 80_62 }]);
    expect(dueNow("money-to-pay-back")).toBe(1);
  });

  test("a part that is refunded after its rest was taken back gets no credit note: its invoice was credited in full", async () => {
    const booked = await office.booked();
    await ask("note", "payment", booked.quoteNo, "--payfast", "1", "--amount", "70,00", "--as-part");
    await ask("note", "payment", booked.quoteNo, "--payfast", "2", "--amount", "10,62");
    expect(await ask("undo", "payment", booked.quoteNo)).toMatchObject({ kind: "done" });
    await ask("cancel", "booking", booked.quoteNo, "--because", "No driver.");
    expect(await ask("note", "refund", booked.quoteNo, "70,00", "--reference", "2211331")).toMatchObject({
      kind: "done",
    });
    expect(office.staff("SELECT gross_cents FROM invoices WHERE kind = 'credit_note'")).toEqual([
      { gross_cents: 80_62 },
    ]);
  });

  test("a part holds the price, also for a page that asks to agree to another", async () => {
    const booked = await office.booked({}, ago(30 * DAYS));
    await ask("note", "payment", booked.quoteNo, "--payfast", "1", "--amount", "70,00", "--as-part");
    await office.store.tx((tx) => tx.update(boxes).set({ costCents: 1_000 }).where(eq(boxes.id, "flyer-bag")));
    const pricing = embeddedPricing(office.store, () => new Date());
    const { grandTotalCents } = await workOutPrice(pricing, "publicQuote", booked.formSnapshot);
    expect(grandTotalCents).toBeGreaterThan(80_62);
    const tools = { store: office.store, pricing, mode: "sandbox" } as const;
    await agreeToPrice(tools, booked, grandTotalCents ?? 0, new Date());
    expect(rows("staff_payments_noted")).toMatchObject([{ amount_rand: 70, missing_rand: 10.62 }]);
  });

  test("a rest that PayFast takes no payment of is refused with that reason", async () => {
    const booked = await office.booked();
    for (const [amount, why] of [
      ["76,62", "PayFast takes no payments under R\u00a05,00"],
      ["80,62", "Leave out --as-part"],
      ["90,00", "too much"],
    ] as const)
      expect(
        await ask("note", "payment", booked.quoteNo, "--payfast", "1", "--amount", amount, "--as-part"),
      ).toMatchObject({ kind: "refused", why: [expect.stringContaining(why)] });
    expect(rows("staff_payments_received")).toEqual([]);
  });

  test("a part without its rest is in the list of refunds after 14 days, and can be refunded", async () => {
    const booked = await office.booked({}, ago(16 * DAYS));
    const then = aDesk(office, { now: ago(15 * DAYS) });
    await then.ask("note", "payment", booked.quoteNo, "--payfast", "1", "--amount", "70,00", "--as-part");
    then.leave();
    expect(await work("Part of a price")).toMatchObject({ how_many: 0 });
    const money = await moneyFor(office.store.read, booked.id);
    expect(owedBack(money, booked, ago(2 * DAYS)), "after 13 days").toEqual([]);
    expect(owedBack(money, booked, new Date())).toEqual(money);
    expect(rows("staff_payments_to_refund")).toMatchObject([
      { refund_rand: 70, why: expect.stringContaining("14 days") },
    ]);
    expect(await ask("note", "refund", booked.quoteNo, "70,00", "--reference", "2211331")).toMatchObject({
      kind: "done",
    });
    expect(rows("staff_payments_to_refund")).toEqual([]);
    expect(rows("invoices")).toEqual([]);
  });

  test("is noted to be paid back: no waybill, in the list of refunds, and the refund can be noted", async () => {
    const booked = await office.booked();
    await office.tell(booked, { pfPaymentId: "1", cents: 70_00 });
    await ask("note", "payment", booked.quoteNo, "--payfast", "1", "--amount", "70,00", "--to-refund");
    expect(rows("waybills")).toEqual([]);
    expect(rows("staff_payments_to_refund")).toMatchObject([{ refund_rand: 70, why: "Not the price" }]);
    // The notice that was refused has named this number, so the customer is told at once.
    expect(dueNow("money-to-pay-back")).toBe(1);
    expect(wordsOf("money-to-pay-back")).toMatch(
      /It does not pay for the parcel[\s\S]*Pay for the parcel:\nhttp\S+\/payfast\/start\//,
    );
    expect(wordsOf("money-to-pay-back")).not.toContain("You don't need to do anything");
    expect(await ask("note", "refund", booked.quoteNo, "70,00", "--reference", "2211331")).toMatchObject({
      kind: "done",
    });
    expect(rows("staff_payments_to_refund")).toEqual([]);
    await office.tell(booked, { pfPaymentId: "2" });
    expect(rows("waybills")).toHaveLength(1);
  });
});

describe("one refund for several bookings", () => {
  test("is split by their shares, under one reference, with one email, and agrees with PayFast's list", async () => {
    const { booked, orderId } = await bookedTogether(office, "nomsa@example.com", ago(5 * MINUTES), [
      ...["flyer-bag", "stock-2", "flyer-bag"],
    ]);
    const [one, two, kept] = booked as [Quote, Quote, Quote];
    await office.tell({ ...one, id: orderId }, { pfPaymentId: "1089999", cents: sumOf(booked) });
    for (const { quoteNo } of [one, two]) await ask("cancel", "booking", quoteNo, "--because", "No driver.");
    const owed = sumOf([one, two]);
    const refund = ["note", "refund", one.quoteNo, two.quoteNo];
    const together = [...refund, amountFromCents(owed), "--reference", "5001"];
    expect(await ask(...refund, "1,00", "--reference", "5001")).toMatchObject({
      kind: "refused",
      why: [expect.stringMatching(/R.[\d,]+ is owed for them together/)],
    });
    expect(await ask(...together)).toMatchObject({ kind: "done" });
    expect(await ask(...together)).toMatchObject({ output: [expect.stringContaining("already noted")] });
    expect(rows("staff_payments_to_refund")).toEqual([]);
    expect(
      office.staff("SELECT count(*) AS shares, sum(amount_cents) AS cents FROM refunds WHERE reference = '5001'"),
    ).toEqual([{ shares: 2, cents: owed }]);
    expect(office.staff("SELECT 1 FROM invoices WHERE kind = 'credit_note'")).toHaveLength(2);
    expect(subjects("refund-paid")).toEqual(["We have refunded you: 2 bookings"]);
    const listed = [
      { ...line(one, "1089999"), grossCents: sumOf(booked), feeCents: -Math.round(sumOf(booked) * 0.035), orderId },
      { ...line(one, "1089999"), type: "Funds Received (Refund)", grossCents: -owed, feeCents: 0, orderId },
    ];
    expect(await reconcile(listed)).toMatchObject({
      fields: { matched: 1, refund_missing_here: 0, refund_missing_there: 0 },
    });

    expect(await ask("undo", "refund", one.quoteNo)).toMatchObject({ kind: "done" });
    expect(rows("staff_payments_to_refund")).toHaveLength(2);
    expect(office.staff("SELECT sum(gross_rand) AS rand FROM staff_invoices")).toEqual([{ rand: sumOf(booked) / 100 }]);
    await ask("cancel", "booking", kept.quoteNo, "--because", "No driver.");
    expect(await ask("note", "refund", orderId, amountFromCents(sumOf(booked)), "--reference", "5002")).toMatchObject({
      kind: "done",
    });
    expect(rows("staff_payments_to_refund")).toEqual([]);
    expect(office.staff("SELECT round(sum(gross_rand), 2) AS rand FROM staff_invoices")).toEqual([{ rand: 0 }]);
  });

  test("a list that is paid twice: the shop gets one email, and the second payment is refunded as one", async () => {
    const { booked, orderId } = await bookedTogether(office, "nomsa@example.com", ago(5 * MINUTES));
    const order = { ...(booked[0] as Quote), id: orderId };
    for (const pfPaymentId of ["1", "2"]) await office.tell(order, { pfPaymentId, cents: sumOf(booked) });
    expect(subjects("money-to-pay-back")).toEqual([expect.stringContaining("2 bookings")]);
    expect(await ask("note", "refund", orderId, amountFromCents(sumOf(booked)), "--reference", "5001")).toMatchObject({
      kind: "done",
    });
    expect(office.staff("SELECT 1 FROM invoices WHERE kind = 'credit_note'")).toEqual([]);
  });
});

const ask = (...args: string[]) => desk.ask(...args);
const rows = (table: string) => office.staff(`SELECT * FROM ${table}`);
const received = () => office.staff("SELECT payfast_payment, status, paid_rand FROM staff_payments_received");

async function note(booked: Quote, number: string): Promise<void> {
  const answer = await ask("note", "payment", booked.quoteNo, "--payfast", number, "--amount", "80,62");
  expect(answer.kind).toBe("done");
}

async function work(name: string) {
  const answer = await ask("today");
  return answer.kind === "list" ? answer.rows.find(({ work }) => work === name) : undefined;
}

/** The subjects of an occasion's emails, as they stand in the outbox. */
const subjects = (occasion: string) =>
  office
    .staff<{ subject: string }>(`SELECT subject FROM outgoing_mails WHERE letter_key LIKE '${occasion}:%' ORDER BY 1`)
    .map(({ subject }) => subject);

const wordsOf = (occasion: string) =>
  office.staff<{ text: string }>(
    `SELECT text_body AS text FROM outgoing_mails WHERE letter_key LIKE '${occasion}:%'`,
  )[0]?.text;

const dueNow = (occasion: string, at = new Date()) =>
  office.staff(
    `SELECT 1 FROM outgoing_mails WHERE letter_key LIKE '${occasion}:%' AND next_attempt_at <= '${at.toISOString()}'`,
  ).length;

function line({ id, grandTotalCents }: Quote, pfPaymentId: string): Line {
  const grossCents = grandTotalCents ?? 0;
  return { at: new Date(), grossCents, feeCents: -Math.round(grossCents * 0.035), orderId: id, pfPaymentId };
}

async function reconcile(lines: Line[]) {
  writeFileSync(path.join(desk.desk.folder, "payments.csv"), transactionCsv(lines));
  return ask("reconcile", "payments.csv");
}
