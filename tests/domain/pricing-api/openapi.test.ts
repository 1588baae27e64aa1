import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { openapiDocument } from "#app/domain/pricing-api/openapi.server";

const described = path.join(import.meta.dirname, "openapi.json");
const documentFor = async (namesVat: boolean) =>
  JSON.parse(JSON.stringify(await openapiDocument("https://thuma.example", namesVat)));

describe("the description of the interface", () => {
  test("is the one that plug-ins were written against; change openapi.json with it", async () => {
    expect(await documentFor(true)).toEqual(JSON.parse(readFileSync(described, "utf8")));
  });

  test("of a company that isn't a VAT vendor differs only by what is named after VAT", async () => {
    const document = await documentFor(false);
    expect(JSON.stringify(document)).not.toMatch(/vat\b/i);
    expect(document.info.description).toBe(
      "Boxes, coverage and prices for shop plug-ins. Amounts are rand. No key is needed.",
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
