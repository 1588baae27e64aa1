import { Agent, request } from "node:http";
import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { rounds } from "../support/rounds";
import { runningSiteForAllTests } from "../support/running-site";

const BODIES = rounds(2_000, 20_000);
const AT_ONCE = 8;

const site = runningSiteForAllTests({ API_REQUESTS_PER_MINUTE: "10000000" });
const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
afterAll(() => agent.destroy());

type Hostile = { method: string; path: string; headers: Record<string, string>; body: Buffer };

const fields = ["fromPostal", "toPostal", "toCountry", "quantity", "selectedBoxId", "applyVat", "__proto__", "then"];
const good = { fromPostal: "1431", toPostal: "1804", toCountry: "Brazil", quantity: 1, selectedBoxId: "flyer-bag" };
const nasty = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    "",
    "0",
    " ",
    "9999",
    "1e400",
    "\0",
    "\ud800",
    "’ OR 1=1 --",
    "../../etc/passwd",
  ),
  fc.constantFrom<unknown>(1e308, -1, 0.1, 9_999, 10_000, 2 ** 53, -0, Number.MIN_VALUE, [], {}, [[]], { length: 4 }),
  fc.constantFrom<unknown>("constructor", "toString", "South Africa", "Congo", "flyer-bag", "1431", "١٢٣٤"),
  fc.string({ unit: "binary", maxLength: 40 }),
  fc.jsonValue({ maxDepth: 3 }),
  fc.string({ maxLength: 20 }).map((text) => text.repeat(400)),
);

/** A good request with some bad fields; invalid JSON; bytes that aren't text; a thousand nested levels. */
const anyBody: fc.Arbitrary<Buffer> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc
      .dictionary(fc.constantFrom(...fields), nasty, { noNullPrototype: true })
      .map((changes) => Buffer.from(JSON.stringify({ ...good, ...changes }))),
  },
  { weight: 1, arbitrary: fc.json({ maxDepth: 5 }).map((text) => Buffer.from(text)) },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.constantFrom("[", '{"a":', '"', "1", "{}"), fc.integer({ min: 0, max: 3_000 }))
      .map(([piece, times]) => Buffer.from(piece.repeat(times))),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.string(), fc.constantFrom('{"fromPostal":', '{"quantity":1e999,', '\uFEFF{"quantity":'))
      .map(([text, start]) => Buffer.from(start + text)),
  },
);

const anyQuery = fc.oneof(
  fc.string({ unit: "binary", maxLength: 30 }).map(encodeURIComponentOf),
  fc.constantFrom("1431", "%00", "%", "%ff%fe", "0", "-1", "300", "301", "1e2", "a".repeat(500), "%F0%9F%9A%9A"),
);

const anyRequest: fc.Arbitrary<Hostile> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      method: fc.constant("POST"),
      path: fc.constantFrom("/v1/quote/local", "/v1/quote/international"),
      headers: fc.record({
        "Content-Type": fc.oneof(
          { weight: 8, arbitrary: fc.constant("application/json") },
          {
            weight: 1,
            arbitrary: fc.constantFrom(
              "application/x-www-form-urlencoded",
              "text/plain",
              "application/json;charset=utf-7",
            ),
          },
        ),
        "Idempotency-Key": fc.oneof(
          { weight: 4, arbitrary: fc.constant("") },
          { weight: 1, arbitrary: fc.constantFrom("same", "__proto__", "a b", "x".repeat(300)) },
        ),
      }),
      body: anyBody,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      method: fc.constantFrom("POST", "GET", "OPTIONS", "HEAD"),
      path: fc.constantFrom("/v1/boxes", "/v1/", "/v1/quote", "/v1/quote/local/x", "/health", "/v1/quote/local"),
      headers: fc.constant({ "Content-Type": "application/json" }),
      body: anyBody,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      method: fc.constant("GET"),
      path: fc
        .tuple(
          fc.constantFrom("/v1/coverage?pcode=", "/v1/countries?q=", "/v1/countries?limit=", "/v1/boxes?_data="),
          anyQuery,
        )
        .map(([address, query]) => address + query),
      headers: fc.constant({}),
      body: fc.constant(Buffer.alloc(0)),
    }),
  },
);

test(`${BODIES} hostile bodies get an answer in JSON, and none is our fault`, async () => {
  const seed = Date.now();
  const waiting = fc.sample(anyRequest, { numRuns: BODIES, seed });
  const statuses = new Map<number, number>();
  const worker = async () => {
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const { status, type, body } = await send(next);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      const isExplained = next.method === "HEAD" || status === 204 || isJson(type, body);
      if (status < 500 && status >= 200 && isExplained) continue;
      const sent = next.body.toString("base64").slice(0, 400);
      throw new Error(`${next.method} ${next.path} ${sent} → ${status} ${body.slice(0, 200)} (seed ${seed})`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));

  expect([...statuses.values()].reduce((sum, count) => sum + count, 0)).toBe(BODIES);
  // They reached the engine and every kind of refusal, not just one early check.
  for (const status of [200, 400, 404, 405, 415, 422])
    expect(statuses.get(status) ?? 0).toBeGreaterThan(BODIES / 1_000);
});

function isJson(type: string, body: string): boolean {
  if (!type.startsWith("application/json")) return false;
  JSON.parse(body);
  return true;
}

function send({ method, path, headers, body }: Hostile): Promise<{ status: number; type: string; body: string }> {
  return new Promise((resolve, reject) => {
    const sent = Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== ""));
    const hasBody = method === "POST";
    const asking = request(
      site.url + path,
      { method, agent, headers: { ...sent, ...(hasBody && { "Content-Length": body.length }) } },
      (answer) => {
        const chunks: Buffer[] = [];
        answer.on("data", (chunk: Buffer) => chunks.push(chunk));
        answer.on("error", reject);
        answer.on("end", () =>
          resolve({
            status: answer.statusCode ?? 0,
            type: String(answer.headers["content-type"] ?? ""),
            body: Buffer.concat(chunks).toString(),
          }),
        );
      },
    );
    asking.on("error", reject);
    asking.end(hasBody ? body : undefined);
  });
}

function encodeURIComponentOf(text: string): string {
  return encodeURIComponent(text.replace(/\p{Surrogate}/gu, "?"));
}
