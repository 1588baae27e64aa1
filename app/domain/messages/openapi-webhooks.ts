import * as z from "zod";
import { idempotencyKey, needsKey, refusals, replayed } from "../accounts/openapi-problems";
import { limits } from "../limits/limits";
import { examplePayload, TEST_EVENT, webhookEvents } from "../post/webhooks/event-types";
import {
  NewSecretSchema,
  NewWebhookSchema,
  PayloadSchema,
  TestCallSchema,
  WebhookListSchema,
  WebhookRequestSchema,
  WebhookSchema,
} from "../post/webhooks/on-the-wire";
import type { MoreCalls } from "../prices/contract/openapi.server";

const byId = { path: z.object({ id: z.string().meta({ description: "The webhook's id" }) }) };
const common = { tags: ["webhooks"], security: needsKey };
const json = (schema: z.ZodType) => ({ "application/json": { schema } });
const signed = (name: string, description: string) =>
  ({ name, in: "header", required: true, description, schema: { type: "string" } }) as const;

/** The calls about webhooks, and the calls that we make, described from the schemas that check them. */
export function webhookCalls(): Required<Pick<MoreCalls, "tags" | "paths" | "webhooks">> {
  return {
    tags: [{ name: "webhooks", description: "Addresses of your program that we call when something happens" }],
    paths: {
      "/v1/webhooks": {
        post: {
          ...common,
          operationId: "registerWebhook",
          summary: "Register an address",
          description: "https at port 443, in the public internet. At most five.",
          parameters: [idempotencyKey(false)],
          requestBody: {
            required: true,
            content: {
              "application/json": { schema: WebhookRequestSchema, example: { url: "https://shop.example/thuma" } },
            },
          },
          responses: {
            "201": {
              description:
                "Registered; this answer has the secret, and so has a repeated one of the same Idempotency-Key",
              content: json(NewWebhookSchema),
              headers: replayed,
            },
            ...refusals(
              "wrong-fields",
              "not-found",
              "address-known",
              "limit-reached",
              "still-running",
              "too-large",
              "not-json",
              "key-reused",
            ),
          },
        },
        get: {
          ...common,
          operationId: "listWebhooks",
          summary: "Your webhooks",
          description: "Without their secrets.",
          responses: {
            "200": { description: "The account's webhooks.", content: json(WebhookListSchema) },
            ...refusals(),
          },
        },
      },
      "/v1/webhooks/{id}": {
        get: {
          ...common,
          operationId: "getWebhook",
          summary: "One webhook",
          description: "Whether it is on, and when it last took a call.",
          requestParams: byId,
          responses: { "200": { description: "The webhook.", content: json(WebhookSchema) }, ...refusals("not-found") },
        },
        delete: {
          ...common,
          operationId: "deleteWebhook",
          summary: "Delete a webhook",
          description: "It is called no more.",
          requestParams: byId,
          responses: { "204": { description: "Deleted" }, ...refusals("not-found") },
        },
      },
      "/v1/webhooks/{id}/test": {
        post: {
          ...common,
          operationId: "testWebhook",
          summary: "Try a webhook",
          description: `Calls it once with an event ${TEST_EVENT}, which is about no booking. One test call can wait, and an account can make ${limits.testCalls.points} in an hour.`,
          parameters: [idempotencyKey(false)],
          requestParams: byId,
          responses: {
            "202": { description: "It is being called", content: json(TestCallSchema), headers: replayed },
            ...refusals("not-found", "switched-off", "test-waiting", "still-running", "key-reused"),
          },
        },
      },
      "/v1/webhooks/{id}/secret": {
        post: {
          ...common,
          operationId: "changeSecret",
          summary: "A new secret",
          description: "The one before signs as well for 24 hours.",
          parameters: [idempotencyKey(false)],
          requestParams: byId,
          responses: {
            "200": {
              description: "The secret; a repeated Idempotency-Key tells the one of then",
              content: json(NewSecretSchema),
              headers: replayed,
            },
            ...refusals("not-found", "still-running", "key-reused"),
          },
        },
      },
    },
    webhooks: Object.fromEntries(
      [...webhookEvents, TEST_EVENT].map((type) => [
        type,
        {
          post: {
            operationId: `on ${type}`.replace(/[^a-z]+(.)/g, (_, letter: string) => letter.toUpperCase()),
            summary: type,
            description:
              "Signed by Standard Webhooks 1.0.0. The order isn't promised; GET /v1/bookings/{id} has the truth.",
            tags: ["webhooks"],
            security: [],
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
          },
        },
      ]),
    ),
  };
}
