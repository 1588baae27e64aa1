import { expect, test } from "vitest";
import { openapiDocument } from "#app/domain/bookings/openapi.server";
import { lostBy } from "../../bench/last-release/api-changes.mjs";

const before = JSON.parse(JSON.stringify(await openapiDocument("https://thuma.example", true)));

/** What programs lose by a change of today's document. */
function after(change: (document: typeof before) => void): string[] {
  const document = structuredClone(before);
  change(document);
  return lostBy(before, document);
}

const { BookingRequest, WebhookRequest } = before.components.schemas;

test("the same document, and one with more in it, take nothing from anybody", () => {
  expect(after(() => {})).toEqual([]);
  expect(
    after(({ paths, components: { schemas } }) => {
      paths["/v1/more"] = { get: { responses: { 200: {} } } };
      schemas.Booking.properties.more = { type: "object", properties: { id: { type: "string" } }, required: ["id"] };
      schemas.BookingRequest.properties.more = schemas.Booking.properties.more;
    }),
  ).toEqual([]);
});

test.each([
  ["a call", ({ paths }) => delete paths["/v1/terms"].get, "GET /v1/terms"],
  ["a status", ({ paths }) => delete paths["/v1/bookings"].post.responses["201"], "POST /v1/bookings 201"],
  [
    "a field of an answer",
    ({ components }) => delete components.schemas.Booking.properties.waybillNo,
    "GET /v1/bookings/{id} 200: waybillNo string",
  ],
  [
    "a field's type",
    ({ components }) => Object.assign(components.schemas.Booking.properties.id, { type: "number" }),
    "GET /v1/bookings/{id} 200: id string",
  ],
  [
    "a value",
    ({ components }) => components.schemas.WebhookRequest.properties.events.anyOf[0].items.enum.shift(),
    `POST /v1/webhooks: events[] ${JSON.stringify(WebhookRequest.properties.events.anyOf[0].items.enum[0])}`,
  ],
  [
    "a field of a request",
    ({ components }) => delete components.schemas.BookingRequest.properties.reference,
    "POST /v1/bookings: reference string",
  ],
  ["an event", ({ webhooks }) => delete webhooks["parcel.returned"], "parcel.returned"],
] as [string, (document: typeof before) => void, string][])("%s that is gone is said", (_, change, line) => {
  expect(after(change)).toContain(line);
});

test("a field that a request must have from now on is said", () => {
  const optional = Object.keys(BookingRequest.properties).find((name) => !BookingRequest.required.includes(name)) ?? "";
  expect(after(({ components }) => components.schemas.BookingRequest.required.push(optional))).toEqual([
    `POST /v1/bookings: ${optional} is required`,
  ]);
  expect(
    after(({ paths }) =>
      paths["/v1/coverage"].get.parameters.push({
        name: "day",
        in: "query",
        required: true,
        schema: { type: "string" },
      }),
    ),
  ).toEqual(["GET /v1/coverage: day is required"]);
});
