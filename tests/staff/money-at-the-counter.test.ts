import { writeFileSync } from "node:fs";
import path from "node:path";
import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { cancellationInWords } from "#app/domain/bookings/payments/cancelled-in-words.server";
import { addDriver } from "#app/domain/drivers/drivers.server";
import { invoiceShown } from "#app/domain/money/invoice-shown";
import { papersOf } from "#app/domain/money/invoices.server";
import { historyOfQuote } from "#app/domain/parcels/issue-waybill.server";
import { parcelStateOf } from "#app/domain/parcels/parcel-states.server";
import type { Quote } from "#app/domain/parcels/quotes/quote";
import { quoteById } from "#app/domain/parcels/quotes/saved-quotes.server";
import { amountFromCents } from "#app/domain/values/money";
import { DAYS } from "#app/durations";
import { quotes } from "#db/schema/quotes";
import { storeSiteFacts } from "#db/site-facts.server";
import { aParcel } from "../../demo/a-parcel";
import { deskForEachTest } from "../support/a-desk";
import { bookedTogether, sumOf } from "../support/a-list";
import { transactionCsv } from "../support/a-transaction-list";
import { ago, officeForEachTest } from "../support/an-office";
import { openedCase } from "../support/opened-case";

const office = officeForEachTest();
const desk = deskForEachTest(office);
const ask = (...args: string[]) => desk.ask(...args);
const takes = (...officeTakes: string[]) =>
  storeSiteFacts(office.store, { appUrl: "https://courier.example", paymentMode: "sandbox", officeTakes }, new Date());

describe("cash and transfers", () => {
  test("are refused unless the office takes them, with what to tell the customer", async () => {
    const { quoteNo } = await office.booked();
    for (const how of [["--cash"], ["--bank", "ABSA 4711"]])
      expect(await ask("note", "payment", quoteNo, ...how, "--amount", "80,62")).toMatchObject({
        kind: "refused",
        why: [expect.stringMatching(/OFFICE_TAKES.*Tell the customer: “Please pay by card or instant EFT/)],
      });
    await takes("bank");
    expect(await ask("note", "payment", quoteNo, "--cash", "--amount", "80,62")).toMatchObject({ kind: "refused" });
    expect(await cash(quoteNo)).toMatchObject({ kind: "refused" });
    expect(received()).toEqual([]);
  });

  test("what isn't digits is never PayFast's number, and one way has to be named", async () => {
    const { quoteNo } = await office.booked();
    for (const typed of ["CASH-1", "EFT 12 Nov", "1089999x"])
      await expect(ask("note", "payment", quoteNo, "--payfast", typed, "--amount", "80,62")).rejects.toThrow(/digits/);
    await expect(ask("note", "payment", quoteNo, "--amount", "80,62")).rejects.toThrow(/How did it come/);
    await expect(
      ask("note", "payment", quoteNo, "--cash", "--payfast", "1089999", "--amount", "80,62"),
    ).rejects.toThrow(/How did it come/);
    await expect(ask("note", "refund", quoteNo, "80,62", "--reference", "R-1")).rejects.toThrow(/digits/);
  });

  describe("where the office takes both", () => {
    beforeEach(() => takes("cash", "bank"));

    test("how it came is said between commas", async () => {
      const { quoteNo } = await office.booked();
      const said = JSON.stringify(await cash(quoteNo)).replaceAll("\u00a0", " ");
      expect(said).toContain("R 80,62, cash, is settled.");
    });

    test("a waybill's number does for a quote's wherever money is noted, also in groups", async () => {
      const paid = await aParcel()
        .collected()
        .in(office.world, new Date(Date.now() - DAYS));
      const meant = await office.booked();
      const waybillNo = paid.waybillNo ?? expect.fail("no waybill");
      const groups = [waybillNo.slice(0, 2), waybillNo.slice(2, 5), waybillNo.slice(5)];
      expect(await ask("note", "payment", ...groups, "--cash", "--amount", "80,62", "--again")).toMatchObject({
        kind: "done",
      });
      expect(await ask("note", "refund", ...groups, "80,62", "--cash")).toMatchObject({ kind: "done" });
      expect(await ask("note", "payment", waybillNo, "--cash", "--amount", "80,62", "--again")).toMatchObject({
        kind: "done",
      });
      expect(await ask("move", "payment", ...groups, meant.quoteNo)).toMatchObject({ kind: "done" });
      const last = office.staff<{ subject: string }>("SELECT subject FROM staff_history WHERE action LIKE '%payment'");
      expect(last.map(({ subject }) => subject).join()).not.toContain("TH");
    });

    test("cash books the parcel like any payment, and nothing waits for PayFast", async () => {
      const booked = await office.booked();
      expect(await cash(booked.quoteNo)).toMatchObject({ kind: "done" });
      expect(subjects("booking-confirmed")).toHaveLength(1);
      expect(received()).toEqual([
        { way: "Cash", payfast_payment: null, reference: null, status: "Paid", paid_rand: 80.62 },
      ]);
      expect(rows("staff_payments_noted")).toEqual([]);
      expect(office.staff("SELECT received_rand, cash_rand, bank_rand FROM staff_revenue")).toEqual([
        { received_rand: 80.62, cash_rand: 80.62, bank_rand: 0 },
      ]);
      expect(office.staff("SELECT way, noted_by, payments, received_rand, left_rand FROM staff_takings")).toEqual([
        { way: "Cash", noted_by: "Zanele", payments: 1, received_rand: 80.62, left_rand: 80.62 },
      ]);
      expect(await reconcile()).toMatchObject({ fields: { missing_there: 0, missing_here: 0 } });
    });

    test("a bank reference counts once, however it is typed", async () => {
      const [one, other] = [await office.booked(), await office.booked()];
      expect(await bank(one.quoteNo, "Absa  4711")).toMatchObject({ kind: "done" });
      expect(received()).toMatchObject([{ way: "Bank", reference: "ABSA 4711" }]);
      expect(await bank(one.quoteNo, "absa 4711")).toMatchObject({ isUnchanged: true });
      expect(await bank(other.quoteNo, "ABSA 4711")).toMatchObject({
        kind: "refused",
        why: [expect.stringContaining(one.quoteNo)],
      });
      expect(await bank(one.quoteNo, "ABSA4711")).toMatchObject({ isUnchanged: true });
      expect(await bank(other.quoteNo, "AB SA4711")).toMatchObject({ kind: "refused" });
      expect(received()).toHaveLength(1);
    });

    test("nor does a refund's, which is undone by any spelling too", async () => {
      const [one, other] = [await office.booked(), await office.booked()];
      await bank(one.quoteNo, "ABSA 1");
      await bank(other.quoteNo, "ABSA 2");
      for (const { quoteNo } of [one, other]) await ask("cancel", "booking", quoteNo, "--because", "flooded");
      expect(await refund(one, "--bank", "ABSA 4712")).toMatchObject({ kind: "done" });
      expect(await refund(one, "--bank", "ABSA4712")).toMatchObject({ isUnchanged: true });
      expect(await refund(other, "--bank", "ABSA4712")).toMatchObject({ kind: "refused" });
      expect(await ask("undo", "refund", one.quoteNo, "--reference", "absa4712")).toMatchObject({ kind: "done" });
    });

    test("a reference of digits is the bank's and no number of PayFast's", async () => {
      const [one, other] = [await office.booked(), await office.booked()];
      await bank(one.quoteNo, "1089999");
      expect(await office.tell(other, { pfPaymentId: "1089999" })).toMatchObject({ kind: "settled" });
      expect(rows("staff_bookings")).toHaveLength(2);
    });

    test("less or more is asked as for PayFast: a part, or to be paid back in cash, told at once", async () => {
      const { quoteNo } = await office.booked();
      expect(await cash(quoteNo, "50,00")).toMatchObject({ kind: "refused", why: [expect.stringContaining("80,62")] });
      expect(await cash(quoteNo, "50,00", "--as-part")).toMatchObject({ kind: "done" });
      expect(office.staff("SELECT status, missing_rand FROM staff_payments_noted")).toEqual([
        { status: "A part of the price", missing_rand: 30.62 },
      ]);
      expect(await cash(quoteNo, "50,00", "--as-part")).toMatchObject({
        why: [expect.stringContaining("in cash before")],
      });
      expect(await cash(quoteNo, "30,62")).toMatchObject({ kind: "done" });
      expect(office.staff("SELECT cash_rand FROM staff_revenue")).toEqual([{ cash_rand: 80.62 }]);
      expect(await cash(quoteNo, "10,00", "--to-refund", "--again")).toMatchObject({ kind: "done" });
      expect(rows("staff_payments_to_refund")).toMatchObject([
        { refund_rand: 10, what_to_do: "Pay it back in cash, then note the refund", payfast_payment: null },
      ]);
      expect(dueNow("money-to-pay-back")).toBe(1);
    });

    test("a payment through PayFast that comes later is a second one", async () => {
      const booked = await office.booked();
      await cash(booked.quoteNo);
      await office.tell(booked, { pfPaymentId: "1089999" });
      expect(rows("staff_payments_to_refund")).toMatchObject([{ why: "Paid twice", payfast_payment: "1089999" }]);
    });

    test("goes back as it came, and PayFast is never asked", async () => {
      const booked = await office.booked();
      await cash(booked.quoteNo);
      await ask("cancel", "booking", booked.quoteNo, "--because", "flooded");
      const today = await ask("today");
      const work = today.kind === "list" ? today.rows : [];
      expect(work.find((row) => row.work === "Cash or a transfer to pay back")).toMatchObject({ how_many: 1 });
      expect(work.find((row) => row.work === "Money to pay back")).toMatchObject({ how_many: 0 });
      expect(await refund(booked, "--reference", "2211334")).toMatchObject({
        why: [expect.stringMatching(/came in cash, so use --cash/)],
      });
      expect(await refund(booked, "--bank", "ABSA 1")).toMatchObject({ kind: "refused" });
      expect(await refund(booked, "--cash")).toMatchObject({ kind: "done" });
      expect(bodies("refund-paid")).toMatchObject([{ text: expect.stringContaining("refunded you in cash") }]);
      expect(bodies("refund-paid")[0]?.text).not.toMatch(/PayFast|cash:/);
      expect(office.staff("SELECT payments, refunds, left_rand FROM staff_takings")).toEqual([
        { payments: 1, refunds: 1, left_rand: 0 },
      ]);
      expect(office.staff("SELECT cash_rand, paid_back_rand FROM staff_revenue")).toEqual([
        { cash_rand: 0, paid_back_rand: 80.62 },
      ]);
      const [, creditNote] = await papersOf(office.store.read, booked.id);
      expect(JSON.stringify(creditNote ? invoiceShown(creditNote, null, null) : "cash:")).not.toContain("cash:");
      expect(await reconcile()).toMatchObject({ fields: { refund_missing_there: 0 } });
      expect(await ask("undo", "refund", booked.quoteNo)).toMatchObject({ kind: "done" });
      expect(rows("staff_payments_to_refund")).toHaveLength(1);
    });

    test("is undone like a payment of PayFast's, and can be noted again", async () => {
      const { quoteNo } = await office.booked();
      await cash(quoteNo);
      expect(await ask("undo", "payment", quoteNo)).toMatchObject({ kind: "done" });
      expect(rows("staff_takings")).toEqual([]);
      expect(await bank(quoteNo, "ABSA 4711")).toMatchObject({ kind: "done" });
      expect(rows("staff_bookings")).toHaveLength(1);
    });
  });
});

describe("a payment that was meant for another booking", () => {
  test("is moved in one act: the first is unpaid, the other one booked, both are told, and PayFast's list agrees", async () => {
    const [wrong, meant] = [await office.booked(), await office.booked()];
    await office.tell(wrong, { pfPaymentId: "1089999" });
    await office.postman(new Date());
    expect(await ask("move", "payment", wrong.quoteNo, meant.quoteNo)).toMatchObject({ kind: "done" });
    expect(office.staff("SELECT quote_no FROM staff_bookings")).toEqual([{ quote_no: meant.quoteNo }]);
    expect(office.staff("SELECT quote_no, status FROM staff_open_quotes")).toEqual([
      { quote_no: wrong.quoteNo, status: "Booked, not paid" },
    ]);
    expect(bodies("payment-moved")).toMatchObject([{ text: expect.stringContaining("meant for another booking") }]);
    // It is unpaid, not cancelled: its receiver may still get it.
    expect(bodies("cancelled")).toMatchObject([{ text: expect.stringContaining("Its booking is not complete yet") }]);
    expect(bodies("cancelled")).not.toMatchObject([{ text: expect.stringContaining("was cancelled") }]);
    expect(subjects("booking-confirmed")).toHaveLength(1);
    const papers = office.staff("SELECT quote_no, gross_rand FROM staff_invoices ORDER BY gross_rand, quote_no");
    expect(papers).toHaveLength(3);
    expect(papers[0]).toEqual({ quote_no: wrong.quoteNo, gross_rand: -80.62 });
    expect(office.staff("SELECT sum(received_rand) - sum(paid_back_rand) AS rand FROM staff_revenue")).toEqual([
      { rand: 80.62 },
    ]);
    expect(await reconcile(wrong)).toMatchObject({ fields: { matched: 1, order: 0, missing_there: 0 } });
    // PayFast says it again, of the booking that it knows.
    expect(await office.tell(wrong, { pfPaymentId: "1089999" })).toMatchObject({ kind: "settled" });
    expect(received()).toHaveLength(1);

    expect(await ask("move", "payment", meant.quoteNo, wrong.quoteNo)).toMatchObject({ kind: "done" });
    expect(office.staff("SELECT quote_no FROM staff_bookings")).toEqual([{ quote_no: wrong.quoteNo }]);
    expect(office.staff("SELECT quote_id, moved_from FROM payments WHERE pf_payment_id IS NOT NULL")).toEqual([
      { quote_id: wrong.id, moved_from: null },
    ]);
  });

  test("a second payment is moved without touching the parcel that was paid for", async () => {
    const [twice, meant] = [await office.booked(), await office.booked()];
    await office.tell(twice, { pfPaymentId: "1089998" });
    await office.tell(twice, { pfPaymentId: "1089999" });
    expect(await ask("move", "payment", twice.quoteNo, meant.quoteNo)).toMatchObject({ kind: "done" });
    expect(rows("staff_bookings")).toHaveLength(2);
    expect(rows("staff_payments_to_refund")).toEqual([]);
    expect(subjects("money-to-pay-back")).toEqual([]);
  });

  test("stays where its parcel has been collected, or the other booking waits for no money", async () => {
    const { waybillNo, quote } = await office.paid();
    const other = await office.booked();
    await aParcel(waybillNo).collected().in(office.world, new Date());
    expect(await ask("move", "payment", quote.quoteNo, other.quoteNo)).toMatchObject({
      why: [expect.stringContaining("has been collected")],
    });
    const paid = await office.paid();
    const third = await office.paid();
    expect(await ask("move", "payment", third.quote.quoteNo, paid.quote.quoteNo)).toMatchObject({
      why: [expect.stringContaining("isn't waiting for a payment")],
    });
    expect(await ask("move", "payment", other.quoteNo, other.quoteNo)).toMatchObject({ kind: "refused" });
  });
});

test("a refund that is taken back is promised again only where it is still owed", async () => {
  for (const isCancelled of [true, false]) {
    const booked = await office.booked();
    await office.tell(booked, { pfPaymentId: isCancelled ? "1089998" : "1089999" });
    if (isCancelled) await ask("cancel", "booking", booked.quoteNo, "--because", "No driver.");
    const reference = ["--reference", isCancelled ? "2211334" : "2211335"];
    await ask("note", "refund", booked.quoteNo, "80,62", ...reference, ...(isCancelled ? [] : ["--goodwill"]));
    await office.postman(new Date());
    expect(await ask("undo", "refund", booked.quoteNo)).toMatchObject({ kind: "done" });
    const text = bodies("refund-undone").at(-1)?.text ?? "";
    expect(text).toContain("We told you of a refund that has not been sent.");
    expect(text.includes("We will email you when it is."), text).toBe(isCancelled);
  }
});

describe("a chargeback", () => {
  test("is no refund: no letter, no credit note, nothing left to pay back, and no complaint", async () => {
    const booked = await office.booked();
    await office.tell(booked, { pfPaymentId: "1089999" });
    await office.postman(new Date());
    const before = rows("outgoing_mails").length;
    expect(await ask("note", "chargeback", booked.quoteNo, "80,62")).toMatchObject({ kind: "done" });
    expect(rows("outgoing_mails")).toHaveLength(before);
    expect(rows("staff_invoices")).toHaveLength(1);
    expect(office.staff("SELECT received_rand, paid_back_rand, charged_back_rand FROM staff_revenue")).toEqual([
      { received_rand: 80.62, paid_back_rand: 0, charged_back_rand: 80.62 },
    ]);
    expect(await reconcile(booked)).toMatchObject({ fields: { matched: 1, refund_missing_there: 0 } });
    await ask("cancel", "booking", booked.quoteNo, "--because", "charged back");
    expect(bodies("booking-cancelled")).toMatchObject([
      { text: expect.stringContaining("Your bank has taken your payment back, so there is nothing to refund.") },
    ]);
    const cancelled = await quoteById(office.store.read, booked.id);
    const words = cancelled && (await cancellationInWords(office.store.read, cancelled, new Date()));
    expect(words).toContainEqual(expect.stringMatching(/^Your bank has taken R.80,62 back/));
    expect(rows("staff_payments_to_refund")).toEqual([]);
    expect(await ask("note", "chargeback", booked.quoteNo, "1,00")).toMatchObject({ kind: "refused" });

    expect(await ask("undo", "chargeback", booked.quoteNo)).toMatchObject({ kind: "done" });
    expect(await ask("undo", "chargeback", booked.quoteNo)).toMatchObject({ kind: "refused" });
    expect(rows("staff_payments_to_refund")).toMatchObject([{ refund_rand: 80.62 }]);
  });

  test("of a list that was paid together is noted with any of its bookings, for all of them, and undone so", async () => {
    const { booked, orderId } = await bookedTogether(office, "nomsa@example.com", new Date());
    const [first = expect.fail("no booking"), second = expect.fail("no second")] = booked;
    await office.tell({ ...first, id: orderId }, { pfPaymentId: "1089999", cents: sumOf(booked) });
    const whole = amountFromCents(sumOf(booked));
    const tooMuch = await ask("note", "chargeback", first.quoteNo, amountFromCents(sumOf(booked) + 1));
    expect(tooMuch).toMatchObject({ why: [expect.stringMatching(/paid together with it is R/)] });
    const both = [
      expect.stringMatching(new RegExp(`${first.quoteNo}.*${second.quoteNo}|${second.quoteNo}.*${first.quoteNo}`)),
    ];
    const taken = () =>
      office.staff("SELECT charged_back_rand FROM staff_payments_received WHERE charged_back_rand > 0");
    expect(await ask("note", "chargeback", second.quoteNo, whole)).toMatchObject({
      output: [...both, expect.stringMatching(/^Not collected for now: TH\d{10}, TH\d{10}\./)],
    });
    expect(taken()).toHaveLength(2);
    expect(await ask("undo", "chargeback", first.quoteNo)).toMatchObject({ output: both });
    expect(taken()).toEqual([]);
  });

  test("of a parcel that isn't collected takes it off every list until the office agrees to collect it all the same", async () => {
    const { quote, waybillNo } = await office.paid();
    await office.store.tx((tx) => addDriver(tx, { name: "Sipho Nkosi", phone: "+27831234567" }, new Date()));
    expect(await ask("assign", waybillNo, "--driver", "Sipho Nkosi", "--date", "tomorrow")).toMatchObject({
      kind: "done",
    });
    expect(await ask("note", "chargeback", quote.quoteNo, "80,62")).toMatchObject({
      output: [
        expect.anything(),
        expect.stringContaining("taken off Sipho Nkosi's list"),
        expect.stringMatching(/^Not collected for now: TH\d{10}\. To cancel it: cancel booking TH\d{10}.* agree TH/),
      ],
    });
    const collections = () => office.staff("SELECT collect_when, what_to_do FROM staff_collections");
    expect(collections()).toEqual([
      {
        collect_when: "Waits for the office",
        what_to_do: "Don't collect it yet: the customer's bank took the payment back",
      },
    ]);
    const history = await historyOfQuote(office.store.read, quote.id);
    const state = await parcelStateOf(office.store.read, { quote, waybillNo }, history, new Date());
    expect(state).toMatchObject({ state: "booked", waits: true, collects: null });
    const today = () => office.staff("SELECT how_many FROM staff_today WHERE work LIKE 'A bank took%'");
    expect(today()).toEqual([{ how_many: 1 }]);
    const assigned = await ask("assign", waybillNo, "--driver", "Sipho Nkosi", "--date", "tomorrow");
    expect(JSON.stringify(assigned)).toMatch(/bank took the payment back: agree on a day first/);

    expect(await ask("undo", "chargeback", quote.quoteNo)).toMatchObject({ kind: "done" });
    expect(today()).toEqual([{ how_many: 0 }]);
    await ask("note", "chargeback", quote.quoteNo, "80,62");
    const agreed = await ask("agree", waybillNo, "--day", "tomorrow");
    expect(JSON.stringify(agreed)).toMatch(/bank took the payment back/);
    expect(await ask("agree", waybillNo, "--day", "tomorrow", "--yes")).toMatchObject({ kind: "done" });
    expect(today()).toEqual([{ how_many: 0 }]);
    expect(await ask("assign", waybillNo, "--driver", "Sipho Nkosi", "--date", "tomorrow")).toMatchObject({
      kind: "done",
    });
  });

  test("waits for an answer that came after it: the same day agreed on once more is one, and is asked no more", async () => {
    const { quote, waybillNo } = await office.paid();
    const agreed = ["agree", waybillNo, "--day", "tomorrow"];
    await ask(...agreed);
    await ask("note", "chargeback", quote.quoteNo, "80,62");
    const today = () => office.staff("SELECT how_many FROM staff_today WHERE work LIKE 'A bank took%'");
    expect(today()).toEqual([{ how_many: 1 }]);
    expect(await ask(...agreed)).not.toMatchObject({ kind: "done" });
    expect(await ask(...agreed, "--yes")).toMatchObject({ kind: "done" });
    expect(today()).toEqual([{ how_many: 0 }]);
    expect(await ask(...agreed)).toMatchObject({ kind: "done" });
  });

  test("of one of two payments is the one too many: the parcel goes on, and nothing is refunded as well", async () => {
    const booked = await office.booked();
    for (const pfPaymentId of ["1089998", "1089999"]) await office.tell(booked, { pfPaymentId });
    expect(rows("staff_payments_to_refund")).toHaveLength(1);
    expect(await ask("note", "chargeback", booked.quoteNo, "80,62")).toMatchObject({ output: [expect.anything()] });
    expect(rows("staff_payments_to_refund")).toEqual([]);
    const [held] = office.staff<{ collect_when: string }>("SELECT collect_when FROM staff_collections");
    expect(held?.collect_when).not.toBe("Waits for the office");
  });

  test("of what was refunded is noted too: it went back twice, and nothing is left to pay back", async () => {
    const booked = await office.booked();
    await office.tell(booked, { pfPaymentId: "1089999" });
    await ask("note", "refund", booked.quoteNo, "20,00", "--reference", "2211334", "--goodwill");
    expect(await ask("note", "chargeback", booked.quoteNo, "80,62")).toMatchObject({
      output: expect.arrayContaining([
        expect.stringMatching(/^R.20,00 of it had been refunded, so it went back twice/),
      ]),
    });
    await ask("cancel", "booking", booked.quoteNo, "--because", "charged back");
    expect(rows("staff_payments_to_refund")).toEqual([]);
    expect(office.staff("SELECT paid_back_rand, charged_back_rand FROM staff_payments_received")).toEqual([
      { paid_back_rand: 20, charged_back_rand: 80.62 },
    ]);
  });

  test("can block the account that booked it too, and undoing it names who is still blocked", async () => {
    const { quote } = await office.paid();
    const { account } = await office.joined("shop@example.co.za");
    await office.store.tx((tx) => tx.update(quotes).set({ uid: account.uid }).where(eq(quotes.id, quote.id)));
    await ask("note", "chargeback", quote.quoteNo, "80,62", "--block");
    const blocked = office.staff("SELECT contact FROM staff_blocked_customers");
    expect(blocked).toContainEqual({ contact: "shop@example.co.za" });
    expect(blocked).toContainEqual({ contact: quote.email });
    expect(await ask("undo", "chargeback", quote.quoteNo)).toMatchObject({
      output: expect.arrayContaining([
        expect.stringMatching(/Still blocked: shop@example.co.za.*block customer shop@example.co.za.*--undo/),
      ]),
    });
  });

  test("can block the sender in the same act, by a manager", async () => {
    const { quote } = await office.paid();
    desk.desk.right = "cashier";
    expect(await ask("note", "chargeback", quote.quoteNo, "80,62", "--block")).toMatchObject({ kind: "refused" });
    desk.desk.right = "manager";
    expect(await ask("note", "chargeback", quote.quoteNo, "80,62", "--block")).toMatchObject({ kind: "done" });
    const blocked = office.staff("SELECT contact FROM staff_blocked_customers");
    expect(blocked).toContainEqual({ contact: quote.email });
    expect(blocked).not.toContainEqual({ contact: "" });
  });
});

describe("a parcel that we have", () => {
  test("can be cancelled once 30 days have passed without delivery: it ends, both are told, all is owed", async () => {
    const { waybillNo, quote } = await office.paid({}, ago(31 * DAYS));
    await aParcel(waybillNo)
      .collected()
      .in(office.world, ago(30 * DAYS));
    const young = await office.paid({}, ago(29 * DAYS));
    await aParcel(young.waybillNo)
      .collected()
      .in(office.world, ago(28 * DAYS));
    const cancel = (no: string) => ask("cancel", "booking", no, "--because", "We can't say where it is.");
    expect(await cancel(young.waybillNo)).toMatchObject({ why: [expect.stringContaining("has been collected")] });
    expect(await cancel(waybillNo)).toMatchObject({ kind: "done" });
    expect(office.staff("SELECT waybill_no FROM staff_parcels_under_way")).toEqual([{ waybill_no: young.waybillNo }]);
    expect(office.staff(`SELECT last_event FROM waybills WHERE waybill_no = '${waybillNo}'`)).toEqual([
      { last_event: "ended" },
    ]);
    expect(office.staff("SELECT quote_no, refund_rand FROM staff_payments_to_refund")).toEqual([
      { quote_no: quote.quoteNo, refund_rand: 80.62 },
    ]);
    expect(bodies("booking-cancelled")).toMatchObject([
      {
        text: expect.stringMatching(/did not arrive in the time that our terms give us[\s\S]*We can't say where it is/),
      },
    ]);
    expect(bodies("booking-cancelled")[0]?.text).not.toContain("collect the parcel");
    expect(bodies("ended")).toHaveLength(1);
    expect(await ask("undo", "mark", waybillNo)).toMatchObject({ kind: "refused" });
  });

  test("can't once it has arrived", async () => {
    const { waybillNo } = await office.paid({}, ago(40 * DAYS));
    await aParcel(waybillNo)
      .collected()
      .outForDelivery()
      .delivered()
      .in(office.world, ago(35 * DAYS));
    expect(await ask("cancel", "booking", waybillNo, "--because", "late")).toMatchObject({ kind: "refused" });
  });
});

describe("a claim", () => {
  const pay = (no: string, rand: string, reference = "CLAIM 1") =>
    ask("pay", "claim", no, rand, "--reference", reference);

  test("of another parcel isn't paid with the same reference of the bank's, however it is spaced", async () => {
    const [one, other] = [await office.paid(), await office.paid()];
    for (const { waybillNo } of [one, other]) {
      await aParcel(waybillNo).collected().in(office.world, ago(DAYS));
      await ask("mark", "ended", waybillNo, "--because", "lost");
    }
    expect(await pay(one.waybillNo, "850")).toMatchObject({ kind: "done" });
    expect(await pay(one.waybillNo, "850", "CLAIM1")).toMatchObject({ isUnchanged: true });
    expect(await pay(other.waybillNo, "850", "CLAIM1")).toMatchObject({ kind: "refused" });
    expect(rows("staff_claims")).toHaveLength(1);
  });

  test("is paid for a lost parcel, once, at most what the terms say, apart from refunds, and undone", async () => {
    const { waybillNo, quote } = await office.paid();
    expect(await pay(waybillNo, "850")).toMatchObject({ why: [expect.stringContaining("ended as lost")] });
    await aParcel(waybillNo).collected().in(office.world, ago(DAYS));
    await ask("mark", "ended", waybillNo, "--because", "lost");
    expect(await pay(waybillNo, "1000,01")).toMatchObject({ kind: "refused" });
    expect(await pay(waybillNo, "850")).toMatchObject({
      kind: "done",
      output: expect.arrayContaining([expect.stringContaining(`note refund ${quote.quoteNo} 80.62 --goodwill`)]),
    });
    expect(await pay(waybillNo, "850")).toMatchObject({ isUnchanged: true });
    expect(await pay(waybillNo, "150", "CLAIM 2")).toMatchObject({ kind: "refused" });
    expect(office.staff("SELECT received_rand, paid_back_rand, claims_rand FROM staff_revenue")).toEqual([
      { received_rand: 80.62, paid_back_rand: 0, claims_rand: 850 },
    ]);
    expect(office.staff("SELECT waybill_no, claim_rand, reference, noted_by FROM staff_claims")).toEqual([
      { waybill_no: waybillNo, claim_rand: 850, reference: "CLAIM 1", noted_by: "Zanele" },
    ]);
    expect(rows("staff_invoices")).toHaveLength(1);
    expect(bodies("claim-paid")).toMatchObject([{ text: expect.stringContaining("your parcel is lost") }]);
    expect(await ask("note", "refund", quote.quoteNo, "80,62", "--reference", "2211", "--goodwill")).toMatchObject({
      kind: "done",
    });

    await office.postman(new Date());
    expect(await ask("undo", "claim", waybillNo)).toMatchObject({ kind: "done" });
    expect(bodies("claim-undone")).toMatchObject([{ text: expect.stringContaining("That was a mistake.") }]);
    expect(bodies("claim-undone")[0]?.text).not.toMatch(/not been sent|We will email you/);
    expect(rows("staff_claims")).toEqual([]);
    expect(await pay(waybillNo, "900", "CLAIM 3")).toMatchObject({ kind: "done" });
    expect(office.staff("SELECT state FROM outgoing_mails WHERE letter_key LIKE 'claim-undone:%'")).toMatchObject([
      { state: "skipped" },
    ]);
  });

  test("is paid for a delivered parcel that has a case about it, and for no other", async () => {
    const { waybillNo } = await office.paid();
    await aParcel(waybillNo).collected().outForDelivery().delivered().in(office.world, ago(DAYS));
    expect(await pay(waybillNo, "100")).toMatchObject({ kind: "refused" });
    const report = { kind: "damaged" as const, words: "", contact: "thandi@example.co.za" };
    await openedCase(office, waybillNo, report, { appUrl: "https://courier.example", now: new Date() });
    expect(await pay(waybillNo, "100")).toMatchObject({ kind: "done" });
    expect(bodies("claim-paid")).toMatchObject([{ text: expect.stringContaining("your parcel was damaged") }]);
  });
});

const rows = (table: string) => office.staff(`SELECT * FROM ${table}`);
const received = () =>
  office.staff("SELECT way, payfast_payment, reference, status, paid_rand FROM staff_payments_received");
const cash = (quoteNo: string, amount = "80,62", ...more: string[]) =>
  ask("note", "payment", quoteNo, "--cash", "--amount", amount, ...more);
const bank = (quoteNo: string, reference: string) =>
  ask("note", "payment", quoteNo, "--bank", reference, "--amount", "80,62");
const refund = ({ quoteNo }: Quote, ...how: string[]) => ask("note", "refund", quoteNo, "80,62", ...how);

/** PayFast's list of today: what it has of these bookings, and a payment of another site's if there is nothing. */
async function reconcile(...paid: Quote[]) {
  const line = { at: new Date(), grossCents: 80_62, feeCents: -Math.round(80_62 * 0.035), pfPaymentId: "1089999" };
  const lines = paid.map(({ id }) => ({ ...line, orderId: id }));
  const others = [{ at: new Date(), type: "Payout", grossCents: -1_00, pfPaymentId: "5" }];
  const file = path.join(desk.desk.folder, "list.csv");
  writeFileSync(file, transactionCsv([...lines, ...(lines.length === 0 ? others : [])]));
  return ask("reconcile", file);
}

const subjects = (kind: string) => bodies(kind).map(({ subject }) => subject);
function bodies(kind: string) {
  return office.staff<{ subject: string; text: string }>(
    `SELECT subject, text_body AS text FROM outgoing_mails WHERE letter_key LIKE '${kind}:%'`,
  );
}
const dueNow = (kind: string) =>
  office.staff(
    `SELECT 1 FROM outgoing_mails WHERE letter_key LIKE '${kind}:%' AND next_attempt_at <= strftime('%Y-%m-%dT%H:%M:%fZ', 'now')`,
  ).length;
