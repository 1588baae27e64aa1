import { sql } from "drizzle-orm";
import { index, int, json, oneOf, table, text, time, uniqueIndex } from "../columns";
import { charges } from "./charges";
import { payments } from "./payments";
import { quotes } from "./quotes";

/** The company's details when the invoice was issued. Without a VAT number the document is no tax invoice. */
export type Supplier = {
  name: string;
  address: string[];
  vatNumber: string | null;
  registrationNumber: string | null;
};

/** The customer named on an invoice of more than R 5 000, with the VAT number if they gave one. */
export type InvoiceCustomer = { name: string; address: string[]; vatNumber?: string };

/** One line, excluding VAT. */
export type InvoiceLine = { label: string; amountCents: number };

/**
 * Tax invoices of paid bookings and charges, and credit notes of refunds, as they were issued. Rows are never deleted and their
 * amounts never change. Each payment mode and kind is numbered from 1 without gaps, but for
 * those that were lost with a database.
 */
export const invoices = table(
  "invoices",
  {
    invoiceNo: text("invoice_no").primaryKey(),
    kind: oneOf("kind", ["invoice", "credit_note"]).notNull(),
    mode: oneOf("mode", ["simulator", "sandbox", "live"]).notNull(),
    number: int("number").notNull(),
    quoteId: text("quote_id")
      .notNull()
      .references(() => quotes.id),
    paymentId: text("payment_id")
      .notNull()
      .references(() => payments.id),
    /** The charge that it is for; empty for the price. */
    chargeId: text("charge_id").references(() => charges.id),
    /**
     * For a credit note: its refund, and the invoice that it reduces. The refund may have been undone since, and has no
     * row then.
     */
    refundReference: text("refund_reference"),
    creditedInvoiceNo: text("credited_invoice_no"),
    issuedAt: time("issued_at").notNull(),
    description: text("description").notNull(),
    quantity: int("quantity").notNull(),
    lines: json<InvoiceLine[]>("lines").notNull(),
    vatBasisPoints: int("vat_basis_points").notNull(),
    netCents: int("net_cents").notNull(),
    vatCents: int("vat_cents").notNull(),
    grossCents: int("gross_cents").notNull(),
    supplier: json<Supplier>("supplier").notNull(),
    customer: json<InvoiceCustomer>("customer"),
    /** When the customer's VAT number was added or corrected, and the customer as the invoice first named them. */
    correctedAt: time("corrected_at"),
    firstCustomer: json<InvoiceCustomer>("first_customer"),
  },
  (invoices) => [
    uniqueIndex("invoices_in_series").on(invoices.mode, invoices.kind, invoices.number),
    uniqueIndex("invoices_of_a_payment").on(invoices.paymentId).where(sql`kind = 'invoice'`),
    index("invoices_of_a_quote").on(invoices.quoteId).where(sql`kind = 'invoice'`),
    index("invoices_by_quote").on(invoices.quoteId),
    index("invoices_by_time").on(invoices.mode, invoices.issuedAt),
    index("invoices_with_customer").on(invoices.issuedAt).where(sql`customer is not null`),
  ],
);
