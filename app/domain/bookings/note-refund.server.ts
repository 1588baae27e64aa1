import type { Tx } from "#db/store.server";
import { issueCreditNote } from "../invoices/invoices.server";
import {
  addRefund,
  findRefund,
  type MoneyIn,
  moneyFor,
  owedBack,
  sourceOf,
  totalLeftCents,
} from "../payments/refunds.server";
import type { Quote } from "../quotes/quote";
import { quoteById } from "../quotes/saved-quotes.server";
import type { Cents } from "../values/money";
import { writeToCustomer } from "./customer-emails.server";
import { linkTo } from "./invoice-of-booking.server";
import { refundPaid } from "./refund-emails";
import { termsLinkOf } from "./terms-link.server";

/** `owedCents` must still be refunded; `added` is false when this refund was recorded before. */
export type Refunding =
  | { ok: true; quote: Quote; added: boolean; owedCents: Cents }
  | {
      ok: false;
      refusal:
        | "There is no such quote."
        | "The amount must be more than 0."
        | "No payment was made for this booking."
        | "There is nothing to refund for this booking. If you have refunded it as goodwill, add --goodwill."
        | "That is more than is left to refund of any payment."
        | "A refund with this reference is already noted, with another amount or for another booking.";
    };

/**
 * Records a refund made on PayFast's site, and tells the customer. It doesn't move any money. Recording the same refund
 * again changes nothing.
 * @param refund `reference` is PayFast's; `goodwill` allows a refund of a booking that isn't cancelled and was paid
 * once
 */
export async function noteRefund(
  tx: Tx,
  quoteId: string,
  { reference, amountCents, goodwill }: { reference: string; amountCents: Cents; goodwill: boolean },
  now: Date,
): Promise<Refunding> {
  const quote = await quoteById(tx, quoteId);
  if (!quote) return { ok: false, refusal: "There is no such quote." };
  if (!Number.isSafeInteger(amountCents) || amountCents <= 0)
    return { ok: false, refusal: "The amount must be more than 0." };
  const money = await moneyFor(tx, quote.id);
  if (money.length === 0) return { ok: false, refusal: "No payment was made for this booking." };
  const owed = (all: MoneyIn[]) => owedBack(all, quote.cancelledAt !== null);

  const before = await findRefund(tx, reference);
  if (before) {
    const isThis = before.amountCents === amountCents && money.some(({ payment }) => payment.id === before.paymentId);
    if (isThis) return { ok: true, quote, added: false, owedCents: totalLeftCents(owed(money)) };
    const refusal = "A refund with this reference is already noted, with another amount or for another booking.";
    return { ok: false, refusal };
  }
  if (owed(money).length === 0 && !goodwill) {
    const refusal = "There is nothing to refund for this booking. If you have refunded it as goodwill, add --goodwill.";
    return { ok: false, refusal };
  }
  const source = sourceOf(goodwill ? money : owed(money), amountCents);
  if (!source) return { ok: false, refusal: "That is more than is left to refund of any payment." };

  const refunded = { reference, paymentId: source.payment.id, amountCents };
  await addRefund(tx, { ...refunded, notedAt: now });
  const creditNote = await issueCreditNote(tx, refunded, now);
  const terms = await termsLinkOf(tx, quote);
  const link = creditNote && (await linkTo(tx, creditNote));
  const email = refundPaid(quote, { reference, amountCents, creditNote: link, terms });
  await writeToCustomer(tx, quote, "refunded", email, now);
  return { ok: true, quote, added: true, owedCents: totalLeftCents(owed(await moneyFor(tx, quote.id))) };
}
