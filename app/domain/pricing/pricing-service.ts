import type { Box, Country, Coverage, InternationalQuoteRequest, LocalQuoteRequest, QuoteResponse } from "./wire";

/** Where prices come from: the embedded engine, or a service elsewhere that keeps the same contract. */
export interface PricingService {
  /** Packaging on offer, in the order in which it is shown. */
  boxes(): Promise<Box[]>;
  /** Where a 4-digit postal code is; null when we don't go there. */
  coverage(pcode: string): Promise<Coverage | null>;
  /** Destinations abroad that we serve and whose name holds `q`, best match first, at most `limit`. */
  countries(q: string, limit: number): Promise<Country[]>;
  /** A price between two postal codes, or a refusal in plain words. */
  quoteLocal(request: LocalQuoteRequest): Promise<QuoteResponse>;
  /** A price from a postal code to a country, or a refusal in plain words. */
  quoteInternational(request: InternationalQuoteRequest): Promise<QuoteResponse>;
  /** Whether quotes can be had at all right now. */
  health(): Promise<{ ok: boolean }>;
}
