import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { titleOf } from "#app/domain/money/invoice";
import {
  creditUndone,
  findInvoice,
  forgetCustomers,
  type InvoiceDraft,
  issueCreditNote,
  issueInvoice,
  papersOf,
  takeBackCreditNotes,
} from "#app/domain/money/invoices.server";
import { addRefund } from "#app/domain/money/refunds.server";
import type { Quote } from "#app/domain/parcels/quotes/quote";
import { DAYS } from "#app/durations";
import { plainText } from "#app/language/plain-text";
import { invoices } from "#db/schema/invoices";
import { payments } from "#db/schema/payments";
import { aBooking } from "../../support/a-booking";
import { storeForEachTest } from "../../support/a-store";

const now = new Date("2026-11-21T10:00:00Z");
const supplier = { name: "Thuma Couriers", address: [], vatNumber: "4123456789", registrationNumber: null };

const store = storeForEachTest();

describe("the invoices and credit notes of a booking", () => {
  test("are its invoice, issued once, and a credit note for each refund of it, oldest first", async () => {
    const { quote, draft, paymentId } = await aPayment();
    const invoice = await store.tx((tx) => issueInvoice(tx, draft, now));
    const again = await store.tx((tx) => issueInvoice(tx, { ...draft, grossCents: 1 }, day(1)));
    expect(again).toEqual(invoice);
    const note = await refund(paymentId, "r1", 23_00, day(2));
    expect(note).toMatchObject({
      ...{ invoiceNo: "CN-000001", kind: "credit_note", creditedInvoiceNo: "INV-000001", refundReference: "r1" },
      ...{ grossCents: 23_00, vatCents: 3_00, netCents: 20_00, issuedAt: day(2) },
      lines: [{ label: "Refund of INV-000001", amountCents: 20_00 }],
    });
    await refund(paymentId, "r2", 92_00, day(3));
    const papers = await papersOf(store.read, quote.id);
    expect(papers.map(({ invoiceNo, vatCents }) => [invoiceNo, vatCents])).toEqual([
      ["INV-000001", 15_00],
      ["CN-000001", 3_00],
      ["CN-000002", 12_00],
    ]);
  });

  test("reverse the VAT of all refunds together, to the cent, and never more than was invoiced", async () => {
    const { draft, paymentId } = await aPayment();
    await store.tx((tx) => issueInvoice(tx, draft, now));
    const notes = [];
    for (const [place, cents] of [33_33, 33_33, 90_00].entries())
      notes.push(await refund(paymentId, `r${place}`, cents, day(1)));
    expect(notes.map((note) => [note?.grossCents, note?.vatCents])).toEqual([
      [33_33, 4_35],
      [33_33, 4_34],
      [48_34, 6_31],
    ]);
  });

  test("leave out a refund of money that was never invoiced", async () => {
    const { draft } = await aPayment();
    await store.tx((tx) => issueInvoice(tx, draft, now));
    const second = await aPayment();
    expect(await refund(second.paymentId, "r1", 1_00, now)).toBeNull();
  });

  test("are issued anew for another payment of the same booking", async () => {
    const { draft, quote } = await aPayment();
    await store.tx((tx) => issueInvoice(tx, draft, now));
    const second = await aPayment();
    const other = { ...draft, paymentId: second.paymentId };
    await store.tx((tx) => issueInvoice(tx, other, day(1)));
    await store.tx((tx) => issueInvoice(tx, other, day(2)));
    expect((await papersOf(store.read, quote.id)).map(({ invoiceNo }) => invoiceNo)).toEqual([
      "INV-000001",
      "INV-000002",
    ]);
  });

  test("a refund noted by mistake is taken back by a debit note of its amounts below zero, once, and no other is", async () => {
    const { quote, draft, paymentId } = await aPayment();
    await store.tx((tx) => issueInvoice(tx, draft, now));
    await refund(paymentId, "wrong", 23_00, day(1));
    await refund(paymentId, "right", 11_50, day(1));
    for (const at of [2, 3]) await store.tx((tx) => takeBackCreditNotes(tx, quote.id, "wrong", day(at)));
    const papers = await papersOf(store.read, quote.id);
    expect(papers.map((paper) => [plainText(titleOf(paper)), paper.refundReference, paper.grossCents])).toEqual([
      ["Tax Invoice", null, 115_00],
      ["Credit Note", "wrong", 23_00],
      ["Credit Note", "right", 11_50],
      ["Debit Note", "wrong", -23_00],
    ]);
    expect(papers.at(-1)).toMatchObject({
      ...{ invoiceNo: "CN-000003", creditedInvoiceNo: "INV-000001", netCents: -20_00, vatCents: -3_00 },
      ...{ lines: [{ label: "Takes back CN-000001", amountCents: -20_00 }], issuedAt: day(2) },
    });
    // All but what is still refunded can be credited again.
    expect(await refund(paymentId, "again", 115_00, day(4))).toMatchObject({ grossCents: 103_50 });
  });

  test("a payment noted by mistake is credited for what is left of its invoice, once", async () => {
    const { quote, draft, paymentId } = await aPayment();
    await store.tx((tx) => issueInvoice(tx, draft, now));
    await refund(paymentId, "r1", 23_00, day(1));
    const undo = () => store.tx((tx) => creditUndone(tx, { id: paymentId, quoteId: quote.id, chargeId: null }, day(2)));
    expect(await undo()).toMatchObject({
      ...{ grossCents: 92_00, refundReference: null, creditedInvoiceNo: "INV-000001" },
      lines: [{ label: "Takes back INV-000001", amountCents: 80_00 }],
    });
    expect(await undo()).toBeNull();
    expect(await papersOf(store.read, quote.id)).toHaveLength(3);
  });

  test("are numbered by kind and by mode, each from one", async () => {
    for (const [mode, expected] of [
      ["live", "INV-000001"],
      ["live", "INV-000002"],
      ["sandbox", "INV-SANDBOX-000001"],
    ] as const) {
      const { draft } = await aPayment();
      const { invoiceNo } = await store.tx((tx) => issueInvoice(tx, { ...draft, mode }, now));
      expect(invoiceNo).toBe(expected);
    }
  });

  test("are found by their number; an unknown number is null", async () => {
    const { draft, quote } = await aPayment();
    await store.tx((tx) => issueInvoice(tx, draft, now));
    expect(await findInvoice(store.read, "INV-000001")).toMatchObject({ quoteId: quote.id });
    expect(await findInvoice(store.read, "INV-000002")).toBeNull();
  });
});

test("customers are erased from invoices older than a day given, a limited number at once; numbers and amounts stay", async () => {
  const customer = { name: "Thandi Nkosi", address: ["Katlehong"] };
  for (const age of [3, 2, 1, 0]) {
    const { draft } = await aPayment();
    await store.tx((tx) => issueInvoice(tx, { ...draft, customer }, day(-age)));
  }
  const forget = (atMost: number) => store.tx((tx) => forgetCustomers(tx, day(-1), atMost));
  expect([await forget(1), await forget(10), await forget(10)]).toEqual([1, 1, 0]);
  const papers = (await store.read.select().from(invoices)).toSorted((a, b) => a.number - b.number);
  expect(papers.map((paper) => paper.customer?.name ?? null)).toEqual([null, null, "Thandi Nkosi", "Thandi Nkosi"]);
  expect(papers.map(({ grossCents }) => grossCents)).toEqual([115_00, 115_00, 115_00, 115_00]);
});

const day = (days: number) => new Date(now.getTime() + days * DAYS);

const refund = (paymentId: string, reference: string, amountCents: number, at: Date) =>
  store.tx(async (tx) => {
    await addRefund(tx, { reference, paymentId, amountCents, notedAt: at });
    return issueCreditNote(tx, { reference, paymentId, amountCents }, at);
  });

/** A booking paid with R 115, and its invoice. */
async function aPayment(): Promise<{ quote: Quote; draft: InvoiceDraft; paymentId: string }> {
  const quote = await aBooking(store, now);
  const [payment] = await store.read.select().from(payments).where(eq(payments.quoteId, quote.id));
  const paymentId = payment?.id ?? expect.fail("no attempt to pay");
  const amounts = { netCents: 100_00, vatCents: 15_00, grossCents: 115_00, vatBasisPoints: 15_00 };
  const lines = [{ label: "Courier service", amountCents: 100_00 }];
  const draft = {
    ...amounts,
    lines,
    quoteId: quote.id,
    paymentId,
    isOnAccount: false,
    chargeId: null,
    mode: "live" as const,
    supplier,
  };
  return { quote, draft: { ...draft, customer: null, quantity: 1, description: "Parcel" }, paymentId };
}
