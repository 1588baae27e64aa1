/** Books with the client that openapi-typescript and openapi-fetch make; `run.mjs` copies it beside `schema.ts`. */
import assert from "node:assert/strict";
import createClient from "openapi-fetch";
import type { paths } from "./schema";

const { SITE = "", KEY = "" } = process.env;
const client = createClient<paths>({ baseUrl: SITE, headers: { Authorization: `Bearer ${KEY}` } });
const priced = await client.POST("/v1/quote/local", {
  body: { fromPostal: "1459", toPostal: "1868", quantity: 1, selectedBoxId: "flyer-bag" },
});
const agreedTotal = priced.data?.pricing.totals.grandTotal ?? 0;
const order = {
  params: { header: { "Idempotency-Key": "typescript-1" } },
  body: {
    reference: "typescript-1",
    from: { addressLine: "12 Shop Street", city: "Germiston", postal: "1459" },
    to: {
      name: "Zodwa Khumalo",
      phone: "082 123 4567",
      addressLine: "9 Vilakazi Street",
      city: "Soweto",
      postal: "1868",
    },
    parcel: { boxId: "flyer-bag", quantity: 1, parcelDesc: "Shoes" },
    agreedTotal,
  },
};
const booked = await client.POST("/v1/bookings", order);
assert.equal(booked.response.status, 201);
const id = booked.data?.id ?? "";
const again = await client.POST("/v1/bookings", order);
assert.deepEqual([again.data, again.response.headers.get("Idempotency-Replayed")], [booked.data, "true"]);
const changed = await client.POST("/v1/bookings", { ...order, body: { ...order.body, agreedTotal: 1 } });
assert.deepEqual(
  [changed.error?.status, changed.error?.title],
  [422, "This Idempotency-Key was used for another request"],
);
const listed = await client.GET("/v1/bookings", { params: { query: { reference: "typescript-1", limit: 10 } } });
assert.deepEqual(
  listed.data?.bookings.map((each) => each.id),
  [id],
);
const cancelled = await client.POST("/v1/bookings/{id}/cancel", { params: { path: { id } } });
assert.equal(cancelled.data?.status, "cancelled");
