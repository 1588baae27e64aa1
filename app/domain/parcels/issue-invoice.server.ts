import { brand } from "#app/brand";
import { contact } from "#app/contact";
import type { InvoiceCustomer, InvoiceLine, Supplier } from "#db/schema/invoices";
import { type CompanyRegistration, readSiteFacts } from "#db/site-facts.server";
import type { Tx } from "#db/store.server";
import { asLines, drawnAt, notDrawn } from "../form/address-lines";
import { isLocal } from "../form/addresses";
import type { Payment } from "../money/attempts.server";
import { type Charge, type ChargeReason, townsToChange } from "../money/charges.server";
import { type Invoice, isFull, takenApart } from "../money/invoice";
import { issueInvoice } from "../money/invoices.server";
import type { PricedAnswer } from "../prices/contract/quote-answer";
import { keptPrice } from "../prices/contract/quote-response";
import { placeOnRoute } from "../prices/place-on-route.server";
import { placeName } from "../prices/places.server";
import { vatRateOn } from "../prices/vat-rate.server";
import type { Cents } from "../values/money";
import { saDay } from "../values/sa-time";
import { boxNameOf, isNameless, type Quote } from "./quotes/quote";

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
  const what = { chargeId: null, isOnAccount: false, description: descriptionOf(quote), lines: priceLinesOf(quote) };
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
  { lines, ...what }: Pick<Invoice, "chargeId" | "isOnAccount" | "description" | "lines">,
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

/** Issues the invoice of a charge, as `invoiceBooking` does the booking's. */
export async function invoiceCharge(
  tx: Tx,
  quote: Quote,
  charge: Pick<Charge, "id" | "reason" | "accountUid">,
  payment: { id: Payment["id"]; mode: Payment["mode"]; paidCents: Cents },
  now: Date,
): Promise<Invoice> {
  const to = (await townsToChange(tx, [quote.id])).get(quote.id);
  const isFor = { chargeId: charge.id, isOnAccount: charge.accountUid !== null };
  if (charge.reason === "price") {
    const what = { ...isFor, description: descriptionOf(quote, to), lines: priceLinesOf(quote) };
    return issue(tx, quote, payment, what, now);
  }
  const description = `${descriptionOf(quote, to)}: ${chargedFor[charge.reason]}`;
  return issue(tx, quote, payment, { ...isFor, description, lines: [] }, now);
}

/** What an invoice says that a charge is for. */
const chargedFor: Record<Exclude<ChargeReason, "price">, string> = {
  weight: "heavier than booked",
  box: "larger than booked",
  town: "sent on to another place",
  pieces: "more pieces than booked",
  other: "more than booked",
};

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

/** @param town the postal code to which it is paid to go, where its address is still the old one */
function descriptionOf(quote: Quote, town?: string): string {
  const { fromPostal, toPostal, toCountry } = quote;
  const from = [placeOnRoute(quote, "from"), fromPostal].filter(Boolean).join(" ");
  const booked = [placeOnRoute(quote, "to"), toPostal, isLocal({ toCountry }) ? "" : toCountry];
  const to = (town ? [placeName(town, null, {}), town] : booked).filter(Boolean).join(" ");
  return `Parcel (${boxNameOf(quote)}), collected in ${from} and delivered in ${to}`;
}

/** The lines of the price, which add up to its subtotal. */
function linesOf({ cents: { totals } }: PricedAnswer): InvoiceLine[] {
  const line = (label: string, amountCents: Cents) => ({ label, amountCents });
  return [line("Transport", totals.transport), line("Fuel", totals.fuel), line("Packaging", totals.packaging)];
}
