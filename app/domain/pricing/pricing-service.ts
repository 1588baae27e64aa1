import type { Box } from "./boxes";
import type { QuoteAnswer } from "./quote-answer";
import type { Country, Coverage } from "./wire";
import type { InternationalQuoteRequest, LocalQuoteRequest } from "./wire-requests";

/**
 * Where prices come from: the embedded engine, or a service elsewhere that keeps the same contract.
 * Every call but `base` throws when that service can't be reached or doesn't keep the contract; none waits for ever.
 */
export interface PricingService {
  /** Which source this is, as quotes keep it: `embedded`, or the base address of the service. */
  readonly base: string;
  /** Packaging on offer, in the order in which it is shown. */
  boxes(): Promise<Box[]>;
  /** Where a 4-digit postal code is; null when we don't go there. */
  coverage(pcode: string): Promise<Coverage | null>;
  /** Destinations abroad that we serve and whose name holds `q`, best match first, at most `limit`. */
  countries(q: string, limit: number): Promise<Country[]>;
  /** A price between two postal codes, or a refusal in plain words. */
  quoteLocal(request: LocalQuoteRequest): Promise<QuoteAnswer>;
  /** A price from a postal code to a country, or a refusal in plain words. */
  quoteInternational(request: InternationalQuoteRequest): Promise<QuoteAnswer>;
  /** Whether quotes can be had at all right now. */
  health(): Promise<{ ok: boolean }>;
}
