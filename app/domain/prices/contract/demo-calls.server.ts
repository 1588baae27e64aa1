import { STATUS_CODES } from "node:http";
import { brand } from "#app/brand";
import type { Overheard, PricingService, SentAnswer } from "#app/domain/prices/contract/pricing-service";
import type { QuoteAnswer } from "#app/domain/prices/contract/quote-answer";
import { InternationalQuoteRequestSchema, LocalQuoteRequestSchema } from "#app/domain/prices/contract/wire-requests";
import type { FormState } from "#app/domain/values/form-state";
import { formatRand } from "#app/domain/values/money";

/** The result of a call to the pricing service, in words, and its answer as it was sent, which need not be JSON. */
export type CallShown = { ok: boolean; words: string; json: string | null };

/** One of the demo's quote forms: its fields as typed, and the service's answer once the form was sent. */
export type DemoQuote = { state: FormState; call: CallShown | null };

type Fields = Record<string, string>;

const { from, to } = brand.example;

/** Specification section 9, "Demo defaults". The two forms are on one page, so their fields have different names. */
const localFields: Fields = { fromPostal: from.postal, toPostal: to.postal, quantity: "1", selectedBoxId: "" };
const internationalFields: Fields = {
  pickupPostal: from.postal,
  toCountry: "Brazil",
  intlQuantity: "1",
  intlBoxId: "",
};

/** Makes a call. A bad status is the result, whatever came with it: `HTTP 502 – Bad Gateway` (specification section 7). */
export async function callShown<Answer>(
  overheard: Overheard,
  call: (pricing: PricingService) => Promise<Answer>,
  inWords: (response: Answer) => { ok: boolean; words: string },
): Promise<CallShown> {
  let sent: SentAnswer | undefined;
  const pricing = overheard((answer) => {
    sent = answer;
  });
  const result = await call(pricing).then(inWords, (error) => ({
    ok: false,
    words: error instanceof Error ? error.message : String(error),
  }));
  const { status, text: json } = sent ?? { status: null, text: null };
  const isGood = status === null || (status >= 200 && status < 300);
  return isGood ? { ...result, json } : { ok: false, words: statusInWords(status), json };
}

function statusInWords(status: number): string {
  const text = STATUS_CODES[status];
  return text ? `HTTP ${status} – ${text}` : `HTTP ${status}`;
}

/** The local form. Asks for a price once the form was sent. */
export async function demoLocal(overheard: Overheard, query: URLSearchParams): Promise<DemoQuote> {
  const values = typed(localFields, query);
  if (query.get("call") !== "local") return { state: { values, errors: {} }, call: null };
  const checked = LocalQuoteRequestSchema.safeParse(values);
  if (!checked.success) return { state: { values, errors: complaints(checked.error.issues) }, call: null };
  const call = await callShown(overheard, (pricing) => pricing.quoteLocal(checked.data), quoteInWords);
  return { state: { values, errors: {} }, call };
}

/** The international form. Asks for a price once the form was sent. */
export async function demoInternational(overheard: Overheard, query: URLSearchParams): Promise<DemoQuote> {
  const values = typed(internationalFields, query);
  if (query.get("call") !== "international") return { state: { values, errors: {} }, call: null };
  const { pickupPostal: fromPostal, toCountry, intlQuantity: quantity, intlBoxId: selectedBoxId } = values;
  const checked = InternationalQuoteRequestSchema.safeParse({ fromPostal, toCountry, quantity, selectedBoxId });
  if (!checked.success) {
    const fieldOf = { fromPostal: "pickupPostal", quantity: "intlQuantity", selectedBoxId: "intlBoxId" };
    return { state: { values, errors: complaints(checked.error.issues, fieldOf) }, call: null };
  }
  const call = await callShown(overheard, (pricing) => pricing.quoteInternational(checked.data), quoteInWords);
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

function quoteInWords(quote: QuoteAnswer) {
  if (!quote.ok) return { ok: false, words: quote.error };
  return { ok: true, words: `Total Due: ${formatRand(quote.cents.totals.grandTotal)}` };
}
