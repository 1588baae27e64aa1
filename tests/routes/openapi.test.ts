import { describe, expect, test } from "vitest";
import * as z from "zod";
import { callsInOrder } from "#app/domain/bookings/api-calls";
import { siteForAllTests } from "../support/open-site";
import { routeNames } from "../support/route-files.mjs";

const site = siteForAllTests();

const DocumentSchema = z.looseObject({
  openapi: z.literal("3.1.0"),
  servers: z.tuple([z.object({ url: z.url() })]),
  paths: z.record(
    z.string(),
    z.partialRecord(
      z.enum(["get", "post", "delete"]),
      z.looseObject({
        responses: z.record(z.string(), z.unknown()),
        parameters: z
          .array(
            z.looseObject({
              name: z.string(),
              in: z.string(),
              schema: z.looseObject({ example: z.unknown().optional() }),
            }),
          )
          .default([]),
        security: z.array(z.unknown()).optional(),
        requestBody: z
          .looseObject({ content: z.object({ "application/json": z.looseObject({ example: z.unknown() }) }) })
          .optional(),
      }),
    ),
  ),
});

describe("the description of the interface", () => {
  test("names the open calls first, and their examples are priced", async () => {
    const answer = await fetch(`${site.url}/v1/openapi.json`);
    const document = DocumentSchema.parse(await answer.json());
    const open = Object.entries(document.paths).filter(([, { get, post }]) => !(get ?? post)?.security);
    expect(open.map(([path]) => path)).toEqual([
      "/v1/boxes",
      "/v1/coverage",
      "/v1/countries",
      "/v1/quote/local",
      "/v1/quote/international",
      "/health",
    ]);
    for (const [path, { get }] of open) {
      if (!get) continue;
      const query = new URLSearchParams(
        get.parameters
          .filter(({ in: place }) => place === "query")
          .map(({ name, schema }) => [name, String(schema.example)]),
      );
      const found = await fetch(`${document.servers[0].url}${path}?${query}`);
      expect([path, found.status, Object.keys(get.responses)]).toEqual([path, 200, expect.arrayContaining(["200"])]);
    }
    for (const path of ["/v1/quote/local", "/v1/quote/international"]) {
      const example = document.paths[path]?.post?.requestBody?.content["application/json"].example;
      const quote = await fetch(document.servers[0].url + path, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify(example),
      });
      expect([path, quote.status, await quote.json()]).toEqual([path, 200, expect.objectContaining({ ok: true })]);
    }
  });
});

test("the description matches the interface: statuses, headers, patterns and the most parcels", async () => {
  const document = await (await fetch(`${site.url}/v1/openapi.json`)).json();
  const { responses, requestBody } = document.paths["/v1/quote/local"].post;
  expect(Object.keys(responses)).toEqual(["200", "400", "405", "413", "415", "422", "429", "503"]);
  expect(responses["422"].content["application/json"].schema.$ref).toBe("#/components/schemas/Problem");
  expect(document.components.schemas.Problem.properties).toHaveProperty("field");
  for (const status of ["429", "503"]) expect(responses[status].headers).toHaveProperty("Retry-After");
  const { properties } = requestBody.content["application/json"].schema;
  expect(properties.fromPostal).toMatchObject({ pattern: "^[0-9]{4}$" });
  expect(properties.quantity).toMatchObject({ minimum: 1, maximum: 100 });
  const boxes = document.paths["/v1/boxes"].get.responses;
  expect(boxes["200"].headers).toHaveProperty("ETag");

  const first = await fetch(`${site.url}/v1/boxes`);
  const again = { headers: { "If-None-Match": first.headers.get("ETag") ?? "" } };
  expect((await fetch(`${site.url}/v1/boxes`, again)).status).toBe(304);
  const post = (quantity: number) =>
    fetch(`${site.url}/v1/quote/local`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ fromPostal: "1459", toPostal: "1868", selectedBoxId: "flyer-bag", quantity }),
    });
  expect([(await post(100)).status, (await post(101)).status]).toEqual([200, 400]);
});

test("the table of calls has every address of the interface, and each address answers the methods of its rows", async () => {
  const addresses = new Set(callsInOrder().map(({ path }) => path));
  const addressOf = (route: string) =>
    `/${route
      .replace(/\.tsx?$/, "")
      .replaceAll("[.]", ":")
      .replaceAll(".", "/")
      .replaceAll(":", ".")
      .replace("$id", "{id}")}`;
  const routes = routeNames.filter((name) => /^(?:v1|health)\b/.test(name)).map(addressOf);
  // Shopify documents its own two.
  const others = ["/v1/$", "/v1/openapi.json", "/v1/shopify/$shop/orders", "/v1/shopify/$shop/rates"];
  expect([...addresses].toSorted()).toEqual(routes.filter((path) => !others.includes(path)).toSorted());
  for (const path of addresses) {
    const { status, headers } = await fetch(site.url + path.replace("{id}", "x"), { method: "PATCH" });
    const methods = callsInOrder().flatMap((call) => {
      if (call.path !== path) return [];
      return [call.method, ...(call.method === "GET" ? ["HEAD"] : []), ...(call.right === "open" ? ["OPTIONS"] : [])];
    });
    expect([path, status, headers.get("Allow")?.split(", ").toSorted()]).toEqual([path, 405, methods.toSorted()]);
  }
});
