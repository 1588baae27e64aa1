import type { ZodOpenApiOperationObject, ZodOpenApiResponsesObject } from "zod-openapi";
import { brand } from "#app/brand";
import { contractExamples } from "./contract-examples";
import {
  CoverageSchema,
  InternationalQuoteRequestSchema,
  LocalQuoteRequestSchema,
  PricedQuoteSchema,
  RefusedQuoteSchema,
} from "./wire";
import {
  BoxListSchema,
  CountriesQuerySchema,
  CountryListSchema,
  CoverageQuerySchema,
  HealthSchema,
  ProblemSchema,
} from "./wire-queries";

const VERSION = "1.0.0";

/** What `/v1/openapi.json` says, made from the schemas that check the requests. */
export async function openapiDocument(origin: string) {
  // Loaded by the first program that asks, so that a start need not wait for it.
  const { createDocument } = await import("zod-openapi");
  return createDocument({
    openapi: "3.1.0",
    info: {
      title: `${brand.name} pricing`,
      version: VERSION,
      description:
        "Boxes, coverage and prices for shop plug-ins. Amounts are rand, VAT included unless applyVat is false. No key is needed.",
      contact: { email: brand.email.contact },
    },
    servers: [{ url: origin }],
    paths: {
      "/v1/boxes": { get: read("listBoxes", "Packaging on offer", BoxListSchema) },
      "/v1/coverage": {
        get: {
          ...read("checkCoverage", "Where a postal code is", CoverageSchema, {
            "400": problem("The code is not a postal code"),
            "404": problem("We don't serve it"),
          }),
          requestParams: { query: CoverageQuerySchema },
        },
      },
      "/v1/countries": {
        get: {
          ...read("listCountries", "Destinations abroad, best match first", CountryListSchema, {
            "400": problem("A parameter is wrong"),
          }),
          requestParams: { query: CountriesQuerySchema },
        },
      },
      "/v1/quote/local": {
        post: quote("quoteLocal", "A price between two postal codes", LocalQuoteRequestSchema, contractExamples.local),
      },
      "/v1/quote/international": {
        post: quote(
          "quoteInternational",
          "A price from a postal code to a country",
          InternationalQuoteRequestSchema,
          contractExamples.international,
        ),
      },
      "/health": {
        get: {
          operationId: "health",
          summary: "Whether prices are available",
          responses: {
            "200": answer("They can", HealthSchema),
            "503": answer("Prices are not available right now", HealthSchema),
          },
        },
      },
    },
  });
}

type Schema = typeof ProblemSchema | typeof HealthSchema | typeof BoxListSchema | typeof CountryListSchema;
type AnySchema = Schema | typeof CoverageSchema | typeof PricedQuoteSchema | typeof RefusedQuoteSchema;

const idempotencyKey = {
  name: "Idempotency-Key",
  in: "header",
  required: false,
  description: "1 to 255 visible ASCII characters. The same key and body get the same answer again for an hour.",
  schema: { type: "string", maxLength: 255 },
} as const;

function read(
  operationId: string,
  summary: string,
  schema: AnySchema,
  refusals: ZodOpenApiResponsesObject = {},
): ZodOpenApiOperationObject {
  return {
    operationId,
    summary,
    responses: { "200": answer("Found", schema), ...refusals, "429": problem("Too many requests: see Retry-After") },
  };
}

function quote(
  operationId: string,
  summary: string,
  schema: typeof LocalQuoteRequestSchema | typeof InternationalQuoteRequestSchema,
  example: object,
): ZodOpenApiOperationObject {
  return {
    operationId,
    summary,
    parameters: [idempotencyKey],
    requestBody: { required: true, content: { "application/json": { schema, example } } },
    responses: {
      "200": answer("The price", PricedQuoteSchema),
      "400": problem("A field is wrong"),
      "413": problem("More than 64 KB"),
      "415": problem("Not JSON"),
      "422": answer("No instant price, and why", RefusedQuoteSchema),
      "429": problem("Too many requests: see Retry-After"),
    },
  };
}

function answer(description: string, schema: AnySchema) {
  return { description, content: { "application/json": { schema } } };
}

const problem = (description: string) => answer(description, ProblemSchema);
