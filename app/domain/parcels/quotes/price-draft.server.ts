import type { Asked } from "#app/domain/limits/cause";
import { tooLittleToPay } from "#app/domain/money/payfast-fields.server";
import type { Store } from "#db/store.server";
import { isLocal } from "../../form/addresses";
import type { CompleteDraft } from "../../form/draft";
import { tooHeavyFor, tooHeavyInWords } from "../../prices/box-choices";
import type { PricingService } from "../../prices/contract/pricing-service";
import type { QuoteAnswer } from "../../prices/contract/quote-answer";
import { formHash } from "./fingerprint.server";
import type { Quote } from "./quote";
import { type PricedForm, saveQuote } from "./saved-quotes.server";

/** Customers can't choose to leave VAT out: a registered vendor has to charge it. */
const APPLY_VAT = true;

/** Counted, or the price of a quote that is stored already. */
export type Pricing = Asked<"a quote stored"> | "again";

/**
 * Prices a finished draft and saves the result as the draft's quote (specification section 4, "Quote status values"). A
 * missing price is not an error: a refusal is saved as `manual`, an unreachable service as `error`.
 */
export async function priceDraft(
  { store, pricing }: { store: Store; pricing: PricingService },
  _pricing: Pricing,
  journey: Quote["journey"],
  draft: CompleteDraft,
  owner: { guestId: string | null; uid: string | null },
  now: Date,
): Promise<Quote> {
  const priced = await workOutPrice(pricing, journey, draft);
  return store.tx((tx) => saveQuote(tx, { draftId: draft.id, ...owner }, priced, now));
}

/** Prices finished answers without saving. A missing price is not an error. */
export async function workOutPrice(
  pricing: PricingService,
  journey: Quote["journey"],
  { addresses, parcel }: Quote["formSnapshot"],
): Promise<PricedForm> {
  const local = isLocal(addresses);
  const common = {
    fromPostal: addresses.fromPostal,
    quantity: parcel.quantity,
    selectedBoxId: parcel.selectedBoxId,
    applyVat: APPLY_VAT,
  };
  const request = local
    ? { endpoint: "/v1/quote/local", method: "POST", body: { ...common, toPostal: addresses.toPostal } }
    : { endpoint: "/v1/quote/international", method: "POST", body: { ...common, toCountry: addresses.toCountry } };

  const quoteAnswer = await ("toPostal" in request.body
    ? pricing.quoteLocal(request.body)
    : pricing.quoteInternational(request.body)
  ).catch((error: unknown): Unreached => ({ unreached: error instanceof Error ? error.message : String(error) }));

  const heaviest = await tooHeavyFor(pricing, parcel.weight);
  return {
    ...(heaviest ? byHand(tooHeavyInWords(heaviest), null) : outcomeOf(quoteAnswer)),
    journey,
    type: local ? "local" : "international",
    email: addresses.fromEmail,
    fromPostal: addresses.fromPostal,
    toPostal: addresses.toPostal,
    toCountry: addresses.toCountry,
    boxId: parcel.selectedBoxId,
    quantity: parcel.quantity,
    apiBase: pricing.base,
    request,
    formSnapshot: { addresses, parcel },
    formHash: formHash({ addresses, parcel }),
  };
}

type Unreached = { unreached: string };

type Outcome = Pick<PricedForm, "status" | "grandTotalCents" | "response" | "message">;

function byHand(message: string, response: QuoteAnswer | null): Outcome {
  return { status: "manual", grandTotalCents: null, response, message };
}

function outcomeOf(quoteAnswer: QuoteAnswer | Unreached): Outcome {
  if ("unreached" in quoteAnswer)
    return { status: "error", grandTotalCents: null, response: null, message: quoteAnswer.unreached };
  if (!quoteAnswer.ok) return byHand(quoteAnswer.error, quoteAnswer);
  const grandTotalCents = quoteAnswer.cents.totals.grandTotal;
  // A price of zero is a mistake: staff price the parcel instead.
  if (grandTotalCents <= 0) return byHand("The price came out as nothing.", quoteAnswer);
  // PayFast doesn't accept so small an amount.
  if (tooLittleToPay(grandTotalCents)) return byHand("The price came out too low to pay.", quoteAnswer);
  return { status: "quoted", grandTotalCents, response: quoteAnswer, message: null };
}
