import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { noteRefund } from "#app/domain/bookings/payments/note-refund.server";
import type { Quote } from "#app/domain/parcels/quotes/quote";
import { saDay } from "#app/domain/values/sa-time";
import { HOURS } from "#app/durations";
import type { Answer } from "#app/staff/answer";
import { exportInvoices } from "#app/staff/commands/invoices.server";
import { written } from "#app/staff/output";
import { readCall } from "#app/staff/read-call";
import { invoices } from "#db/schema/invoices";
import { storeSiteFacts } from "#db/site-facts.server";

import { aDesk, viewsOf } from "../../../support/a-desk";
import { officeForEachTest } from "../../../support/an-office";
import { staffQueries } from "../../../support/database-notes";

const office = officeForEachTest();

/** The last minute of October in South Africa, and the first of November. */
const october = new Date("2026-10-31T21:59:00Z");
const november = new Date("2026-10-31T22:00:00Z");
const later = new Date("2026-10-31T22:05:00Z");

test("the VAT of a month is that of its invoices, line by line, less that of its credit notes", async () => {
  await office.paid({}, october);
  const { quote } = await office.paid({}, november);
  for (const quantity of [2, 3, 7]) await office.paid({ parcel: { quantity } }, november);
  await refund(quote, 30_01);
  const papers = office.staff<Record<string, number>>(
    "SELECT * FROM invoices WHERE issued_at >= '2026-10-31T22:00:00.000Z'",
  );
  const sum = (kind: string, column: string) =>
    papers.filter((row) => String(row.kind) === kind).reduce((total, row) => total + Number(row[column]), 0) / 100;
  expect(office.staff("SELECT * FROM staff_vat")).toEqual([
    {
      ...{ month: "2026-11", mode: "sandbox", papers: "Invoiced", invoices: 4, credit_notes: 1 },
      net_rand: sum("invoice", "net_cents"),
      vat_rand: sum("invoice", "vat_cents"),
      gross_rand: sum("invoice", "gross_cents"),
      ...{ credited_net_rand: 26.09, credited_vat_rand: 3.92, credited_gross_rand: 30.01 },
      vat_to_pay_rand: Math.round(sum("invoice", "vat_cents") * 100 - 3_92) / 100,
    },
    expect.objectContaining({ month: "2026-10", invoices: 1, vat_rand: 10.52, vat_to_pay_rand: 10.52 }),
  ]);
});

test("around a month's end each line of both views stands in its South African day, also those of before invoices", async () => {
  const begins = new Date(`${saDay(new Date()).slice(0, 7)}-01T00:00:00+02:00`);
  const [lastDay, firstDay] = [saDay(new Date(begins.getTime() - 1)), saDay(begins)];
  // Elsewhere the month before lasts two hours more.
  for (const ms of [-1, 0, 1 * HOURS, 2 * HOURS - 1]) {
    const at = new Date(begins.getTime() + ms);
    const [{ quote }, { quote: old }] = [await office.paid({}, at), await office.paid({}, at)];
    await refund(quote, 10_00, at, `of ${ms}`);
    await refund(old, 10_00, at, `old, of ${ms}`);
    await beforeInvoices(old);
  }
  const lines = (before: object, since: object) => [
    { ...since, papers: "Invoiced" },
    { ...since, papers: "Before invoices" },
    { ...before, papers: "Invoiced" },
    { ...before, papers: "Before invoices" },
  ];
  const month = "SELECT month, papers, invoices, credit_notes, vat_to_pay_rand FROM staff_vat";
  expect(office.staff(month)).toEqual(
    lines(
      { month: lastDay.slice(0, 7), invoices: 1, credit_notes: 1, vat_to_pay_rand: 9.22 },
      { month: firstDay.slice(0, 7), invoices: 3, credit_notes: 3, vat_to_pay_rand: 27.66 },
    ),
  );
  const day = "SELECT day, papers, payments, vat_rand, payfast_fee_rand, paid_back_vat_rand FROM staff_revenue";
  expect(office.staff(day)).toEqual(
    lines(
      { day: lastDay, payments: 1, vat_rand: 10.52, payfast_fee_rand: 2.82, paid_back_vat_rand: 1.3 },
      { day: firstDay, payments: 3, vat_rand: 31.56, payfast_fee_rand: 8.46, paid_back_vat_rand: 3.9 },
    ),
  );
});

test("invoices less credit notes equal receipts less refunds, to the cent", async () => {
  for (let at = 0; at < 5; at += 1) {
    const { quote } = await office.paid({ parcel: { quantity: 1 + at } }, new Date());
    await office.tell(quote, { pfPaymentId: `twice-${at}` });
    if (at % 2) await refund(quote, 10_00 + at);
  }
  const [vat] = office.staff("SELECT sum(gross_rand) AS came, sum(credited_gross_rand) AS back FROM staff_vat");
  const [revenue] = office.staff("SELECT sum(received_rand) AS came, sum(paid_back_rand) AS back FROM staff_revenue");
  expect(vat).toEqual(revenue);
});

test("the revenue of a day, and the month's VAT in the document, are those of its papers: no cent is lost in rounding", async () => {
  const now = new Date();
  for (let at = 0; at < 26; at += 1) {
    const { quote } = await office.paid({ parcel: { quantity: 1 + (at % 7) } }, now);
    if (at % 5 === 0) await refund(quote, 7_00 + at, now);
  }
  const [papers] = office.staff<Record<string, number>>(
    `SELECT sum(CASE kind WHEN 'invoice' THEN gross_cents END) AS gross, sum(CASE kind WHEN 'invoice' THEN vat_cents END) AS vat,
       sum(CASE kind WHEN 'credit_note' THEN gross_cents END) AS back, sum(CASE kind WHEN 'credit_note' THEN vat_cents END) AS back_vat
     FROM invoices`,
  );
  const { gross = 0, vat = 0, back = 0, back_vat = 0 } = papers ?? {};
  expect(office.staff("SELECT * FROM staff_revenue")).toEqual([
    {
      ...{ day: saDay(now), money: "Test", mode: "sandbox", papers: "Invoiced", payments: 26 },
      ...{ received_rand: gross / 100, vat_rand: vat / 100, payfast_fee_rand: expect.any(Number) },
      ...{ paid_back_rand: back / 100, paid_back_vat_rand: back_vat / 100 },
      ...{ cash_rand: 0, bank_rand: 0, charged_back_rand: 0, claims_rand: 0 },
    },
  ]);
  const [documented] = staffQueries().filter(({ title }) => title === "VAT of this month");
  expect(office.staff(documented?.sql ?? "")).toMatchObject([
    { vat_rand: vat / 100, paid_back_vat_rand: back_vat / 100, vat_left_rand: (vat - back_vat) / 100 },
  ]);
});

test("a company that charges no VAT has none in its revenue, also of payments before invoices", async () => {
  const registration = { vatNumber: "none", registrationNumber: null };
  await storeSiteFacts(office.store, { appUrl: "http://x", paymentMode: "sandbox", registration }, november);
  await office.paid();
  const { quote } = await office.paid();
  await beforeInvoices(quote);
  expect(office.staff("SELECT papers, received_rand, vat_rand FROM staff_revenue")).toEqual([
    { papers: "Invoiced", received_rand: 80.62, vat_rand: 0 },
    { papers: "Before invoices", received_rand: 80.62, vat_rand: 0 },
  ]);
  expect(office.staff("SELECT sum(vat_rand) AS vat FROM staff_vat")).toEqual([{ vat: 0 }]);
});

test("a payment from before invoices stands apart in both views until its invoice is issued, with its own date", async () => {
  const [paidAt, refundedAt] = [new Date(), new Date(Date.now() + 1)];
  const [{ quote }, { quote: other }] = [await office.paid({}, paidAt), await office.paid({}, paidAt)];
  await refund(quote, 20_00, refundedAt);
  await beforeInvoices(quote);
  const line = { received_rand: 80.62, vat_rand: 10.52 };
  const old = { papers: "Before invoices", ...line, paid_back_rand: 20, paid_back_vat_rand: 2.61 };
  const revenue = () =>
    office.staff("SELECT papers, received_rand, vat_rand, paid_back_rand, paid_back_vat_rand FROM staff_revenue");
  expect(revenue()).toEqual([{ papers: "Invoiced", ...line, paid_back_rand: 0, paid_back_vat_rand: 0 }, old]);
  expect(office.staff("SELECT papers, invoices, gross_rand, vat_to_pay_rand FROM staff_vat")).toEqual([
    { papers: "Invoiced", invoices: 1, gross_rand: 80.62, vat_to_pay_rand: 10.52 },
    { papers: "Before invoices", invoices: 1, gross_rand: 80.62, vat_to_pay_rand: 7.91 },
  ]);

  const emails = () => office.staff("SELECT 1 FROM outgoing_mails").length;
  const before = emails();
  const desk = aDesk(office);
  expect(await desk.ask("issue", "invoice", quote.quoteNo)).toMatchObject({
    kind: "done",
    output: [expect.stringContaining("INV-SANDBOX-000003 of"), expect.stringContaining("Messages go")],
  });
  expect(await desk.ask("issue", "invoice", quote.quoteNo)).toMatchObject({
    output: [expect.stringContaining("INV-SANDBOX-000003 of")],
  });
  expect(await desk.ask("issue", "invoice", other.quoteNo)).toMatchObject({
    output: [expect.stringContaining("was issued before")],
  });
  expect(await desk.ask("issue", "invoice", (await office.booked()).quoteNo)).toMatchObject({ kind: "refused" });
  expect(emails()).toBe(before + 1);
  expect(office.staff("SELECT who, action, details FROM staff_history")).toEqual([
    { who: "Zanele", action: "issued invoice", details: "INV-SANDBOX-000003" },
  ]);
  expect(
    office.staff("SELECT kind, issued_at FROM invoices WHERE number = 3 OR kind = 'credit_note' ORDER BY kind"),
  ).toEqual([
    { kind: "credit_note", issued_at: refundedAt.toISOString() },
    { kind: "invoice", issued_at: paidAt.toISOString() },
  ]);
  expect(revenue()).toEqual([
    { papers: "Invoiced", received_rand: 161.24, vat_rand: 21.04, paid_back_rand: 20, paid_back_vat_rand: 2.61 },
  ]);
  desk.leave();
});

test("staff find each invoice with its booking, its fee and PayFast's number", async () => {
  const { quote, waybillNo } = await office.paid({}, november);
  await refund(quote, 80_62);
  const [credit, invoice] = office.staff("SELECT * FROM staff_invoices");
  const booking = {
    quote_no: quote.quoteNo,
    waybill_no: waybillNo,
    made_out_to: null,
    mode: "sandbox",
    vat_percent: 15,
    customer: "Thandi Nkosi",
    customer_email: "thandi@example.co.za",
  };
  expect(invoice).toEqual({
    ...{ ...booking, invoice_no: "INV-SANDBOX-000001", paper: "Receipt", credits_invoice: null },
    ...{ issued_at: "2026-11-01 00:00", net_rand: 70.1, vat_rand: 10.52, gross_rand: 80.62, payfast_fee_rand: 2.82 },
    ...{ payfast_id: expect.any(String), way: "PayFast" },
  });
  expect(credit).toMatchObject({
    ...{ ...booking, invoice_no: "CN-SANDBOX-000001", paper: "Credit note", credits_invoice: "INV-SANDBOX-000001" },
    ...{ net_rand: -70.1, vat_rand: -10.52, gross_rand: -80.62, payfast_fee_rand: null, payfast_id: "refund-8062" },
  });
});

test("a period is exported for accounting: its own days, this mode, the oldest first", async () => {
  await office.paid({}, october);
  const { quote } = await office.paid({}, november);
  await refund(quote, 80_62);
  const [, first = "", second = "", ...more] = written(
    await ask("export invoices --from 2026-11-01 --until 2026-11-30"),
    "csv",
  ).split("\r\n");
  expect(first).toMatch(/^2026-11-01,INV-SANDBOX-000002,Receipt,70.1,10.52,80.62,2.82,'?[\w-]+,Q\d{8},$/);
  expect(second).toMatch(/^2026-11-01,CN-SANDBOX-000001,Credit note,-70.1,-10.52,-80.62,,refund-8062,Q\d{8},INV-/);
  expect(more).toEqual([""]);
  expect(await ask("export invoices --from 2026-11-01 --until 2026-11-30 --mode live")).toMatchObject({ rows: [] });
});

test.each([
  ["export invoices --until 2026-11-30", "Give the first day"],
  ["export invoices --from 2026-11-31 --until 2026-11-30", "isn't a day"],
  ["export invoices --from 2026-12-01 --until 2026-11-30", "ends before it begins"],
  ["export invoices --from 2026-11-01 --until 2026-11-30 --mode real", 'There is no mode "real"'],
])("%s is not understood", async (typed, message) => {
  await expect(ask(typed)).rejects.toThrow(message);
});

async function refund(
  { id }: Quote,
  amountCents: number,
  at = later,
  reference = `refund-${amountCents}`,
): Promise<void> {
  const refund = { reference, amountCents, goodwill: true };
  await office.store.tx((tx) => noteRefund(tx, id, refund, at));
}

/** As if it had been paid by a release that issued no invoices. */
const beforeInvoices = ({ id }: Quote) => office.store.tx((tx) => tx.delete(invoices).where(eq(invoices.quoteId, id)));

async function ask(typed: string): Promise<Answer> {
  const views = viewsOf(office);
  const site = { appUrl: "http://x", mode: "sandbox" } as const;
  const { command, call } = readCall(typed.split(" "));
  expect(command).toBe(exportInvoices);
  try {
    const desk = {
      store: office.store,
      views,
      site,
      merchantApi: null,
      folder: ".",
      now: november,
      personName: "Zanele",
      isDryRun: false,
    };
    return await exportInvoices.run(call, desk);
  } finally {
    views.close();
  }
}
