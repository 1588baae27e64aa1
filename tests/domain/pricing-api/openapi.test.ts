import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { callsByKey } from "#app/domain/bookings/openapi-bookings";
import { openapiDocument } from "#app/domain/pricing-api/openapi.server";

const described = path.join(import.meta.dirname, "openapi.json");
const documentFor = async (namesVat: boolean) =>
  JSON.parse(JSON.stringify(await openapiDocument("https://thuma.example", namesVat, callsByKey())));

/** `OPENAPI=write node tests/run.mjs tests/domain/pricing-api/openapi.test.ts` writes it. */
describe("the description of the interface", () => {
  test("is the one that plug-ins were written against; change openapi.json with it", async () => {
    if (process.env.OPENAPI === "write")
      writeFileSync(described, `${JSON.stringify(await documentFor(true), null, 2)}\n`);
    expect(await documentFor(true)).toEqual(JSON.parse(readFileSync(described, "utf8")));
  });

  test("of a company that isn't a VAT vendor differs only by what is named after VAT", async () => {
    const document = await documentFor(false);
    expect(JSON.stringify(document)).not.toMatch(/vat\b/i);
    expect(document.info.description).toBe(
      "Prices, bookings and events for shops' programs. Amounts are rand. Prices need no key.",
    );
    const { paths } = JSON.parse(readFileSync(described, "utf8"));
    expect(Object.keys(document.paths)).toEqual(Object.keys(paths));
    const request = document.paths["/v1/quote/local"].post.requestBody.content["application/json"];
    expect(request.example).toEqual({
      fromPostal: "1459",
      toPostal: "1868",
      quantity: 1,
      selectedBoxId: "flyer-bag",
    });
    expect(Object.keys(request.schema.properties)).toEqual(["fromPostal", "toPostal", "quantity", "selectedBoxId"]);
  });
});
