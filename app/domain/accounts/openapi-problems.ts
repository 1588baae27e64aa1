import * as z from "zod";
import type { ZodOpenApiResponseObject, ZodOpenApiResponsesObject } from "zod-openapi";
import { ANSWERS_KEPT_DAYS } from "./once.server";
import { type ProblemName, problems } from "./problems";

/** How calls by key are described: their errors and headers. */

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

export const bearerKey = { type: "http", scheme: "bearer", description: "A key of My account, API keys" } as const;
export const needsKey = [{ apiKey: [] }];

export function idempotencyKey(required: boolean) {
  return {
    name: "Idempotency-Key",
    in: "header",
    required,
    description: `1 to 255 visible ASCII characters. The same key and body are done once and answered the same for ${ANSWERS_KEPT_DAYS} days.`,
    schema: { type: "string", minLength: 1, maxLength: 255, pattern: "^[!-~]{1,255}$" },
  } as const;
}

export const replayed: ZodOpenApiResponseObject["headers"] = {
  "Idempotency-Replayed": { description: "There if it was done before", schema: { type: "string", example: "true" } },
};

/** The refusals of a call, and those that each call has. Problems of one status are described together. */
export function refusals(...names: ProblemName[]): ZodOpenApiResponsesObject {
  const all: ProblemName[] = [...names, "wrong-key", "wrong-method", "too-many-requests", "unavailable"];
  const byStatus: Record<string, ZodOpenApiResponseObject> = {};
  for (const name of all) {
    const { status, title } = problems[name];
    const earlier = byStatus[status]?.description;
    byStatus[status] = {
      description: earlier ? `${earlier}; or: ${title}` : title,
      content: { "application/problem+json": { schema: KeyProblemSchema } },
      ...(status === 429 || status === 503 ? { headers: waits } : {}),
    };
  }
  return byStatus;
}

const waits: ZodOpenApiResponseObject["headers"] = {
  "Retry-After": { description: "Seconds to wait", schema: { type: "integer", minimum: 1 } },
};
