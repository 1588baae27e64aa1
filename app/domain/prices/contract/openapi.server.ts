import type { ZodOpenApiObject } from "zod-openapi";
import { brand } from "#app/brand";
import { contact } from "#app/contact";
import { contractExamples } from "./contract-examples";
import { always, describedResponse, problem, quote, read } from "./openapi-operations";
import { CoverageSchema } from "./wire";
import {
  BoxListSchema,
  CountriesQuerySchema,
  CountryListSchema,
  CoverageQuerySchema,
  HealthSchema,
} from "./wire-queries";
import { InternationalQuoteRequestSchema, LocalQuoteRequestSchema } from "./wire-requests";
import { vatNamesLeftOut } from "./without-vat";

const VERSION = "1.1.0";

/** What other rooms add to the description. */
export type MoreCalls = Pick<ZodOpenApiObject, "paths" | "webhooks" | "tags" | "components">;

/**
 * The body of `/v1/openapi.json`, generated from the schemas that validate the requests.
 * @param more the calls by key
 * @param namesVat whether the company is a VAT vendor; if not, the description doesn't mention VAT
 */
export async function openapiDocument(origin: string, namesVat: boolean, more: MoreCalls = {}): Promise<unknown> {
  // Loaded on first use, to keep the start fast.
  const { createDocument } = await import("zod-openapi");
  const vat = namesVat ? ", VAT included unless applyVat is false" : "";
  const document = createDocument({
    openapi: "3.1.0",
    info: {
      title: brand.name,
      version: VERSION,
      description: `Prices, bookings and events for shops' programs. Amounts are rand${vat}. Prices need no key.`,
      contact: { name: brand.name, url: `${origin}/developers`, email: contact().email.contact },
      license: { name: "For use with our prices, by anybody", identifier: "LicenseRef-Public" },
    },
    servers: [{ url: origin }],
    security: [],
    tags: [{ name: "pricing", description: "Boxes, places and prices" }, ...(more.tags ?? [])],
    ...(more.components && { components: more.components }),
    ...(more.webhooks && { webhooks: more.webhooks }),
    paths: {
      "/v1/boxes": {
        get: read(
          { operationId: "listBoxes", summary: "Packaging on offer", description: "Every box that a quote can name." },
          BoxListSchema,
          { "400": problem("The request could not be read") },
        ),
      },
      "/v1/coverage": {
        get: {
          ...read(
            {
              operationId: "checkCoverage",
              summary: "Where a postal code is",
              description: "The place of a postal code that we serve.",
            },
            CoverageSchema,
            { "400": problem("The code is not a postal code"), "404": problem("We don't serve it") },
          ),
          requestParams: { query: CoverageQuerySchema },
        },
      },
      "/v1/countries": {
        get: {
          ...read(
            {
              operationId: "listCountries",
              summary: "Destinations abroad",
              description: "Countries that we send to, the best match first.",
            },
            CountryListSchema,
            { "400": problem("A parameter is wrong") },
          ),
          requestParams: { query: CountriesQuerySchema },
        },
      },
      "/v1/quote/local": {
        post: quote(
          {
            operationId: "quoteLocal",
            summary: "A price within South Africa",
            description: "The price between two postal codes. It books nothing.",
          },
          LocalQuoteRequestSchema,
          contractExamples.local,
        ),
      },
      "/v1/quote/international": {
        post: quote(
          {
            operationId: "quoteInternational",
            summary: "A price abroad",
            description: "The price from a postal code to a country. It books nothing.",
          },
          InternationalQuoteRequestSchema,
          contractExamples.international,
        ),
      },
      "/health": {
        get: {
          operationId: "health",
          summary: "Whether prices are available",
          description: "For a monitor, or before a checkout.",
          tags: ["pricing"],
          responses: {
            "200": describedResponse("Prices are available.", HealthSchema),
            ...always("GET"),
            "503": describedResponse("Prices are not available right now.", HealthSchema),
          },
        },
      },
      ...more.paths,
    },
  });
  return namesVat ? document : vatNamesLeftOut(document);
}
