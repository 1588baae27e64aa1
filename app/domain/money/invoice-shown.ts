import { contact } from "#app/contact";
import { plainText } from "#app/language/plain-text";
import { formatRand } from "../values/money";
import { saDate } from "../values/sa-time";
import { type Invoice, titleOf } from "./invoice";
import { numberShown, wayOf } from "./ways";

/** What stands on the page of an invoice or a credit note, and what is asked beside it. */
export function invoiceShown(invoice: Invoice, waybillNo: string | null) {
  const { kind, mode, invoiceNo, supplier, customer, issuedAt, quantity, description, grossCents } = invoice;
  const isCredit = kind === "credit_note";
  const way = wayOf(invoice.refundReference);
  return {
    mode,
    invoiceNo,
    title: plainText(titleOf(invoice)),
    question:
      supplier.vatNumber && !isCredit && customer && !customer.vatNumber
        ? `Are you a VAT vendor and need your own VAT number on it? Write to ${contact().email.contact}.`
        : null,
    paper: {
      facts: [
        { label: "Number", value: invoiceNo },
        { label: "Date", value: saDate(issuedAt) },
        { label: "Corrected", value: invoice.correctedAt && `${saDate(invoice.correctedAt)}: the buyer's VAT number` },
        { label: "For invoice", value: invoice.creditedInvoiceNo },
        { label: "Why", value: isCredit ? "We refunded money." : null },
        { label: way === "bank" ? "Bank reference" : "PayFast reference", value: numberShown(invoice.refundReference) },
        { label: "Waybill number", value: waybillNo },
      ],
      supplier: {
        name: supplier.name,
        address: supplier.address,
        facts: [
          { label: "VAT number", value: supplier.vatNumber },
          { label: "Registration number", value: supplier.registrationNumber },
        ],
      },
      customer: customer && { ...customer, facts: [{ label: "VAT number", value: customer.vatNumber ?? null }] },
      description: `${quantity} × ${description}`,
      lines: amountsOf(invoice),
      total: { label: isCredit ? "Refunded" : "Total, paid", amount: formatRand(grossCents) },
    },
  };
}

/** A company that charges no VAT doesn't mention it. */
function amountsOf({ lines, vatBasisPoints, netCents, vatCents }: Invoice) {
  const parts = lines.map(({ label, amountCents }) => ({ label, amount: formatRand(amountCents) }));
  if (vatBasisPoints === 0) return parts;
  const percent = String(vatBasisPoints / 100).replace(".", ",");
  return [
    ...parts,
    { label: "Subtotal excluding VAT", amount: formatRand(netCents) },
    { label: `VAT (${percent} %)`, amount: formatRand(vatCents) },
  ];
}
