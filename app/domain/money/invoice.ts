import { messagesCatalogue } from "#app/language/messages.server";
import type { Sentence } from "#app/language/say";
import type { InvoiceLine, invoices } from "#db/schema/invoices";
import { type Cents, percentOf, roundHalfUp } from "../values/money";
import { plainSigns } from "../values/typed-text";

/** A tax invoice or a credit note, as it was issued. `isOnAccount`: for what an account pays by month. */
export type Invoice = typeof invoices.$inferSelect & { isOnAccount: boolean };

/** Up to this amount, VAT included, an abridged tax invoice is enough (VAT Act 89 of 1991, s20(5)). */
const ABRIDGED_UP_TO: Cents = 5_000_00;

const BASIS_POINTS_IN_WHOLE = 10_000;
const DIGITS = 6;
const letters = { invoice: "INV", credit_note: "CN" } as const;
/** Test modes have a number series of their own, so that they leave no gap among real invoices. */
const series = { live: "", sandbox: "SANDBOX-", simulator: "TEST-" } as const;

/** `INV-000042`, `CN-TEST-000007`. */
export function invoiceNumber({ kind, mode, number }: Pick<Invoice, "kind" | "mode" | "number">): string {
  return `${seriesOf({ kind, mode })}${String(number).padStart(DIGITS, "0")}`;
}

/** What the numbers of a kind and payment mode begin with: `INV-`, `CN-TEST-`. */
export function seriesOf({ kind, mode }: Pick<Invoice, "kind" | "mode">): string {
  return `${letters[kind]}-${series[mode]}`;
}

/** The number of an invoice or a credit note in a text, with or without its zeros; null without one. */
export function invoiceNumberIn(text: string): string | null {
  const shape = /\b(INV|CN)[ .:#_/-]{0,3}(?:(TEST|SANDBOX)[ ._/-]{0,3})?([0-9OI]{1,9})\b/i;
  const [, kind, mode, typed] = shape.exec(plainSigns(text)) ?? [];
  if (!kind || !typed) return null;
  const digits = typed
    .replace(/O/gi, "0")
    .replace(/I/gi, "1")
    .replace(/^0+(?=\d)/, "");
  return [kind, mode, digits.padStart(DIGITS, "0")].filter(Boolean).join("-").toUpperCase();
}

/** The document's title: only a VAT vendor issues tax invoices. What is on account isn't paid yet, so it has no receipt. */
export function titleOf(paper: Titled): Sentence {
  return messagesCatalogue().money.papers[typeOf(paper)];
}

/** Its title and number, for a link. */
export function labelOf(paper: Titled & Pick<Invoice, "invoiceNo">): Sentence {
  return messagesCatalogue().money.paper(typeOf(paper), paper.invoiceNo);
}

type Titled = Pick<Invoice, "kind" | "supplier" | "isOnAccount"> & { grossCents?: Cents };

function typeOf({ kind, supplier, isOnAccount, grossCents = 0 }: Titled) {
  if (kind === "credit_note") return grossCents < 0 ? "debitNote" : "creditNote";
  if (supplier.vatNumber) return "taxInvoice";
  return isOnAccount ? "invoice" : "receipt";
}

/** Whether the law requires the customer's name and address on it (s20(4)). */
export function isFull(grossCents: Cents): boolean {
  return grossCents > ABRIDGED_UP_TO;
}

/** An amount and its parts, VAT included. */
export type Amounts = Pick<Invoice, "netCents" | "vatCents" | "grossCents" | "vatBasisPoints">;

/**
 * Splits an amount that includes VAT into the price's own lines, if they add up to exactly this amount at this rate. If
 * they don't (a manual price, or a cent too much was paid), there is one line, and the VAT is the tax fraction.
 * @param lines excluding VAT
 */
export function takenApart(
  grossCents: Cents,
  vatBasisPoints: number,
  lines: readonly InvoiceLine[],
): Amounts & { lines: InvoiceLine[] } {
  const netOfLines = lines.reduce((total, { amountCents }) => total + amountCents, 0);
  const vatOfLines = percentOf(netOfLines, vatBasisPoints);
  if (netOfLines + vatOfLines === grossCents)
    return { lines: [...lines], netCents: netOfLines, vatCents: vatOfLines, grossCents, vatBasisPoints };
  const vatCents = vatWithin(grossCents, vatBasisPoints);
  const netCents = grossCents - vatCents;
  return {
    lines: [{ label: "Courier service", amountCents: netCents }],
    netCents,
    vatCents,
    grossCents,
    vatBasisPoints,
  };
}

/**
 * The part of an invoice that a refund reverses. The VAT is calculated on all refunds together, so that partial refunds
 * add up to exactly the invoice's VAT.
 * @param creditedBefore what earlier credit notes of this invoice have reversed
 */
export function credited(
  invoice: Amounts,
  creditedBefore: Pick<Amounts, "grossCents" | "vatCents">,
  refundCents: Cents,
): Amounts {
  const grossCents = Math.min(refundCents, invoice.grossCents - creditedBefore.grossCents);
  const vatCents =
    roundHalfUp(invoice.vatCents * (creditedBefore.grossCents + grossCents), invoice.grossCents) -
    creditedBefore.vatCents;
  return { grossCents, vatCents, netCents: grossCents - vatCents, vatBasisPoints: invoice.vatBasisPoints };
}

/** The VAT in an amount that includes it: rate / (100 + rate). */
function vatWithin(grossCents: Cents, basisPoints: number): Cents {
  return roundHalfUp(grossCents * basisPoints, BASIS_POINTS_IN_WHOLE + basisPoints);
}
