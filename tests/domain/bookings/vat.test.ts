import { beforeEach, expect, test } from "vitest";
import { noteRefund } from "#app/domain/bookings/note-refund.server";
import type { Quote } from "#app/domain/quotes/quote";
import type { Answer } from "#app/staff/answer";
import { exportInvoices } from "#app/staff/commands/export-invoices.server";
import { written } from "#app/staff/output";
import { readCall } from "#app/staff/read-call";
import { openStaffViews } from "#db/staff-views.server";
import { anOffice, type Office } from "../../support/an-office";
import { freshForStaff } from "../../support/store-place";

let office: Office;
beforeEach(async () => {
  office = await anOffice();
});

/** The last minute of October in South Africa, and the first of November. */
const october = new Date("2026-10-31T21:59:00Z");
const november = new Date("2026-10-31T22:00:00Z");
const later = new Date("2026-10-31T22:05:00Z");

test("the VAT of a month is that of its invoices, line by line, less that of its credit notes", async () => {
  await office.paid({}, october);
  const { quote } = await office.paid({}, november);
  for (const quantity of [2, 3, 7]) await office.paid({ parcel: { quantity } }, november);
  await refund(quote, 30_01);
  const papers = office.staff<Record<string, number>>("SELECT * FROM invoices WHERE issued_at >= '2026-10-31T22'");
  const sum = (kind: string, column: string) =>
    papers.filter((row) => String(row.kind) === kind).reduce((total, row) => total + Number(row[column]), 0) / 100;
  expect(office.staff("SELECT * FROM staff_vat")).toEqual([
    {
      ...{ month: "2026-11", mode: "sandbox", invoices: 4, credit_notes: 1 },
      net_rand: sum("invoice", "net_cents"),
      vat_rand: sum("invoice", "vat_cents"),
      gross_rand: sum("invoice", "gross_cents"),
      ...{ credited_net_rand: 26.09, credited_vat_rand: 3.92, credited_gross_rand: 30.01 },
      vat_to_pay_rand: Math.round(sum("invoice", "vat_cents") * 100 - 3_92) / 100,
    },
    expect.objectContaining({ month: "2026-10", invoices: 1, vat_rand: 10.52, vat_to_pay_rand: 10.52 }),
  ]);
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
  };
  expect(invoice).toEqual({
    ...{ ...booking, invoice_no: "INV-SANDBOX-000001", paper: "Receipt", credits_invoice: null },
    ...{ issued_at: "2026-11-01 00:00", net_rand: 70.1, vat_rand: 10.52, gross_rand: 80.62, payfast_fee_rand: 2.82 },
    payfast_id: expect.any(String),
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
  ["export invoices --until 2026-11-30", "Say the first day"],
  ["export invoices --from 2026-11-31 --until 2026-11-30", "Say the first day"],
  ["export invoices --from 2026-12-01 --until 2026-11-30", "ends before it begins"],
  ["export invoices --from 2026-11-01 --until 2026-11-30 --mode real", 'There is no mode "real"'],
])("%s is not understood", async (typed, message) => {
  await expect(ask(typed)).rejects.toThrow(message);
});

async function refund({ id }: Quote, amountCents: number): Promise<void> {
  const refund = { reference: `refund-${amountCents}`, amountCents, goodwill: true };
  await office.store.tx((tx) => noteRefund(tx, id, refund, later));
}

async function ask(typed: string): Promise<Answer> {
  freshForStaff(office.file);
  const views = openStaffViews(office.file);
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
      who: "Zanele",
      isDryRun: false,
    };
    return await exportInvoices.run(call, desk);
  } finally {
    views.close();
  }
}
