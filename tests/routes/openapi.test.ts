import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { openSite, type Site } from "../support/open-site";
import { Visitor } from "../support/visitor";

const run = promisify(execFile);
let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site.stop());

const DocumentSchema = z.looseObject({
  openapi: z.literal("3.1.0"),
  servers: z.tuple([z.object({ url: z.url() })]),
  paths: z.record(
    z.string(),
    z.partialRecord(
      z.enum(["get", "post"]),
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
        requestBody: z
          .looseObject({ content: z.object({ "application/json": z.looseObject({ example: z.unknown() }) }) })
          .optional(),
      }),
    ),
  ),
});

describe("the description of the interface", () => {
  test("names the six calls, and its examples are priced", async () => {
    const answer = await fetch(`${site.url}/v1/openapi.json`);
    const document = DocumentSchema.parse(await answer.json());
    expect(Object.keys(document.paths)).toEqual([
      "/v1/boxes",
      "/v1/coverage",
      "/v1/countries",
      "/v1/quote/local",
      "/v1/quote/international",
      "/health",
    ]);
    for (const [path, { get }] of Object.entries(document.paths)) {
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

test("every curl line of the page for developers works as it is pasted", async () => {
  const { html } = await new Visitor(site.url).open("/developers");
  const lines = [...html.matchAll(/<pre><code>(.*?)<\/code>/g)].map(([, line = ""]) => asShown(line));
  expect(lines).toHaveLength(6);
  for (const line of lines) {
    const { stdout } = await run("bash", ["-c", `${line} --silent --fail-with-body`]);
    expect(JSON.parse(stdout), line).toBeTruthy();
  }
});

function asShown(html: string): string {
  return html.replaceAll("&quot;", '"').replaceAll("&#x27;", "'").replaceAll("&amp;", "&");
}
