import type { Asked } from "#app/domain/limits/cause";
import { tooLittleToPay } from "#app/domain/money/payfast-fields.server";
import type { Store } from "#db/store.server";
import { isLocal } from "../../form/addresses";
import type { CompleteDraft } from "../../form/draft";
import { tooHeavyFor } from "../../prices/box-choices";
import type { Box } from "../../prices/contract/boxes";
import type { PricingService } from "../../prices/contract/pricing-service";
import type { QuoteAnswer } from "../../prices/contract/quote-answer";
import { decimal } from "../../values/decimal";
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
    ...(heaviest ? tooHeavy(heaviest) : outcomeOf(quoteAnswer)),
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

/** The price list ends with our largest box, and doesn't know weights: a person prices what is heavier. */
function tooHeavy({ name, maxWeightKg }: Pick<Box, "name" | "maxWeightKg">): ReturnType<typeof outcomeOf> {
  const message = `The parcel is too heavy for our boxes: ${name} takes ${decimal(maxWeightKg)} kg.`;
  return { status: "manual", grandTotalCents: null, response: null, message };
}

function outcomeOf(
  quoteAnswer: QuoteAnswer | Unreached,
): Pick<PricedForm, "status" | "grandTotalCents" | "response" | "message"> {
  if ("unreached" in quoteAnswer)
    return { status: "error", grandTotalCents: null, response: null, message: quoteAnswer.unreached };
  const byHand = (message: string) =>
    ({ status: "manual", grandTotalCents: null, response: quoteAnswer, message }) as const;
  if (!quoteAnswer.ok) return byHand(quoteAnswer.error);
  const grandTotalCents = quoteAnswer.cents.totals.grandTotal;
  // A price of zero is a mistake: staff price the parcel instead.
  if (grandTotalCents <= 0) return byHand("The price came out as nothing.");
  // PayFast doesn't accept so small an amount.
  if (tooLittleToPay(grandTotalCents)) return byHand("The price came out too low to pay.");
  return { status: "quoted", grandTotalCents, response: quoteAnswer, message: null };
}
