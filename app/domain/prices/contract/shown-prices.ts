import { limits } from "../../limits/limits";
import { waitingLine } from "../../limits/waiting-line";
import type { PricingService } from "./pricing-service";
import { isTrouble, type QuoteAnswer } from "./quote-answer";

/** More routes than people look at while a price is remembered. */
const MOST_REMEMBERED = 5_000;

/** What says that prices may have changed since they were asked for. */
type Changes = {
  /** Differs once our own price tables were changed, or have another day's rates. */
  mark(): unknown;
  /** Milliseconds of a monotonic clock. */
  clock(): number;
  /** A remote service's prices may change without our knowing. */
  longestMs: number;
};

/**
 * The same prices for pages that only show them: a quote is asked for once and remembered until prices may have changed,
 * and few are asked for at once. What a customer is to agree to is always asked for anew, of the service itself. Throws
 * when too many wait.
 */
export function shownPrices(pricing: PricingService, { mark, clock, longestMs }: Changes): PricingService {
  const line = waitingLine(limits.shownPrices);
  const remembered = new Map<string, { quote: Promise<QuoteAnswer>; mark: unknown; at: number }>();

  function quote(name: string, ask: () => Promise<QuoteAnswer>): Promise<QuoteAnswer> {
    const [known, now] = [remembered.get(name), { mark: mark(), at: clock() }];
    if (known && known.mark === now.mark && now.at - known.at < longestMs) return known.quote;
    const asked = { ...now, quote: inTurn(ask) };
    // The latest are at the end.
    remembered.delete(name);
    remembered.set(name, asked);
    const [oldest] = remembered.keys();
    if (oldest !== undefined && remembered.size > MOST_REMEMBERED) remembered.delete(oldest);
    const forget = () => remembered.get(name) === asked && remembered.delete(name);
    asked.quote.then((answer) => !answer.ok && isTrouble(answer.error) && forget(), forget);
    return asked.quote;
  }

  async function inTurn(ask: () => Promise<QuoteAnswer>): Promise<QuoteAnswer> {
    const turn = await line.inTurn(() => false, ask);
    if (!turn) throw new Error("too many prices are being asked for");
    return turn.result;
  }

  return {
    ...pricing,
    quoteLocal: (request) => quote(JSON.stringify(request), () => pricing.quoteLocal(request)),
    quoteInternational: (request) => quote(JSON.stringify(request), () => pricing.quoteInternational(request)),
  };
}
