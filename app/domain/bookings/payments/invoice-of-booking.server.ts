import { brand } from "#app/brand";
import { contact } from "#app/contact";
import { boxNameOf } from "#app/domain/messages/parcel-facts";
import { messagesCatalogue } from "#app/language/messages.server";
import { amount, date, say } from "#app/language/say";
import { paths } from "#app/paths";
import type { InvoiceCustomer, InvoiceLine, Supplier } from "#db/schema/invoices";
import { type CompanyRegistration, readSiteFacts } from "#db/site-facts.server";
import type { Reader, Tx } from "#db/store.server";
import { asLines, drawnAt, notDrawn } from "../../form/address-lines";
import { isLocal } from "../../form/addresses";
import type { Payment } from "../../money/attempts.server";
import type { Charge, ChargeReason } from "../../money/charges.server";
import { type Invoice, isFull, labelOf, takenApart, titleOf } from "../../money/invoice";
import { correctVatNumber, issueCreditNote, issueInvoice, papersOf } from "../../money/invoices.server";
import { moneyFor, refundsOf } from "../../money/refunds.server";
import { isNameless, type Quote } from "../../parcels/quotes/quote";
import { setVatNumber } from "../../parcels/quotes/saved-quotes.server";
import { compose, type Link } from "../../post/compose";
import { salutation, signature } from "../../post/customer-words";
import type { Email } from "../../post/email";
import { signedLink } from "../../post/emailed-link.server";
import { queueEmail } from "../../post/outbox.server";
import type { PricedAnswer } from "../../prices/contract/quote-answer";
import { keptPrice } from "../../prices/contract/quote-response";
import { placeOnRoute } from "../../prices/place-on-route.server";
import { vatRateOn } from "../../prices/vat-rate.server";
import { type Cents, formatRand } from "../../values/money";
import { type DoneOr, refused } from "../../values/refused";
import { saDay } from "../../values/sa-time";

/** Used when no VAT and registration numbers are configured. */
export const UNTOLD: CompanyRegistration = { vatNumber: null, registrationNumber: null };

/**
 * Issues a booking's invoice in the transaction that settles its payment. The amount is what was paid; the VAT rate is
 * that of the day.
 */
export async function invoiceBooking(
  tx: Tx,
  quote: Quote,
  payment: { id: Payment["id"]; mode: Payment["mode"]; paidCents: Cents },
  now: Date,
): Promise<Invoice> {
  const what = { chargeId: null, description: descriptionOf(quote), lines: priceLinesOf(quote) };
  return issue(tx, quote, payment, what, now);
}

function priceLinesOf({ response }: Quote): InvoiceLine[] {
  const priced = keptPrice(response);
  return priced ? linesOf(priced) : [];
}

async function issue(
  tx: Tx,
  quote: Quote,
  payment: { id: Payment["id"]; mode: Payment["mode"]; paidCents: Cents },
  { lines, ...what }: { chargeId: string | null; description: string; lines: InvoiceLine[] },
  now: Date,
): Promise<Invoice> {
  const registration = (await readSiteFacts(tx))?.registration ?? UNTOLD;
  const vatBasisPoints = registration.vatNumber === "none" ? 0 : await vatRateOn(tx, saDay(now));
  return issueInvoice(
    tx,
    {
      ...takenApart(payment.paidCents, vatBasisPoints, lines),
      ...what,
      quoteId: quote.id,
      paymentId: payment.id,
      mode: payment.mode,
      quantity: quote.quantity,
      supplier: supplierOf(registration),
      customer: isFull(payment.paidCents) && !isNameless(quote) ? customerOf(quote) : null,
    },
    now,
  );
}

/** A charge has an invoice of its own. */
const isOfPrice = ({ kind, chargeId }: Invoice) => kind === "invoice" && chargeId === null;

/** Issues the invoice of a charge, as `invoiceBooking` does the booking's. */
export async function invoiceCharge(
  tx: Tx,
  quote: Quote,
  charge: Pick<Charge, "id" | "reason">,
  payment: { id: Payment["id"]; mode: Payment["mode"]; paidCents: Cents },
  now: Date,
): Promise<Invoice> {
  if (charge.reason === "price") {
    const what = { chargeId: charge.id, description: descriptionOf(quote), lines: priceLinesOf(quote) };
    return issue(tx, quote, payment, what, now);
  }
  const description = `${descriptionOf(quote)}: ${chargedFor[charge.reason]}`;
  return issue(tx, quote, payment, { chargeId: charge.id, description, lines: [] }, now);
}

/** What an invoice says that a charge is for. */
const chargedFor: Record<Exclude<ChargeReason, "price">, string> = {
  weight: "heavier than booked",
  box: "larger than booked",
  town: "sent on to another place",
  pieces: "more pieces than booked",
  other: "more than booked",
};

/** `invoice` is the corrected one; null if none was issued yet. */
export type VatNumbering = DoneOr<{ invoice: Invoice | null; added: boolean }>;

/**
 * Notes the buyer's VAT number for a booking of more than R 5 000. Its invoice will have it or, if it was issued already,
 * is corrected.
 */
export async function putVatNumber(tx: Tx, quote: Quote, vatNumber: string, now: Date): Promise<VatNumbering> {
  const issued = (await papersOf(tx, quote.id)).findLast(isOfPrice) ?? null;
  const cents = issued?.grossCents ?? quote.grandTotalCents ?? 0;
  if (isNameless(quote)) return refused("The customer's data was deleted.");
  if (!isFull(cents))
    return refused(`It costs ${formatRand(cents)}. Only an invoice of more than R 5 000 names its buyer.`);
  const added = (issued ? issued.customer?.vatNumber : quote.vatNumber) !== vatNumber;
  await setVatNumber(tx, quote.id, vatNumber);
  return { ok: true, invoice: issued && (await correctVatNumber(tx, issued, vatNumber, now)), added };
}

/** `invoice` is null if nothing has paid for the booking; `added` is false if it had its invoice before. */
export type LateInvoice = { invoice: Invoice | null; added: boolean };

/**
 * Issues the invoice of a booking that was paid before the site issued invoices, with the payment's date, and the credit
 * notes of its refunds with theirs. Nobody is emailed.
 */
export async function invoiceOldPayment(tx: Tx, quote: Quote): Promise<LateInvoice> {
  const issued = (await papersOf(tx, quote.id)).find(isOfPrice);
  if (issued) return { invoice: issued, added: false };
  const paid = (await moneyFor(tx, quote.id)).find(
    ({ payment }) => payment.state === "complete" && payment.chargeId === null,
  );
  if (!paid?.payment.settledAt) return { invoice: null, added: false };
  const { payment, paidCents } = paid;
  const invoice = await invoiceBooking(tx, quote, { ...payment, paidCents }, paid.payment.settledAt);
  const refunded = (await refundsOf(tx, [payment])).toSorted((one, other) => +one.notedAt - +other.notedAt);
  for (const refund of refunded) await issueCreditNote(tx, refund, refund.notedAt);
  return { invoice, added: true };
}

/** Emails the sender an invoice that the office has issued or corrected. */
export async function sendInvoice(tx: Tx, quote: Quote, invoice: Invoice, now: Date): Promise<void> {
  await queueEmail(tx, "the office", invoiceToSender(quote, invoice, await linkTo(tx, invoice), now), now);
}

/**
 * Where customers find an invoice, signed in or not; null until a site has started here.
 * @param appUrl the site's address, if the caller knows it better than the site's last start
 */
export async function linkTo(store: Reader, paper: Invoice, appUrl?: string): Promise<Link | null> {
  return signedLink(store, labelOf(paper), paths.invoice(paper.invoiceNo), appUrl);
}

/** Who we are, on an invoice or a statement of today. */
export function supplierOf({ vatNumber, registrationNumber }: CompanyRegistration): Supplier {
  return {
    name: brand.name,
    address: contact().addressLines,
    vatNumber: vatNumber === "none" ? null : vatNumber,
    registrationNumber,
  };
}

/** The sender is the customer on the invoice. */
function customerOf({ formSnapshot: { addresses }, vatNumber }: Quote): InvoiceCustomer {
  const { name, place: address } = drawnAt("invoice", addresses, "from", {
    name: (lines) => lines.join(" "),
    place: asLines,
    contact: notDrawn,
    landmark: notDrawn,
  });
  return { name, address, ...(vatNumber ? { vatNumber } : {}) };
}

function descriptionOf(quote: Quote): string {
  const { fromPostal, toPostal, toCountry } = quote;
  const from = [placeOnRoute(quote, "from"), fromPostal].filter(Boolean).join(" ");
  const to = [placeOnRoute(quote, "to"), toPostal, isLocal({ toCountry }) ? "" : toCountry].filter(Boolean).join(" ");
  return `Parcel (${boxNameOf(quote)}), collected in ${from} and delivered in ${to}`;
}

/** The lines of the price, which add up to its subtotal. */
function linesOf({ cents: { totals } }: PricedAnswer): InvoiceLine[] {
  const line = (label: string, amountCents: Cents) => ({ label, amountCents });
  return [line("Transport", totals.transport), line("Fuel", totals.fuel), line("Packaging", totals.packaging)];
}

type Shown = Pick<Invoice, "kind" | "supplier" | "invoiceNo" | "issuedAt" | "grossCents">;

/** To the sender: an invoice that the office has issued or corrected. */
export function invoiceToSender(quote: Quote, invoice: Shown, link: Link | null, now: Date): Email {
  const { invoiceNo, issuedAt, grossCents } = invoice;
  const { facts } = messagesCatalogue().emails;
  return {
    key: `invoice-sent:${quote.id}:${now.toISOString()}`,
    to: quote.email,
    quoteId: quote.id,
    person: "sender",
    ...compose({
      ...messagesCatalogue().money.invoice,
      headline: titleOf(invoice),
      about: say`${invoiceNo}`,
      greeting: salutation(quote.formSnapshot.addresses.fromName),
      facts: [
        [facts.number, say`${invoiceNo}`],
        [facts.date, say`${date(issuedAt)}`],
        [facts.paid, say`${amount(grossCents)}`],
      ],
      ...(link && { action: link }),
      signature: signature(),
    }),
  };
}
