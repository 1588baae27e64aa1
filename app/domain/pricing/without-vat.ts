import type { PricingService } from "./pricing-service";
import type { QuoteResponse } from "./wire";

/** The prices of a company that is no VAT vendor: whatever is asked for, none is added. */
export function withoutVat(pricing: PricingService): PricingService {
  return {
    ...pricing,
    quoteLocal: (asked) => pricing.quoteLocal({ ...asked, applyVat: false }),
    quoteInternational: (asked) => pricing.quoteInternational({ ...asked, applyVat: false }),
  };
}

/** A price as such a company's own interface answers it: the amounts that would be named after VAT are left out. */
export function unnamedVat(quote: QuoteResponse): object {
  if (!quote.ok) return quote;
  const { vat: _, subtotalExVat: _ex, ...formatted } = quote.formatted;
  const { vat: _vat, subtotalExVat: _net, ...totals } = quote.pricing.totals;
  return { ...quote, formatted, pricing: { ...quote.pricing, totals } };
}

/** A description of the interface, or an example of it, without the fields that are named after VAT. */
export function vatNamesLeftOut(described: unknown): unknown {
  const isOfVat = (name: unknown) => typeof name === "string" && /vat/i.test(name);
  if (Array.isArray(described)) return described.filter((each) => !isOfVat(each)).map(vatNamesLeftOut);
  if (typeof described !== "object" || described === null) return described;
  const kept = Object.entries(described).filter(([name]) => !isOfVat(name));
  return Object.fromEntries(kept.map(([name, value]) => [name, vatNamesLeftOut(value)]));
}
