import { setTimeout as pause } from "node:timers/promises";
import { type Answered, askService, type Patience, PricingUnreached } from "./ask-service.server";
import { boxInCents } from "./boxes";
import { circuitBreaker } from "./circuit-breaker";
import { searchCountries } from "./countries";
import { ForeignBoxesSchema } from "./foreign-boxes";
import { memoize } from "./memoize";
import type { PricingService } from "./pricing-service";
import { type QuoteAnswer, refusedQuote } from "./quote-answer";
import { answerInCents } from "./quote-response";
import { totalsAddUp } from "./totals-add-up";
import { CoverageSchema, type PricedQuote, QuoteResponseSchema } from "./wire";
import { CountryListSchema, HealthSchema, MOST_COUNTRIES } from "./wire-queries";

/**
 * A page may need a list and then a quote, and has 8 seconds: together they take less, a retry included.
 */
export const patience = { connectMs: 2_000, readMs: 3_000, quoteMs: 4_500 };

/** A retry comes at a moment of its own, so that everybody's don't come together. */
const RETRY_AFTER_MS = { least: 50, most: 250 };
/** With less than this left, a second try would only fail as well. */
const WORTH_A_TRY_MS = 200;

/** 4xx answers to a postal code that mean "we don't go there"; others (401, 429 …) say nothing of the place. */
const NOT_SERVED = [400, 404, 410, 422];
/** How a service that lists fewer countries at a time says no to our asking for all. */
const LIMIT_TOO_HIGH = [400, 422];
const FEWER_COUNTRIES = 50;

/**
 * Prices from a service elsewhere that keeps our contract (spec section 7). Lists that it once gave are used while it is
 * away; a price never is.
 * @param base its address without the slash at the end
 * @param clock milliseconds since any moment; never set back
 * @param report told of every failure
 */
export function pricingOverHttp(
  base: string,
  clock: () => number,
  report: (path: string, error: unknown) => void = () => undefined,
  limits = patience,
): PricingService {
  const breaker = circuitBreaker();

  const boxes = memoize(async () => believed(ForeignBoxesSchema, await read("/v1/boxes")).map(boxInCents), clock);

  const countries = memoize(async () => {
    const all = await read(`/v1/countries?limit=${MOST_COUNTRIES}`);
    const answer = LIMIT_TOO_HIGH.includes(all.status) ? await read(`/v1/countries?limit=${FEWER_COUNTRIES}`) : all;
    return believed(CountryListSchema, answer).items;
  }, clock);

  return {
    base,
    boxes,

    async coverage(pcode) {
      const answer = await read(`/v1/coverage?pcode=${encodeURIComponent(pcode)}`);
      if (answer.json !== undefined && NOT_SERVED.includes(answer.status)) return null;
      return isOk(answer) && saysNo(answer.json) ? null : believed(CoverageSchema, answer);
    },

    async countries(q, limit) {
      return searchCountries(await countries(), q, limit);
    },

    quoteLocal: (request) => quote("/v1/quote/local", request),
    quoteInternational: (request) => quote("/v1/quote/international", request),

    async health() {
      return believed(HealthSchema, await read("/health"));
    },
  };

  /** Not retried: a customer who waits for a price would rather have an answer soon. */
  async function quote(
    path: string,
    asked: { quantity: number; selectedBoxId: string; applyVat: boolean },
  ): Promise<QuoteAnswer> {
    const answer = await ask(path, asked, { connectMs: limits.connectMs, inAllMs: limits.quoteMs });
    if (answer.json === undefined) return refusedQuote(`HTTP ${answer.status}`);
    const checked = QuoteResponseSchema.safeParse(answer.json);
    if (!checked.success && isOk(answer)) throw new PricingUnreached(brokenContract(checked.error));
    if (!checked.success) return refusedQuote(httpWords(answer));
    if (!checked.data.ok) return checked.data;
    return isOk(answer) ? believedPrice(checked.data, asked) : refusedQuote(httpWords(answer));
  }

  /** Asks for something that changes nothing, so once more if it failed and there is time. */
  async function read(path: string): Promise<Answered> {
    const givesUpAt = clock() + limits.readMs;
    const within = () => ({ connectMs: limits.connectMs, inAllMs: givesUpAt - clock() });
    const first = await ask(path, undefined, within()).catch((error: unknown) => ({ error }));
    if (!("error" in first) && first.status < 500) return first;

    const pauseMs = RETRY_AFTER_MS.least + Math.random() * (RETRY_AFTER_MS.most - RETRY_AFTER_MS.least);
    if (givesUpAt - clock() - pauseMs > WORTH_A_TRY_MS) {
      await pause(pauseMs);
      // Other calls may have opened the circuit meanwhile. Then this call's own failure says more than "not asked".
      if (breaker.state === "closed") return ask(path, undefined, within());
    }
    if ("error" in first) throw first.error;
    return first;
  }

  async function ask(path: string, body: unknown, patience: Patience): Promise<Answered> {
    if (!breaker.lets(clock())) throw new PricingUnreached("not asked for a while, because it failed repeatedly");
    try {
      const answer = await askService(new URL(base + path), body, patience);
      if (answer.status >= 500) throw new FailedAnswer(answer);
      breaker.succeeded();
      return answer;
    } catch (error) {
      breaker.failed(clock());
      report(path, error);
      if (error instanceof FailedAnswer) return error.answer;
      throw error;
    }
  }
}

/** A 5xx: a failure for the circuit breaker, an answer for the caller. */
class FailedAnswer extends Error {
  constructor(readonly answer: Answered) {
    super(httpWords(answer));
  }
}

type Schema<Value> = {
  safeParse(
    value: unknown,
  ): { success: true; data: Value } | { success: false; error: { issues: readonly { message: string }[] } };
};

/** What a good answer says. Throws for one that isn't good, in the spec's words. */
function believed<Value>(schema: Schema<Value>, answer: Answered): Value {
  if (!isOk(answer)) throw new PricingUnreached(httpWords(answer));
  if (answer.json === undefined) throw new PricingUnreached(`HTTP ${answer.status}`);
  const checked = schema.safeParse(answer.json);
  if (!checked.success) throw new PricingUnreached(brokenContract(checked.error));
  return checked.data;
}

/** A price for exactly what was asked, every amount in whole cents. */
function believedPrice(
  quote: PricedQuote,
  asked: { quantity: number; selectedBoxId: string; applyVat: boolean },
): QuoteAnswer {
  const { meta } = quote;
  if (meta.quantity !== asked.quantity || meta.selectedBoxId !== asked.selectedBoxId) {
    throw new PricingUnreached("the quote is for other parcels than we asked for");
  }
  const answer = answerInCents(quote);
  return totalsAddUp(answer.cents, asked) ? answer : refusedQuote(DOES_NOT_ADD_UP);
}

const DOES_NOT_ADD_UP = "We need a person to check this price.";

const isOk = ({ status }: Answered) => status >= 200 && status < 300;
const httpWords = ({ status, statusText }: Answered) => `HTTP ${status} – ${statusText}`;
const brokenContract = (error: { issues: readonly { message: string }[] }) =>
  `the answer breaks the contract: ${error.issues[0]?.message ?? "unreadable"}`;
const saysNo = (json: unknown) => typeof json === "object" && json !== null && "ok" in json && json.ok === false;
