import type { AppLoadContext, LoaderFunctionArgs } from "@remix-run/node";
import type { z } from "zod";
import { fingerprint } from "#app/domain/parcels/quotes/fingerprint.server";
import type { QuoteAnswer } from "#app/domain/prices/contract/quote-answer";
import { quoteResponse } from "#app/domain/prices/contract/quote-response";
import type { QuoteResponse } from "#app/domain/prices/contract/wire";
import { unnamedVat } from "#app/domain/prices/contract/without-vat";
import { delaysOnWay, type PostalRoute } from "#app/domain/prices/delayed-price.server";
import { parsedJson } from "#app/domain/values/parsed-json";
import { cleanedJson } from "#app/domain/values/typed-text";
import type { Reader } from "#db/store.server";
import { isJson, refuse, reply, validRequest } from "./api.server";
import { keyShape, rememberAnswer, rememberedAnswer, WRONG_KEY } from "./idempotency.server";

/** Answers a quote request: 200 with the price, 400 for a wrong field, 422 when there is no instant price. */
export async function answerQuote<Schema extends z.ZodType>(
  { request, context }: LoaderFunctionArgs,
  schema: Schema,
  price: (request: z.output<Schema>) => Promise<QuoteAnswer>,
): Promise<Response> {
  if (!isJson(request)) return refuse(415, "Send JSON, with the header Content-Type: application/json.");
  const key = request.headers.get("Idempotency-Key");
  if (key !== null && !keyShape.test(key)) return refuse(400, WRONG_KEY, { field: "Idempotency-Key" });
  const body = cleanedJson(parsedJson(await request.text()));
  if (body === undefined) return refuse(400, "The body is not JSON.");
  const checked = validRequest(schema, body);
  if (!checked.ok) return checked.refusal;

  // A key belongs to one caller and one address.
  const ownKey = key && [context.clientAddress ?? "", new URL(request.url).pathname, key].join(" ");
  const requestHash = fingerprint(checked.data);
  const remembered = ownKey ? rememberedAnswer(ownKey, performance.now()) : null;
  if (remembered && remembered.requestHash !== requestHash) {
    const error = "This Idempotency-Key was used for another quote. Use a new key for a new request.";
    return refuse(422, error, { field: "Idempotency-Key" });
  }
  if (remembered) return replyQuote(context, checked.data, remembered.quote, { "Idempotency-Replayed": "true" });

  const quote = await price(checked.data);
  if (ownKey) rememberAnswer(ownKey, { requestHash, quote }, performance.now());
  return replyQuote(context, checked.data, quote);
}

/** The answer to a request with this price or refusal. */
export async function replyQuote(
  { services, settings }: AppLoadContext,
  request: unknown,
  priced: QuoteAnswer,
  headers: Record<string, string> = {},
): Promise<Response> {
  const quote = await withDelays(services.store.read, priced, wayOf(request));
  const namesVat = settings.registration.vatNumber !== "none";
  return reply(namesVat ? quote : unnamedVat(quote), headers, quote.ok ? 200 : 422);
}

/** What keeps us from going there now isn't a part of the price, and isn't remembered with it. */
async function withDelays(store: Reader, priced: QuoteAnswer, way: PostalRoute): Promise<QuoteResponse> {
  const quote = quoteResponse(priced);
  if (!quote.ok) return quote;
  const delays = await delaysOnWay(store, new Date());
  const { deliveryDays, ...meta } = quote.meta;
  const warnings = delays.warnings(way);
  return {
    ...quote,
    meta: { ...meta, ...(deliveryDays && { deliveryDays: delays.days(deliveryDays, way) }) },
    ...(warnings && { warnings }),
  };
}

function wayOf(request: unknown): PostalRoute {
  const { fromPostal: from = "", toPostal: to = "" } = request as { fromPostal?: string; toPostal?: string };
  return { from, to };
}
