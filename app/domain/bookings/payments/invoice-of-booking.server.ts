import { messagesCatalogue } from "#app/language/messages.server";
import { amount, date, say } from "#app/language/say";
import { paths } from "#app/paths";
import type { Reader, Tx } from "#db/store.server";
import { chargesOf } from "../../money/charges.server";
import { type Invoice, isFull, labelOf, titleOf } from "../../money/invoice";
import { correctVatNumber, issueCreditNote, papersOf } from "../../money/invoices.server";
import { moneyFor, refundsOf } from "../../money/refunds.server";
import { invoiceBooking } from "../../parcels/issue-invoice.server";
import { isNameless, type Quote } from "../../parcels/quotes/quote";
import { setVatNumber } from "../../parcels/quotes/saved-quotes.server";
import { compose, type Link } from "../../post/compose";
import { salutation, signature } from "../../post/customer-words";
import type { Email } from "../../post/email";
import { signedLink } from "../../post/emailed-link.server";
import { queueEmail } from "../../post/outbox.server";
import { formatRand } from "../../values/money";
import { type DoneOr, refused } from "../../values/refused";

/** The newest invoice of a booking's price; null before it has one. A charge beside the price has an invoice of its own. */
async function invoiceOfPrice(store: Reader, quoteId: string): Promise<Invoice | null> {
  const ofPrice = [
    null,
    ...(await chargesOf(store, quoteId)).filter(({ reason }) => reason === "price").map(({ id }) => id),
  ];
  const papers = await papersOf(store, quoteId);
  return papers.findLast(({ kind, chargeId }) => kind === "invoice" && ofPrice.includes(chargeId)) ?? null;
}

/** `invoice` is the corrected one; null if none was issued yet. */
export type VatNumbering = DoneOr<{ invoice: Invoice | null; added: boolean }>;

/**
 * Notes the buyer's VAT number for a booking of more than R 5 000. Its invoice will have it or, if it was issued already,
 * is corrected.
 */
export async function putVatNumber(tx: Tx, quote: Quote, vatNumber: string, now: Date): Promise<VatNumbering> {
  const issued = await invoiceOfPrice(tx, quote.id);
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
  const issued = await invoiceOfPrice(tx, quote.id);
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

type Shown = Pick<Invoice, "kind" | "supplier" | "isOnAccount" | "invoiceNo" | "issuedAt" | "grossCents">;

/** To the sender: an invoice that the office has issued or corrected. */
export function invoiceToSender(quote: Quote, invoice: Shown, link: Link | null, now: Date): Email {
  const { invoiceNo, issuedAt, grossCents, isOnAccount } = invoice;
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
        [isOnAccount ? facts.amount : facts.paid, say`${amount(grossCents)}`],
      ],
      ...(link && { action: link }),
      signature: signature(),
    }),
  };
}
