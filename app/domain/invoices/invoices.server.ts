import { and, asc, desc, eq, inArray, isNotNull, lt } from "drizzle-orm";
import { invoices } from "#db/schema/invoices";
import type { Reader, Tx } from "#db/store.server";
import type { Cents } from "../values/money";
import { credited, type Invoice, invoiceNumber } from "./invoice";

/** An invoice without its number and date. */
export type InvoiceDraft = Omit<
  Invoice,
  "invoiceNo" | "kind" | "number" | "issuedAt" | "refundReference" | "creditedInvoiceNo"
>;

/** Issues a booking's only invoice, or returns the one that was issued. */
export async function issueInvoice(tx: Tx, draft: InvoiceDraft, now: Date): Promise<Invoice> {
  const before = await invoiceOfQuote(tx, draft.quoteId);
  if (before) return before;
  return insert(tx, { ...draft, kind: "invoice", refundReference: null, creditedInvoiceNo: null, issuedAt: now });
}

/**
 * Issues a refund's credit note (VAT Act 89 of 1991, s21). Returns null for money that was never invoiced, because it
 * was a second payment or came after the booking was cancelled.
 */
export async function issueCreditNote(
  tx: Tx,
  refund: { reference: string; paymentId: string; amountCents: Cents },
  now: Date,
): Promise<Invoice | null> {
  const papers = await tx.select().from(invoices).where(eq(invoices.paymentId, refund.paymentId));
  const invoice = papers.find(({ kind }) => kind === "invoice");
  if (!invoice) return null;
  const earlier = papers.filter(({ kind }) => kind === "credit_note");
  const before = {
    grossCents: earlier.reduce((total, { grossCents }) => total + grossCents, 0),
    vatCents: earlier.reduce((total, { vatCents }) => total + vatCents, 0),
  };
  const amounts = credited(invoice, before, refund.amountCents);
  const label = `Money paid back of ${invoice.invoiceNo}`;
  return insert(tx, {
    ...invoice,
    ...amounts,
    kind: "credit_note",
    lines: [{ label, amountCents: amounts.netCents }],
    refundReference: refund.reference,
    creditedInvoiceNo: invoice.invoiceNo,
    issuedAt: now,
  });
}

/** The invoice or credit note with this number, or null. */
export async function findInvoice(store: Reader, invoiceNo: string): Promise<Invoice | null> {
  const [invoice] = await store.select().from(invoices).where(eq(invoices.invoiceNo, invoiceNo));
  return invoice ?? null;
}

/** A paid booking's invoice; null before it is paid, and for bookings paid before the site issued invoices. */
async function invoiceOfQuote(store: Reader, quoteId: string): Promise<Invoice | null> {
  const [invoice] = await store
    .select()
    .from(invoices)
    .where(and(eq(invoices.quoteId, quoteId), eq(invoices.kind, "invoice")));
  return invoice ?? null;
}

/** Every invoice and credit note of a booking, oldest first. */
export async function papersOf(store: Reader, quoteId: string): Promise<Invoice[]> {
  return store.select().from(invoices).where(eq(invoices.quoteId, quoteId)).orderBy(asc(invoices.issuedAt));
}

/**
 * Erases the customers from invoices that the law no longer requires to name them. Numbers and amounts stay.
 * @returns how many, at most `atMost`
 */
export async function forgetCustomers(tx: Tx, issuedBefore: Date, atMost: number): Promise<number> {
  const due = await tx
    .select({ invoiceNo: invoices.invoiceNo })
    .from(invoices)
    .where(and(isNotNull(invoices.customer), lt(invoices.issuedAt, issuedBefore)))
    .limit(atMost);
  const numbers = due.map(({ invoiceNo }) => invoiceNo);
  await tx.update(invoices).set({ customer: null }).where(inArray(invoices.invoiceNo, numbers));
  return numbers.length;
}

/** Takes the number in the caller's transaction, so that a rollback leaves no gap. */
async function insert(tx: Tx, paper: Omit<Invoice, "invoiceNo" | "number">): Promise<Invoice> {
  const { mode, kind } = paper;
  const [last] = await tx
    .select({ number: invoices.number })
    .from(invoices)
    .where(and(eq(invoices.mode, mode), eq(invoices.kind, kind)))
    .orderBy(desc(invoices.number))
    .limit(1);
  const number = (last?.number ?? 0) + 1;
  const issued = { ...paper, number, invoiceNo: invoiceNumber({ kind, mode, number }) };
  await tx.insert(invoices).values(issued);
  return issued;
}
