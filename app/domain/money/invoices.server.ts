import { and, asc, desc, eq, inArray, isNotNull, lt, type SQL } from "drizzle-orm";
import { carriedNumber } from "#db/issued/papers.server";
import { charges } from "#db/schema/charges";
import { invoices } from "#db/schema/invoices";
import { payments } from "#db/schema/payments";
import type { Reader, Tx } from "#db/store.server";
import type { Cents } from "../values/money";
import { credited, type Invoice, invoiceNumber, seriesOf } from "./invoice";
import { isOffAccount } from "./ways";

type Payment = typeof payments.$inferSelect;

/** An invoice without its number and date. */
export type InvoiceDraft = Omit<
  Invoice,
  | "invoiceNo"
  | "kind"
  | "number"
  | "issuedAt"
  | "refundReference"
  | "creditedInvoiceNo"
  | "correctedAt"
  | "firstCustomer"
>;

/** Issues the only invoice of the payment that settles a booking or a charge, or returns the one that was issued. */
export async function issueInvoice(tx: Tx, draft: InvoiceDraft, now: Date): Promise<Invoice> {
  const issued = (await papersOf(tx, draft.quoteId)).find(
    ({ kind, paymentId }) => kind === "invoice" && paymentId === draft.paymentId,
  );
  if (issued) return issued;
  const fresh = { refundReference: null, creditedInvoiceNo: null, correctedAt: null, firstCustomer: null };
  return insert(tx, { ...draft, ...fresh, kind: "invoice", issuedAt: now });
}

/**
 * Issues a refund's credit note (VAT Act 89 of 1991, s21). Returns null for money that was never invoiced, because it
 * was a second payment or came after the booking was cancelled.
 */
export async function issueCreditNote(
  tx: Tx,
  { reference, paymentId, amountCents }: { reference: string; paymentId: string; amountCents: Cents },
  now: Date,
): Promise<Invoice | null> {
  const [payment] = await tx.select().from(payments).where(eq(payments.id, paymentId));
  return payment && payment.state !== "duplicate" ? credit(tx, payment, amountCents, { reference }, now) : null;
}

/**
 * Credits a part of what an account owes, which moves no money: whatever became of a payment for it.
 * @returns null if it was never invoiced
 */
export function creditOnAccount(
  tx: Tx,
  payment: Pick<Payment, "id" | "quoteId" | "chargeId">,
  { reference, amountCents }: { reference: string; amountCents: Cents },
  now: Date,
): Promise<Invoice | null> {
  return credit(tx, payment, amountCents, { reference }, now);
}

/**
 * Credits what is left of the invoice of a payment that was noted by mistake, or of what an account owes no more.
 * @param because why nothing is owed of what is on account
 * @returns null if it was never invoiced
 */
export async function creditUndone(
  tx: Tx,
  payment: Pick<Payment, "id" | "quoteId" | "chargeId">,
  now: Date,
  because = "",
): Promise<Invoice | null> {
  return credit(tx, payment, Number.MAX_SAFE_INTEGER, { because }, now);
}

/**
 * Takes back the credit notes of a refund that was noted by mistake: by one more each, of the same amounts below zero,
 * because a paper that was issued never changes.
 */
export async function takeBackCreditNotes(tx: Tx, quoteId: string, reference: string, now: Date): Promise<void> {
  const papers = (await papersOf(tx, quoteId)).filter(({ kind }) => kind === "credit_note");
  const taken = papers.map(({ lines }) => lines[0]?.label);
  for (const paper of papers) {
    const label = `Takes back ${paper.invoiceNo}`;
    if (paper.refundReference !== reference || paper.grossCents < 0 || taken.includes(label)) continue;
    const { netCents, vatCents, grossCents } = paper;
    const amounts = { netCents: -netCents, vatCents: -vatCents, grossCents: -grossCents };
    await insert(tx, { ...paper, ...amounts, lines: [{ label, amountCents: -netCents }], issuedAt: now });
  }
}

/** Reduces the newest invoice of a booking's price, or of the charge that the payment is for. */
async function credit(
  tx: Tx,
  payment: Pick<Payment, "id" | "quoteId" | "chargeId">,
  amountCents: Cents,
  how: { reference: string } | { because: string },
  now: Date,
): Promise<Invoice | null> {
  const papers = await papersOf(tx, payment.quoteId);
  // By its number: a clock that was set back gives a newer one an earlier moment.
  const [invoice] = papers
    .filter(({ kind, chargeId }) => kind === "invoice" && chargeId === payment.chargeId)
    .toSorted((one, other) => other.number - one.number);
  if (!invoice) return null;
  const earlier = papers.filter(({ creditedInvoiceNo }) => creditedInvoiceNo === invoice.invoiceNo);
  const creditedBefore = {
    grossCents: earlier.reduce((total, { grossCents }) => total + grossCents, 0),
    vatCents: earlier.reduce((total, { vatCents }) => total + vatCents, 0),
  };
  const amounts = credited(invoice, creditedBefore, amountCents);
  // All of it was credited before: this money isn't what the invoice was for.
  if (amounts.grossCents === 0) return null;
  return insert(tx, {
    ...invoice,
    ...amounts,
    kind: "credit_note",
    paymentId: payment.id,
    lines: [{ label: labelOfCredit(invoice, how), amountCents: amounts.netCents }],
    refundReference: "reference" in how ? how.reference : null,
    creditedInvoiceNo: invoice.invoiceNo,
    ...{ correctedAt: null, firstCustomer: null },
    issuedAt: now,
  });
}

function labelOfCredit({ invoiceNo }: Invoice, how: { reference: string } | { because: string }): string {
  if ("because" in how) return [`Takes back ${invoiceNo}`, how.because].filter(Boolean).join(": ");
  return `${isOffAccount(how.reference) ? "Taken off" : "Refund of"} ${invoiceNo}`;
}

/**
 * Puts the buyer's VAT number on a full invoice that was issued: the same number, date and amounts, as the VAT Act allows
 * (s20(1B)). What it first said is kept.
 * @returns the invoice as it is now
 */
export async function correctVatNumber(tx: Tx, invoice: Invoice, vatNumber: string, now: Date): Promise<Invoice> {
  const { customer, firstCustomer, invoiceNo } = invoice;
  if (!customer || customer.vatNumber === vatNumber) return invoice;
  const corrected = {
    customer: { ...customer, vatNumber },
    correctedAt: now,
    firstCustomer: firstCustomer ?? customer,
  };
  await tx.update(invoices).set(corrected).where(eq(invoices.invoiceNo, invoiceNo));
  return { ...invoice, ...corrected };
}

/** The invoice or credit note with this number, or null. */
export async function findInvoice(store: Reader, invoiceNo: string): Promise<Invoice | null> {
  const [found] = await papersWhere(store, eq(invoices.invoiceNo, invoiceNo));
  return found ?? null;
}

/** Papers with whether they are for what is on account, oldest first. */
async function papersWhere(store: Reader, isWanted: SQL): Promise<Invoice[]> {
  const rows = await store
    .select({ paper: invoices, accountUid: charges.accountUid })
    .from(invoices)
    .leftJoin(charges, eq(charges.id, invoices.chargeId))
    .where(isWanted)
    .orderBy(asc(invoices.issuedAt), asc(invoices.number));
  return rows.map(({ paper, accountUid }) => ({ ...paper, isOnAccount: accountUid !== null }));
}

/** Every invoice and credit note of a booking, oldest first. */
export async function papersOf(store: Reader, quoteId: string): Promise<Invoice[]> {
  return papersWhere(store, eq(invoices.quoteId, quoteId));
}

/** Every invoice and credit note of some bookings, by booking, each booking's oldest first. */
export async function papersOfAll(store: Reader, quoteIds: readonly string[]): Promise<Map<string, Invoice[]>> {
  if (quoteIds.length === 0) return new Map();
  const rows = await papersWhere(store, inArray(invoices.quoteId, [...quoteIds]));
  const papers = new Map<string, Invoice[]>();
  for (const paper of rows) papers.set(paper.quoteId, [...(papers.get(paper.quoteId) ?? []), paper]);
  return papers;
}

/** The numbers of the invoices and credit notes of some bookings that name their customer. */
export async function papersNaming(store: Reader, quoteIds: readonly string[]): Promise<string[]> {
  const rows = await store
    .select({ invoiceNo: invoices.invoiceNo })
    .from(invoices)
    .where(and(inArray(invoices.quoteId, [...quoteIds]), isNotNull(invoices.customer)))
    .orderBy(asc(invoices.issuedAt), asc(invoices.number));
  return rows.map(({ invoiceNo }) => invoiceNo);
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
  await tx.update(invoices).set({ customer: null, firstCustomer: null }).where(inArray(invoices.invoiceNo, numbers));
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
  const number = Math.max(last?.number ?? 0, await carriedNumber(tx, seriesOf({ kind, mode }))) + 1;
  const issued = { ...paper, number, invoiceNo: invoiceNumber({ kind, mode, number }) };
  await tx.insert(invoices).values(issued);
  return issued;
}
