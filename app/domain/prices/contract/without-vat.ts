import type { PricingService } from "./pricing-service";
import type { QuoteResponse } from "./wire";

/** The prices of a company that isn't a VAT vendor: VAT is never added, whatever the caller asks for. */
export function withoutVat(pricing: PricingService): PricingService {
  return {
    ...pricing,
    quoteLocal: (request) => pricing.quoteLocal({ ...request, applyVat: false }),
    quoteInternational: (request) => pricing.quoteInternational({ ...request, applyVat: false }),
  };
}

/** A price in such a company's own interface: without the fields that are named after VAT. */
export function unnamedVat(quote: QuoteResponse): object {
  if (!quote.ok) return quote;
  const { vat: _, subtotalExVat: _ex, ...formatted } = quote.formatted;
  const { vat: _vat, subtotalExVat: _net, ...totals } = quote.pricing.totals;
  return { ...quote, formatted, pricing: { ...quote.pricing, totals } };
}

/** A description or example of the interface without the fields that are named after VAT. */
export function vatNamesLeftOut(described: unknown): unknown {
  const isOfVat = (name: unknown) => typeof name === "string" && /vat/i.test(name);
  if (Array.isArray(described)) return described.filter((each) => !isOfVat(each)).map(vatNamesLeftOut);
  if (typeof described !== "object" || described === null) return described;
  const kept = Object.entries(described).filter(([name]) => !isOfVat(name));
  return Object.fromEntries(kept.map(([name, value]) => [name, vatNamesLeftOut(value)]));
}
