import { STATUS_CODES } from "node:http";
import type { OverheardPricing, PricingService } from "#app/domain/prices/contract/pricing-service";
import { quoteResponse } from "#app/domain/prices/contract/quote-response";
import type { QuoteResponse } from "#app/domain/prices/contract/wire";
import { InternationalQuoteRequestSchema, LocalQuoteRequestSchema } from "#app/domain/prices/contract/wire-requests";
import type { FormState } from "#app/domain/values/form-state";

/**
 * The result of a call to the pricing service, in words, and what it sent, byte for byte. Our own tables send nothing: for
 * them it is what `/v1` answers.
 */
export type CallShown = { ok: boolean; words: string; json: string | null };

/** One of the demo's quote forms: its fields as typed, and the service's answer once the form was sent. */
export type DemoQuote = { state: FormState; call: CallShown | null };

type Fields = Record<string, string>;

/** Specification section 9, "Demo defaults". The two forms are on one page, so their fields have different names. */
const localFields: Fields = { fromPostal: "1459", toPostal: "1868", quantity: "1", selectedBoxId: "" };
const internationalFields: Fields = { pickupPostal: "1459", toCountry: "Brazil", intlQuantity: "1", intlBoxId: "" };

/** Makes a call. A failure is shown in the client's words: `HTTP 502 – Bad Gateway`. */
export async function callShown<Answer>(
  { pricing, sent }: OverheardPricing,
  call: (pricing: PricingService) => Promise<Answer>,
  inWords: (response: Answer) => { ok: boolean; words: string },
): Promise<CallShown> {
  try {
    const response = await call(pricing);
    return { ...inWords(response), json: sent() ?? JSON.stringify(response, null, 2) };
  } catch (error) {
    return { ok: false, words: error instanceof Error ? error.message : String(error), json: sent() };
  }
}

/** The local form. Asks for a price once the form was sent. */
export async function demoLocal(overheard: OverheardPricing, query: URLSearchParams): Promise<DemoQuote> {
  const values = typed(localFields, query);
  if (query.get("call") !== "local") return { state: { values, errors: {} }, call: null };
  const checked = LocalQuoteRequestSchema.safeParse(values);
  if (!checked.success) return { state: { values, errors: complaints(checked.error.issues) }, call: null };
  const ask = async (pricing: PricingService) => quoteResponse(await pricing.quoteLocal(checked.data));
  const call = await callShown(overheard, ask, quoteInWords);
  return { state: { values, errors: {} }, call };
}

/** The international form. Asks for a price once the form was sent. */
export async function demoInternational(overheard: OverheardPricing, query: URLSearchParams): Promise<DemoQuote> {
  const values = typed(internationalFields, query);
  if (query.get("call") !== "international") return { state: { values, errors: {} }, call: null };
  const { pickupPostal: fromPostal, toCountry, intlQuantity: quantity, intlBoxId: selectedBoxId } = values;
  const checked = InternationalQuoteRequestSchema.safeParse({ fromPostal, toCountry, quantity, selectedBoxId });
  if (!checked.success) {
    const fieldOf = { fromPostal: "pickupPostal", quantity: "intlQuantity", selectedBoxId: "intlBoxId" };
    return { state: { values, errors: complaints(checked.error.issues, fieldOf) }, call: null };
  }
  const ask = async (pricing: PricingService) => quoteResponse(await pricing.quoteInternational(checked.data));
  const call = await callShown(overheard, ask, quoteInWords);
  return { state: { values, errors: {} }, call };
}

function typed(fields: Fields, query: URLSearchParams): Fields {
  const entries = Object.entries(fields).map(([name, unasked]) => [name, (query.get(name) ?? unasked).slice(0, 100)]);
  return Object.fromEntries(entries);
}

function complaints(issues: readonly { path: PropertyKey[]; message: string }[], fieldOf: Fields = {}) {
  const errors: FormState["errors"] = {};
  for (const { path, message } of issues) {
    const name = String(path[0] ?? "");
    errors[fieldOf[name] ?? name] ??= [message];
  }
  return errors;
}

function quoteInWords(quote: QuoteResponse) {
  if (quote.ok) return { ok: true, words: `Total Due: ${quote.formatted.grandTotal}` };
  // An answer that isn't JSON is reported by its status alone (specification section 8); the demo adds words (section
  // 7).
  const status = /^HTTP (\d{3})$/.exec(quote.error)?.[1];
  const text = status && STATUS_CODES[status];
  return { ok: false, words: text ? `${quote.error} – ${text}` : quote.error };
}
