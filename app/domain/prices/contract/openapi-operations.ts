import type { z } from "zod";
import type { ZodOpenApiOperationObject, ZodOpenApiResponseObject, ZodOpenApiResponsesObject } from "zod-openapi";
import { PricedQuoteSchema } from "./wire";
import { ProblemSchema } from "./wire-queries";

/** How the interface's calls are described: the answers of each, and their headers. */

const retryAfter = {
  "Retry-After": { description: "Seconds to wait before the next request", schema: { type: "integer", minimum: 1 } },
} as const;

const etag = {
  ETag: { description: "Send it as If-None-Match to get 304 while nothing has changed", schema: { type: "string" } },
} as const;

const replayed = {
  "Idempotency-Replayed": {
    description: "There where this is the answer to an earlier request of the same Idempotency-Key",
    schema: { type: "string", example: "true" },
  },
} as const;

const allow = { Allow: { description: "The methods that are accepted", schema: { type: "string" } } } as const;

const idempotencyKey = {
  name: "Idempotency-Key",
  in: "header",
  required: false,
  description: "1 to 255 visible ASCII characters. The same key and body get the same answer again for an hour.",
  schema: { type: "string", maxLength: 255, pattern: "^[!-~]{1,255}$" },
} as const;

const ifNoneMatch = {
  name: "If-None-Match",
  in: "header",
  required: false,
  description: "The ETag of an answer that is kept",
  schema: { type: "string" },
} as const;

type Headers = ZodOpenApiResponseObject["headers"];
type Described = { operationId: string; summary: string; description: string };

/** A list or a check: a GET, which may be cached and revalidated with If-None-Match. */
export function read(
  described: Described,
  schema: z.ZodType,
  refusals: ZodOpenApiResponsesObject = {},
): ZodOpenApiOperationObject {
  return {
    ...described,
    tags: ["pricing"],
    parameters: [ifNoneMatch],
    responses: {
      "200": describedResponse("Found", schema, etag),
      "304": { description: "What you keep still holds" },
      ...refusals,
      ...always("GET"),
    },
  };
}

/** A price: a POST that changes nothing and may be repeated. */
export function quote(described: Described, schema: z.ZodType, example: object): ZodOpenApiOperationObject {
  return {
    ...described,
    tags: ["pricing"],
    parameters: [idempotencyKey],
    requestBody: { required: true, content: { "application/json": { schema, example } } },
    responses: {
      "200": describedResponse("The price", PricedQuoteSchema, replayed),
      "400": problem("A field is wrong"),
      "413": problem("More than 64 KB"),
      "415": problem("Not JSON"),
      "422": problem("No instant price, and why; or, with its field, an Idempotency-Key of another request"),
      ...always("POST"),
    },
  };
}

export function describedResponse(description: string, schema: z.ZodType, headers?: Headers) {
  return { description, content: { "application/json": { schema } }, ...(headers && { headers }) };
}

export const problem = (description: string, headers?: Headers) =>
  describedResponse(description, ProblemSchema, headers);

/** The answers that every call may give. */
export function always(method: "GET" | "POST"): ZodOpenApiResponsesObject {
  return {
    "405": problem(`Another method than ${method}`, allow),
    "429": problem("Too many requests", retryAfter),
    "503": problem("Something is down on our side", retryAfter),
  };
}
