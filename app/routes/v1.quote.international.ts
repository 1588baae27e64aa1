import { InternationalQuoteRequestSchema } from "#app/domain/prices/contract/wire-requests";
import { api } from "#app/http/api/api.server";
import { answerQuote } from "#app/http/api/api-quote.server";

/** POST: a price, or the reason why there is none. */
export const action = api("POST", (args, { ownPricing }) =>
  answerQuote(args, InternationalQuoteRequestSchema, ownPricing.quoteInternational),
);

export const loader = action;
