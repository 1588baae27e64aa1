import { STATUS_CODES } from "node:http";
import { CallError, callServer, repeatCall } from "../../values/http-client.server";
import { parsedJson } from "../../values/parsed-json";
import { boxInCents } from "./boxes";
import { circuitBreaker } from "./circuit-breaker";
import { searchCountries } from "./countries";
import { ForeignBoxesSchema, type ForeignPrice, foreignQuoteSchemas } from "./foreign-answers";
import { memoize } from "./memoize";
import type { Overheard, PricingService, SentAnswer } from "./pricing-service";
import { type QuoteAnswer, refusedQuote } from "./quote-answer";
import { answerInCents } from "./quote-response";
import { totalsAddUp } from "./totals-add-up";
import { CoverageSchema } from "./wire";
import { CountryListSchema, HealthSchema, MOST_COUNTRIES } from "./wire-queries";

/** Many times the longest real answer, which is 250 countries of 60 bytes. */
const LONGEST_ANSWER_BYTES = 512 * 1024;

/** An answer, and its JSON; `json` is undefined when the body wasn't JSON. */
type Answered = SentAnswer & { json: unknown };
type Patience = { connectMs: number; inAllMs: number };

/** A page that needs a list and then a quote has 8 seconds. Both together take less, a retry included. */
export const patience = { connectMs: 2_000, readMs: 3_000, quoteMs: 4_500 };

/** A random delay, so that clients don't all retry at the same moment. */
const RETRY_AFTER_MS = { least: 50, most: 250 };
/** With less time left than this, a second try would fail too. */
const WORTH_A_TRY_MS = 200;

/**
 * A 4xx answer about a postal code means "we don't go there", whatever its body (specification section 7), but for these:
 * who may ask, a proxy's sign-in, a request that came too slowly, and too many of them. They say nothing about the place.
 */
const OUR_TROUBLE = [401, 403, 407, 408, 429];
const isNotServed = ({ status }: Answered) => status >= 400 && status < 500 && !OUR_TROUBLE.includes(status);
/** How a service that limits its country list refuses our request for all of them. */
const LIMIT_TOO_HIGH = [400, 422];
const FEWER_COUNTRIES = 50;

/**
 * Prices from a remote service that follows our contract (specification section 7). While it is down its last lists are
 * used; a price never is.
 * @param base its address without a trailing slash
 * @param clock milliseconds of a monotonic clock
 * @param report called for every failure
 */
export function pricingOverHttp(
  base: string,
  clock: () => number,
  report: (path: string, error: unknown) => void = () => undefined,
  limits = patience,
): PricingService & { overheard: Overheard } {
  const breaker = circuitBreaker();
  return { ...pricingService(base, { clock, report, limits, breaker, hear: () => undefined }), overheard };

  function overheard(hear: (answer: SentAnswer) => void): PricingService {
    return pricingService(base, { clock, report, limits, breaker, hear });
  }
}

type Line = {
  clock: () => number;
  report: (path: string, error: unknown) => void;
  limits: typeof patience;
  breaker: ReturnType<typeof circuitBreaker>;
  hear: (answer: SentAnswer) => void;
};

/** The service on this line; with lists of its own that it remembers. */
function pricingService(base: string, { clock, report, limits, breaker, hear }: Line): PricingService {
  const boxes = memoize(async () => believed(ForeignBoxesSchema, await read("/v1/boxes")).map(boxInCents), clock);

  const countries = memoize(async () => {
    const all = await read(`/v1/countries?limit=${MOST_COUNTRIES}`);
    const countries = LIMIT_TOO_HIGH.includes(all.status) ? await read(`/v1/countries?limit=${FEWER_COUNTRIES}`) : all;
    return believed(CountryListSchema, countries).items;
  }, clock);

  return {
    base,
    boxes,

    async coverage(pcode) {
      const coverage = await read(`/v1/coverage?pcode=${encodeURIComponent(pcode)}`);
      if (isNotServed(coverage)) return null;
      if (isOk(coverage) && isRefusal(coverage.json)) return null;
      const place = believed(CoverageSchema, coverage);
      if (place.pcode !== pcode) throw new CallError("the coverage is of another postal code than we asked about");
      return place;
    },

    async countries(q, limit) {
      return searchCountries(await countries(), q, limit);
    },

    quoteLocal: (request) => quote("local", request),
    quoteInternational: (request) => quote("international", request),

    async health() {
      return believed(HealthSchema, await read("/health"));
    },
  };

  /** Not retried: a customer who waits for a price needs an answer soon. */
  async function quote(
    kind: keyof typeof foreignQuoteSchemas,
    request: { quantity: number; selectedBoxId: string; applyVat: boolean },
  ): Promise<QuoteAnswer> {
    const response = await ask(`/v1/quote/${kind}`, request, { connectMs: limits.connectMs, inAllMs: limits.quoteMs });
    if (response.json === undefined) return refusedQuote(`HTTP ${response.status}`);
    const checked = foreignQuoteSchemas[kind].safeParse(response.json);
    if (!checked.success && isOk(response)) throw new CallError(brokenContract(checked.error));
    if (!checked.success) return refusedQuote(httpWords(response));
    if (!checked.data.ok) return checked.data;
    return isOk(response) ? believedPrice(checked.data, request) : refusedQuote(httpWords(response));
  }

  /** Sends a read-only request, and repeats it once if it failed and time is left. */
  async function read(path: string): Promise<Answered> {
    const givesUpAt = clock() + limits.readMs;
    const pauseMs = RETRY_AFTER_MS.least + Math.random() * (RETRY_AFTER_MS.most - RETRY_AFTER_MS.least);
    return repeatCall(() => ask(path, undefined, { connectMs: limits.connectMs, inAllMs: givesUpAt - clock() }), {
      pausesMs: [pauseMs],
      isGood: ({ status }) => status < 500,
      // Another call may have opened the circuit meanwhile. This call's own failure says more than "not asked".
      mayRepeat: (pauseMs) => givesUpAt - clock() - pauseMs > WORTH_A_TRY_MS && breaker.state === "closed",
    });
  }

  async function ask(path: string, body: unknown, patience: Patience): Promise<Answered> {
    if (!breaker.lets(clock())) throw new CallError("not asked for a while, because it failed repeatedly");
    const answer = await askService(new URL(base + path), body, patience).catch((error: unknown) => {
      failed(error);
      throw error;
    });
    hear(answer);
    // A 5xx answer is a failure for the circuit breaker, and an answer for the caller.
    if (answer.status >= 500) failed(new CallError(httpWords(answer)));
    else breaker.succeeded();
    return answer;

    function failed(error: unknown): void {
      breaker.failed(clock());
      report(path, error);
    }
  }
}

async function askService(address: URL, body: unknown, patience: Patience): Promise<Answered> {
  const { status, text } = await callServer(address, {
    headers: { Accept: "application/json", ...(body !== undefined && { "Content-Type": "application/json" }) },
    body: body === undefined ? undefined : JSON.stringify(body),
    ...patience,
    reads: "whole",
    mostBytes: LONGEST_ANSWER_BYTES,
  });
  return { status, text, json: parsedJson(text) };
}

type Schema<Value> = {
  safeParse(
    value: unknown,
  ): { success: true; data: Value } | { success: false; error: { issues: readonly { message: string }[] } };
};

/** Parses a good answer. Throws for any other, with the specification's wording. */
function believed<Value>(schema: Schema<Value>, response: Answered): Value {
  if (!isOk(response)) throw new CallError(httpWords(response));
  if (response.json === undefined) throw new CallError(`HTTP ${response.status}`);
  const checked = schema.safeParse(response.json);
  if (!checked.success) throw new CallError(brokenContract(checked.error));
  return checked.data;
}

/**
 * Parses a price. Throws unless it is for exactly what was asked, in whole cents, adds up and isn't zero: every other is
 * the service's trouble, and says nothing about the route.
 */
function believedPrice(
  quote: ForeignPrice,
  request: { quantity: number; selectedBoxId: string; applyVat: boolean },
): QuoteAnswer {
  const { meta } = quote;
  if (meta.quantity !== request.quantity || meta.selectedBoxId !== request.selectedBoxId) {
    throw new CallError("the quote is for other parcels than we asked for");
  }
  const quoteInCents = answerInCents(quote);
  if (!totalsAddUp(quoteInCents.cents, request)) throw new CallError("the price does not add up");
  if (quoteInCents.cents.totals.grandTotal === 0) throw new CallError("the price is zero");
  return quoteInCents;
}

const isOk = ({ status }: Answered) => status >= 200 && status < 300;
const httpWords = ({ status }: Answered) => `HTTP ${status} – ${STATUS_CODES[status] ?? ""}`;
const brokenContract = (error: { issues: readonly { message: string }[] }) =>
  `the answer breaks the contract: ${error.issues[0]?.message ?? "unreadable"}`;
const isRefusal = (json: unknown) => typeof json === "object" && json !== null && "ok" in json && json.ok === false;
