import type { AppLoadContext } from "@remix-run/node";
import { json } from "@remix-run/node";
import type { Config } from "#app/config.server";
import { isFull } from "#app/domain/money/invoice";
import { isUnpaid } from "#app/domain/parcels/quotes/payment-order.server";
import type { Quote } from "#app/domain/parcels/quotes/quote";
import { setVatNumber } from "#app/domain/parcels/quotes/saved-quotes.server";
import { vatNumberFrom, WRONG_VAT_NUMBER } from "#app/domain/values/vat-number";
import { onward, type PrivateAnswer, privately } from "../pages/private-page.server";
import { carriedValue } from "./forms.server";
import { refuseOtherSites } from "./same-site.server";
import { unlessUnwritable } from "./unwritable.server";

/** Only an invoice of a large amount names its buyer. */
const isNamed = (quote: Quote) => isUnpaid(quote) && isFull(quote.grandTotalCents ?? 0);

/**
 * What the page before a payment shows of the buyer's VAT number; null where none is asked for: a company without one
 * issues receipts.
 * @param isOwner whether this browser may know the number that was given
 */
export function vatNumberAsked(settings: Config, quotes: readonly Quote[], isOwner: boolean) {
  const named = quotes.find(isNamed);
  if (!named || settings.registration.vatNumber === "none") return null;
  return { isKept: named.vatNumber !== null, kept: isOwner ? named.vatNumber : null };
}

/** Keeps the VAT number that a form gives, for the invoices of a payment. Blank takes it away again. */
export async function keepVatNumber(
  request: Request,
  context: AppLoadContext,
  form: FormData,
  quotes: readonly Quote[],
  backTo: string,
) {
  refuseOtherSites(request, context.settings);
  const typed = carriedValue(form, "vatNumber");
  const refuse = (words: string, how: PrivateAnswer) =>
    json({ values: { vatNumber: typed }, errors: { vatNumber: [words] } }, how);
  const vatNumber = typed.trim() === "" ? null : vatNumberFrom(typed);
  if (vatNumber === null && typed.trim() !== "") return refuse(WRONG_VAT_NUMBER, privately(400));
  const { store } = context.services;
  const keep = async () => {
    await store.tx(async (tx) => {
      for (const quote of quotes.filter(isNamed)) await setVatNumber(tx, quote.id, vatNumber);
    });
    return onward(backTo);
  };
  return unlessUnwritable(keep, refuse);
}
