import { contact } from "#app/contact";
import { plainText } from "#app/language/plain-text";
import { formatRand } from "../values/money";
import { saDate, shortDate } from "../values/sa-time";
import type { Charge } from "./charges.server";
import { type Invoice, titleOf } from "./invoice";
import { isOffAccount, numberShown, wayOf } from "./ways";

/**
 * What stands on the page of an invoice or a credit note, and what is asked beside it.
 * @param charge the one that it is for; null for a price that was paid by itself
 */
export function invoiceShown(invoice: Invoice, waybillNo: string | null, charge: Charge | null) {
  const { kind, mode, invoiceNo, supplier, customer, issuedAt, quantity, description, grossCents } = invoice;
  const isCredit = kind === "credit_note";
  // A debit note is kept as less than nothing credited, and reads as what it adds.
  const sign = isCredit && grossCents < 0 ? -1 : 1;
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
        ...(isCredit ? whyOf(invoice) : []),
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
      lines: amountsOf(invoice, sign),
      total: {
        label: isCredit ? creditedLabel(invoice) : totalLabel(invoice, charge),
        amount: formatRand(sign * grossCents),
      },
    },
  };
}

/** Why a credit note or a debit note was issued. What took something off an account has a reference of ours alone. */
function whyOf({ refundReference: reference, grossCents, isOnAccount }: Invoice) {
  const why = (value: string) => [{ label: "Why", value }];
  const isDebit = grossCents < 0;
  if (isOffAccount(reference))
    return why(
      isDebit ? "We had taken it off your account by mistake." : "Less is owed on your account. No money moved.",
    );
  if (reference === null)
    return why(isOnAccount ? "It is owed no more. No money moved." : "We had noted a payment by mistake.");
  const way = wayOf(reference);
  const labels = { payfast: "PayFast reference", bank: "Bank reference", cash: "" };
  return [
    ...why(isDebit ? "We had noted a refund by mistake." : `We refunded money${way === "cash" ? " in cash" : ""}.`),
    { label: labels[way], value: numberShown(reference) },
  ];
}

function creditedLabel({ refundReference: reference, grossCents, isOnAccount }: Invoice): string {
  if (isOffAccount(reference)) return grossCents < 0 ? "Put back on your account" : "Taken off your account";
  if (reference === null) return isOnAccount ? "Taken off your account" : "Taken back";
  return grossCents < 0 ? "Taken back" : "Refunded";
}

/** An invoice that was taken back leaves its charge to another one, which is dated later. */
function totalLabel({ isOnAccount, issuedAt }: Invoice, charge: Charge | null): string {
  if (!isOnAccount) return "Total, paid";
  if (charge?.invoicedAt?.getTime() !== issuedAt.getTime()) return "Total";
  if (charge.state === "open") return `Total, on account, due ${shortDate(charge.payBy)}`;
  return charge.state === "paid" ? "Total, paid" : "Total";
}

/** A company that charges no VAT doesn't mention it. */
function amountsOf({ lines, vatBasisPoints, netCents, vatCents }: Invoice, sign: 1 | -1) {
  const parts = lines.map(({ label, amountCents }) => ({ label, amount: formatRand(sign * amountCents) }));
  if (vatBasisPoints === 0) return parts;
  const percent = String(vatBasisPoints / 100).replace(".", ",");
  return [
    ...parts,
    { label: "Subtotal excluding VAT", amount: formatRand(sign * netCents) },
    { label: `VAT (${percent} %)`, amount: formatRand(sign * vatCents) },
  ];
}
