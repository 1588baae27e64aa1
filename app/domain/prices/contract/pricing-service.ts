import type { Box } from "./boxes";
import type { QuoteAnswer } from "./quote-answer";
import type { Country, Coverage } from "./wire";
import type { InternationalQuoteRequest, LocalQuoteRequest } from "./wire-requests";

/** An answer as it was sent: HTTP's status, and the text, of which nothing is left out. */
export type SentAnswer = { status: number; text: string };

/** A pricing service of which each answer is heard as it was sent. Every call asks the service. */
export type Overheard = (hear: (answer: SentAnswer) => void) => PricingService;

/**
 * Where prices come from: the embedded engine, or a remote service that follows the same contract. Every call except
 * `base` throws when the service can't be reached or breaks the contract. Every call has a time limit.
 */
export interface PricingService {
  /** The source, as it is stored with quotes: `embedded`, or the service's base address. */
  readonly base: string;
  /** Packaging on offer, in display order. */
  boxes(): Promise<Box[]>;
  /** The place of a 4-digit postal code; null when we don't go there. */
  coverage(pcode: string): Promise<Coverage | null>;
  /** International destinations that we serve and whose name contains `q`, best match first, at most `limit`. */
  countries(q: string, limit: number): Promise<Country[]>;
  /** A price between two postal codes, or a refusal in plain words. */
  quoteLocal(request: LocalQuoteRequest): Promise<QuoteAnswer>;
  /** A price from a postal code to a country, or a refusal in plain words. */
  quoteInternational(request: InternationalQuoteRequest): Promise<QuoteAnswer>;
  /** Whether quotes are available right now. */
  health(): Promise<{ ok: boolean }>;
}
