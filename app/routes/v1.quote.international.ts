import { apiCalls } from "#app/domain/bookings/api-calls";
import { openCall } from "#app/http/api/api.server";
import { answerQuote } from "#app/http/api/api-quote.server";

/** POST: a price, or the reason why there is none. */
export const action = openCall("POST /v1/quote/international", (_, { ownPricing }, args) =>
  answerQuote(args, apiCalls["POST /v1/quote/international"].body, ownPricing.quoteInternational),
);

export const loader = action;
