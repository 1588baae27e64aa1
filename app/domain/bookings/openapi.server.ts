import * as z from "zod";
import type { ZodOpenApiOperationObject, ZodOpenApiResponseObject } from "zod-openapi";
import { brand } from "#app/brand";
import { contact } from "#app/contact";
import { ANSWERS_KEPT_DAYS } from "../accounts/once.server";
import { type ProblemName, problems } from "../accounts/problems";
import { examplePayload, TEST_EVENT, webhookEvents } from "../post/webhooks/event-types";
import { PayloadSchema } from "../post/webhooks/on-the-wire";
import { ProblemSchema } from "../prices/contract/wire-queries";
import { vatNamesLeftOut } from "../prices/contract/without-vat";
import { callsInOrder } from "./api-calls";

const VERSION = "1.1.0";

type Described = ReturnType<typeof callsInOrder>[number];
type Parameters = NonNullable<ZodOpenApiOperationObject["parameters"]>;
type Headers = NonNullable<ZodOpenApiResponseObject["headers"]>;
type Responses = Record<string, ZodOpenApiResponseObject>;

/**
 * The body of `/v1/openapi.json`, generated from the table of calls.
 * @param namesVat whether the company is a VAT vendor; if not, the description doesn't mention VAT
 */
export async function openapiDocument(origin: string, namesVat: boolean): Promise<unknown> {
  // Loaded on first use, to keep the start fast.
  const { createDocument } = await import("zod-openapi");
  const vat = namesVat ? ", VAT included unless applyVat is false" : "";
  const paths: Record<string, Record<string, ZodOpenApiOperationObject>> = {};
  for (const call of callsInOrder())
    paths[call.path] = { ...paths[call.path], [call.method.toLowerCase()]: operationOf(call) };
  const document = createDocument({
    openapi: "3.1.0",
    info: {
      title: brand.name,
      version: VERSION,
      description: `Prices, bookings and events for shops' programs. Amounts are rand${vat}. Prices need no key.`,
      contact: { name: brand.name, url: `${origin}/developers`, email: contact().email.contact },
      license: { name: "For use with our prices, by anybody", identifier: "LicenseRef-Public" },
    },
    servers: [{ url: origin }],
    security: [],
    tags: [
      { name: "pricing", description: "Boxes, places and prices" },
      { name: "bookings", description: "Bookings by key, and what becomes of them" },
      { name: "webhooks", description: "Addresses of your program that we call when something happens" },
    ],
    components: {
      securitySchemes: {
        apiKey: { type: "http", scheme: "bearer", description: "A key of My account, My shop" },
      },
    },
    webhooks: Object.fromEntries([...webhookEvents, TEST_EVENT].map((type) => [type, { post: ourCall(type) }])),
    paths,
  });
  return namesVat ? document : vatNamesLeftOut(document);
}

function operationOf(call: Described): ZodOpenApiOperationObject {
  const { operationId, summary, description, about, path, query, body, example } = call;
  const id = { path: z.object({ id: z.string().meta({ description: `The ${about.slice(0, -1)}'s id` }) }) };
  const parameters = parametersOf(call);
  return {
    ...{ operationId, summary, description, tags: [about] },
    ...(call.right === "key" && { security: [{ apiKey: [] }] }),
    ...(parameters.length > 0 && { parameters }),
    ...((query || path.includes("{id}")) && {
      requestParams: { ...(path.includes("{id}") && id), ...(query && { query }) },
    }),
    ...(body && { requestBody: { required: true, content: { "application/json": { schema: body, example } } } }),
    responses: {
      ...(call.right === "open" ? openRefusals(call) : keyedRefusals(call.refusals)),
      ...Object.fromEntries(
        Object.entries(call.answers).map(([status, answer]) => [status, goodAnswer(call, ...answer)]),
      ),
    },
  };
}

function parametersOf(call: Described): Parameters {
  if (call.right === "open" && call.isKept) return [ifNoneMatch];
  if (!call.once) return [];
  const description =
    call.right === "open"
      ? "The same key and body get the same answer again for an hour."
      : `The same key and body are done once and answered the same for ${ANSWERS_KEPT_DAYS} days.`;
  const shortest = call.right === "key" && { minLength: 1 };
  return [
    {
      name: "Idempotency-Key",
      in: "header",
      required: call.once === "must",
      description: `1 to 255 visible ASCII characters. ${description}`,
      schema: { type: "string", ...shortest, maxLength: 255, pattern: "^[!-~]{1,255}$" },
    },
  ];
}

function goodAnswer(call: Described, description: string, body?: z.ZodType | "pdf"): ZodOpenApiResponseObject {
  const pdf = { "application/pdf": { schema: { type: "string", format: "binary" } } } as const;
  const content = body === "pdf" ? pdf : body && { "application/json": { schema: body } };
  const headers: Headers = {
    ...(call.right === "open" && call.isKept && { ETag: etag }),
    ...(call.once && { "Idempotency-Replayed": { ...replayed, description: replayedWords[call.right] } }),
    ...(call.once === "must" && { Location: { description: "The booking's address", schema: { type: "string" } } }),
  };
  return { description, ...(content && { content }), ...(Object.keys(headers).length > 0 && { headers }) };
}

const ifNoneMatch = {
  name: "If-None-Match",
  in: "header",
  required: false,
  description: "The ETag of an answer that is kept",
  schema: { type: "string" },
} as const;
const etag = {
  description: "Send it as If-None-Match to get 304 while nothing has changed",
  schema: { type: "string" },
} as const;
const replayed = { schema: { type: "string", example: "true" } } as const;
const replayedWords = {
  open: "Present where this is the answer to an earlier request of the same Idempotency-Key",
  key: "Present if it was done before",
};
const waiting = (description: string): Headers => ({
  "Retry-After": { description, schema: { type: "integer", minimum: 1 } },
});

/** Those of a call without a key, and those that each of them has. */
function openRefusals(call: Described & { right: "open" }): Responses {
  const problem = (description: string, headers?: Headers) => ({
    ...{ description, content: { "application/json": { schema: ProblemSchema } } },
    ...(headers && { headers }),
  });
  const retryAfter = waiting("Seconds to wait before the next request");
  const allow = { Allow: { description: "The methods that are accepted", schema: { type: "string" } } } as const;
  return {
    ...Object.fromEntries(Object.entries(call.refusals).map(([status, words]) => [status, problem(words)])),
    ...(call.isKept && { "304": { description: "What you have kept is still valid" } }),
    "405": problem(`A method other than ${call.method}`, allow),
    "429": problem("Too many requests", retryAfter),
    "503": problem("Something is down on our side", retryAfter),
  };
}

/** Those of a call by key, and those that each of them has. Problems of one status are described together. */
function keyedRefusals(names: readonly ProblemName[]): Responses {
  const all = [...names, "wrong-key", "wrong-method", "too-many-requests", "unavailable"] as const;
  const byStatus: Responses = {};
  for (const name of all) {
    const { status, title } = problems[name];
    const earlier = byStatus[status]?.description;
    byStatus[status] = {
      description: earlier ? `${earlier}; or: ${title}` : title,
      content: { "application/problem+json": { schema: KeyProblemSchema } },
      ...(status === 429 || status === 503 ? { headers: waiting("Seconds to wait") } : {}),
    };
  }
  return byStatus;
}

const KeyProblemSchema = z
  .looseObject({
    type: z.string().meta({ description: "The part of our page that explains the problem", format: "uri" }),
    title: z.string(),
    status: z.int(),
    detail: z.string().meta({ description: "For a person" }),
    errors: z
      .array(z.object({ pointer: z.string().meta({ example: "/to/phone" }), detail: z.string() }))
      .optional()
      .meta({ description: "Every wrong field, by its JSON pointer" }),
  })
  .meta({ id: "KeyProblem" });

/** A call that we make. */
function ourCall(type: string): ZodOpenApiOperationObject {
  const signed = (name: string, description: string) =>
    ({ name, in: "header", required: true, description, schema: { type: "string" } }) as const;
  return {
    operationId: `on ${type}`.replace(/[^a-z]+(.)/g, (_, letter: string) => letter.toUpperCase()),
    summary: type,
    description: "Signed by Standard Webhooks 1.0.0. The order isn't promised; GET /v1/bookings/{id} has the truth.",
    ...{ tags: ["webhooks"], security: [] },
    parameters: [
      signed("webhook-id", "The same at every try"),
      signed("webhook-timestamp", "When this try was made, in seconds"),
      signed("webhook-signature", "v1, and the signature; two of them for a day after the secret was changed"),
    ],
    requestBody: {
      required: true,
      content: { "application/json": { schema: PayloadSchema, example: { ...examplePayload, type } } },
    },
    responses: {
      "2XX": { description: "Taken, within 15 seconds" },
      "410": { description: "Switches the webhook off" },
      default: { description: "Failed. We call again, not before Retry-After." },
    },
  };
}
