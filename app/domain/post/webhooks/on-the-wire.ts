import * as z from "zod";
import { brand } from "#app/brand";
import { TEST_EVENT, webhookEvents } from "./event-types";

/** The body of `POST /v1/webhooks`. */
export const WebhookRequestSchema = z
  .strictObject({
    url: z
      .string({ error: "Give url, the address that we call, as text." })
      .meta({ examples: [`https://shop.example/${brand.slug}`] }),
    events: z
      .array(z.enum(webhookEvents, { error: `An event is one of: ${webhookEvents.join(", ")}.` }), {
        error: "events is a list of events.",
      })
      .min(1, "Name at least one event, or leave events out to be told of all.")
      .nullish()
      .meta({ description: "What to be told of; all if left out." }),
  })
  .meta({ id: "WebhookRequest" });

/** A registered address, as its owner reads it. */
export const WebhookSchema = z
  .object({
    id: z.string(),
    url: z.string(),
    events: z.array(z.enum(webhookEvents)).nullable().meta({ description: "null: all" }),
    status: z.enum(["on", "off"]),
    offBecause: z.string().nullable(),
    lastSuccessAt: z.string().nullable(),
    lastAnswerAt: z.string().nullable().meta({ description: "When our last call of it ended; null: not called yet" }),
    lastAnswerStatus: z
      .int()
      .nullable()
      .meta({ description: "The HTTP status with which it answered then; null: no answer came in time" }),
    createdAt: z.string(),
  })
  .meta({ id: "Webhook" });

export const NewWebhookSchema = WebhookSchema.pick({ id: true, url: true, events: true })
  .extend({
    secret: z.string().meta({
      description:
        "Signs our calls. A repeated Idempotency-Key tells the one of then; 404 once the webhook is deleted.",
    }),
  })
  .meta({ id: "NewWebhook" });

export const WebhookListSchema = z.object({ webhooks: z.array(WebhookSchema) }).meta({ id: "WebhookList" });

export const NewSecretSchema = z
  .object({
    secret: z.string(),
    previousUntil: z.string().meta({ description: "Until then the secret before signs as well." }),
  })
  .meta({ id: "NewSecret" });

export const TestCallSchema = z
  .object({ id: z.string().meta({ description: "The webhook-id of the call that we are about to make." }) })
  .meta({ id: "TestCall" });

/** What we send. */
export const PayloadSchema = z
  .object({
    type: z.enum([...webhookEvents, TEST_EVENT]),
    timestamp: z.string().meta({ description: "When it happened" }),
    data: z.object({
      bookingId: z.string().nullable(),
      reference: z.string().nullable(),
      waybillNo: z.string().nullable().meta({ description: "In booking.unpaid: the waybill that is void now" }),
      status: z.string().nullable().meta({ description: "The booking's status at that moment" }),
      paymentStatus: z.string().nullable().meta({ description: "The same of its payment, as in the booking" }),
      place: z.string().nullable(),
      pieces: z.int().nullable().meta({ description: "How many of its pieces it is about; null: none was moved" }),
      of: z.int().nullable().meta({ description: "How many pieces it has" }),
    }),
  })
  .meta({ id: "WebhookPayload" });
