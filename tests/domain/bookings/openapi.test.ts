import { describe, expect, test } from "vitest";
import { openapiDocument } from "#app/domain/bookings/openapi.server";

const documentFor = async (namesVat: boolean) =>
  JSON.parse(JSON.stringify(await openapiDocument("https://thuma.example", namesVat)));

describe("the description of the interface", () => {
  test("of a company that isn't a VAT vendor differs only by what is named after VAT", async () => {
    const document = await documentFor(false);
    expect(JSON.stringify(document)).not.toMatch(/vat\b/i);
    expect(document.info.description).toBe(
      "Prices, bookings and events for shops' programs. Amounts are rand. Prices need no key.",
    );
    expect(Object.keys(document.paths)).toEqual(Object.keys((await documentFor(true)).paths));
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
