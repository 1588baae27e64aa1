import * as z from "zod";
import { bearerKey, idempotencyKey, needsKey, refusals, replayed } from "../accounts/openapi-problems";
import { webhookCalls } from "../messages/openapi-webhooks";
import type { MoreCalls } from "../prices/contract/openapi.server";
import { describedResponse } from "../prices/contract/openapi-operations";
import {
  BookingListSchema,
  BookingSchema,
  BookingsQuerySchema,
  bookingRequestSchema,
  EventsSchema,
  LabelQuerySchema,
  TermsSchema,
} from "./booking-on-the-wire";

/** A request that is booked as it stands, where the price is the same. A test sends it. */
export const exampleBooking = {
  reference: "1001",
  from: { addressLine: "12 Shop Street", city: "Germiston", postal: "1459" },
  to: {
    ...{ name: "Zodwa Khumalo", phone: "082 123 4567", addressLine: "9 Vilakazi Street" },
    ...{ suburb: "Orlando West", city: "Soweto", postal: "1868", landmark: "Blue gate opposite the taxi rank" },
  },
  parcel: { boxId: "flyer-bag", quantity: 1, parcelDesc: "Shoes" },
  agreedTotal: 80.62,
};

const anything = { boxMessage: "boxId must be a box of ours", knowsBox: () => true, offersDay: () => true };
const RequestSchema = bookingRequestSchema(anything).meta({ id: "BookingRequest" });
const byId = { path: z.object({ id: z.string().meta({ description: "The booking's id" }) }) };
const common = { tags: ["bookings"], security: needsKey };

/** The calls by key, described from the schemas that check them. */
export function callsByKey(): MoreCalls {
  const about = webhookCalls();
  return {
    tags: [{ name: "bookings", description: "Bookings by key, and what becomes of them" }, ...about.tags],
    webhooks: about.webhooks,
    components: { securitySchemes: { apiKey: bearerKey } },
    paths: {
      "/v1/bookings": {
        post: {
          ...common,
          operationId: "bookParcel",
          summary: "Book a parcel",
          description: "Books a parcel within South Africa. It is paid later, by a person, at paymentUrl.",
          parameters: [idempotencyKey(true)],
          requestBody: {
            required: true,
            content: { "application/json": { schema: RequestSchema, example: exampleBooking } },
          },
          responses: {
            "201": describedResponse("Booked", BookingSchema, {
              ...replayed,
              Location: { description: "The booking's address", schema: { type: "string" } },
            }),
            ...refusals(
              "wrong-fields",
              "blocked",
              "price-changed",
              "terms-changed",
              "reference-taken",
              "limit-reached",
              "still-running",
            ),
            ...refusals("too-large", "not-json", "no-instant-price", "key-reused"),
          },
        },
        get: {
          ...common,
          operationId: "listBookings",
          summary: "Your bookings",
          description: "The account's bookings, the newest first.",
          requestParams: { query: BookingsQuerySchema },
          responses: { "200": describedResponse("A page of them", BookingListSchema), ...refusals("wrong-fields") },
        },
      },
      "/v1/bookings/{id}": {
        get: {
          ...common,
          operationId: "getBooking",
          summary: "One booking",
          description: "The booking as it is now.",
          requestParams: byId,
          responses: { "200": describedResponse("The booking.", BookingSchema), ...refusals("not-found") },
        },
      },
      "/v1/bookings/{id}/cancel": {
        post: {
          ...common,
          operationId: "cancelBooking",
          summary: "Cancel a booking",
          description: "Until its parcel is collected. What was paid is refunded. Cancelling again changes nothing.",
          parameters: [idempotencyKey(false)],
          requestParams: byId,
          responses: {
            "200": describedResponse("Cancelled, now or before", BookingSchema, replayed),
            ...refusals("not-found", "too-late", "still-running", "key-reused"),
          },
        },
      },
      "/v1/bookings/{id}/label.pdf": {
        get: {
          ...common,
          operationId: "getLabel",
          summary: "The labels of a booking",
          description: "One for each piece, as a PDF, once it is paid.",
          requestParams: { ...byId, query: LabelQuerySchema },
          responses: {
            "200": {
              description: "The labels",
              content: { "application/pdf": { schema: { type: "string", format: "binary" } } },
            },
            ...refusals("wrong-fields", "not-found", "not-paid"),
          },
        },
      },
      "/v1/bookings/{id}/events": {
        get: {
          ...common,
          operationId: "listEvents",
          summary: "What happened to its parcel",
          description: "As tracking shows it, the oldest first; nothing personal. Empty until it is paid.",
          requestParams: byId,
          responses: {
            "200": describedResponse("The parcel's events, oldest first.", EventsSchema),
            ...refusals("not-found"),
          },
        },
      },
      "/v1/terms": {
        get: {
          ...common,
          operationId: "getTerms",
          summary: "Our terms of today",
          description: "Their version, and where they are.",
          responses: { "200": describedResponse("The terms in force.", TermsSchema), ...refusals() },
        },
      },
      ...about.paths,
    },
  };
}
