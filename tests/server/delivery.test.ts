import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { openSite, siteForAllTests } from "../support/open-site";
import { get, rawRequest, statusOf } from "./raw-request";

const site = siteForAllTests();

const unpack: Record<string, (body: Buffer) => Buffer> = { br: brotliDecompressSync, gzip: gunzipSync };

test.each([
  ["gzip, deflate, br", "br"],
  ["gzip, deflate", "gzip"],
  ["br;q=0, gzip", "gzip"],
  ["gzip;q=1.0, br;q=0.2", "gzip"],
  ["*", "br"],
])("a browser that takes %s gets a page in %s, whole, with its length", async (accepted, coding) => {
  const { headers, body } = await fetched("/", { "Accept-Encoding": accepted });
  expect(headers["content-encoding"]).toBe(coding);
  expect(headers.vary).toMatch(/accept-encoding/i);
  expect(Number(headers["content-length"])).toBe(body.length);
  expect(unpack[coding]?.(body).toString()).toMatch(/^<!DOCTYPE html>[\s\S]*<\/html>\s*$/i);
});

test.each(["", "identity", "br;q=0, gzip;q=0", "deflate"])(
  "a browser that takes “%s” gets a plain page",
  async (accepted) => {
    const { headers, body } = await fetched("/", { "Accept-Encoding": accepted });
    expect(headers["content-encoding"]).toBeUndefined();
    expect(headers.vary).toMatch(/accept-encoding/i);
    expect(body.toString()).toMatch(/<\/html>\s*$/i);
  },
);

test("HEAD has every header of GET, and no body", async () => {
  const accepted = { "Accept-Encoding": "br" };
  const whole = await fetched("/contact-that-is-not-there", accepted);
  const head = await fetched("/contact-that-is-not-there", accepted, "HEAD");
  expect(head.body).toHaveLength(0);
  expect({ ...head.headers, date: "" }).toEqual({ ...whole.headers, date: "" });
  expect(head.status).toBe(404);
});

test.each(["/", "/robots.txt", "/nowhere", "/build/nothing.js", "/%zz", "/v1/boxes", "/health"])(
  "%s carries the security headers",
  async (path) => {
    const { headers } = await fetched(path);
    expect(headers).toMatchObject({
      "x-content-type-options": "nosniff",
      "x-frame-options": "DENY",
      "cross-origin-opener-policy": "same-origin",
    });
    expect(headers["content-security-policy"]).toMatch(
      /^default-src 'none'; [^*]*base-uri 'none'; frame-ancestors 'none'$/,
    );
    expect(headers["referrer-policy"]).toBeDefined();
    expect(headers).not.toHaveProperty("x-powered-by");
    expect(headers).not.toHaveProperty("strict-transport-security");
  },
);

test("HTTPS is promised for a year once the site's own address is https", async () => {
  const secure = await openSite({
    APP_URL: "https://thuma.example",
    SESSION_SECRET: "only-for-this-test-0123456789",
    PAYFAST_MODE: "sandbox",
    PAYFAST_MERCHANT_ID: "10000100",
    PAYFAST_MERCHANT_KEY: "46f0cd694581a",
    PAYFAST_PASSPHRASE: "jt7NOE43FZPn",
  });
  const answer = await rawRequest(secure.port, get("/"));
  expect(answer).toMatch(/^strict-transport-security: max-age=31536000\r$/im);
  await secure.stop();
});

test("what has a hash in its name is kept for a year, and compressed at build time", async () => {
  const page = (await fetched("/")).body.toString();
  const file = /\/build\/[\w./-]+\.(?:css|js)/.exec(page)?.[0] ?? expect.fail("the page names no file of the build");
  const plain = await fetched(file);
  const packed = await fetched(file, { "Accept-Encoding": "br" });
  expect(packed.headers["cache-control"]).toBe("public, max-age=31536000, immutable");
  expect(packed.headers["content-encoding"]).toBe("br");
  expect(packed.headers.vary).toMatch(/accept-encoding/i);
  expect(brotliDecompressSync(packed.body)).toEqual(plain.body);
  const refused = await fetched(file, { "Accept-Encoding": "br;q=0" });
  expect(refused.headers["content-encoding"]).toBeUndefined();
});

test("a missing file of an older build is a 404 that isn't cached", async () => {
  const { status, headers } = await fetched("/build/root-OLDOLDOL.js");
  expect(status).toBe(404);
  expect(headers["cache-control"]).toBe("no-store");
});

test.each([
  "/build/../index.js",
  "/../package.json",
  "/..%2f..%2fpackage.json",
  "/build/%2e%2e/%2e%2e/.stamp",
  "/.git/config",
  "/.git/HEAD",
  "/.env",
  "/package.json",
  "/build/",
])("%s leads to nothing outside the public folder", async (path) => {
  const answer = await rawRequest(site.port, get(path));
  expect([400, 404]).toContain(statusOf(answer));
  expect(answer).not.toContain("thuma-couriers");
  expect(answer).not.toContain("refs/heads");
});

const page = "text/html; charset=utf-8";
const json = "application/json; charset=utf-8";
test.each([
  ["/", page],
  ["/login", page],
  ["/nowhere", page],
  ["/%zz", page],
  ["/robots.txt", "text/plain; charset=utf-8"],
  ["/.well-known/security.txt", "text/plain; charset=utf-8"],
  ["/sitemap.xml", "application/xml; charset=utf-8"],
  ["/manifest.webmanifest", "application/manifest+json"],
  ["/health", json],
  ["/v1/boxes", json],
  ["/v1/nowhere", json],
])("%s says what it is and how its letters are written: %s", async (path, type) => {
  expect((await fetched(path)).headers["content-type"]?.toLowerCase()).toBe(type);
});

test("so do style and scripts", async () => {
  const page = (await fetched("/login")).body.toString();
  const named = [...page.matchAll(/"(\/[\w./-]+\.(css|js))"/g)].map(([, file = "", kind]) => ({ file, kind }));
  expect(new Set(named.map(({ kind }) => kind))).toEqual(new Set(["css", "js"]));
  for (const { file, kind } of named) {
    const type = kind === "css" ? "text/css" : "text/javascript";
    expect([file, (await fetched(file)).headers["content-type"]]).toEqual([file, `${type}; charset=utf-8`]);
  }
});

/** One request on its own connection; header names in lower case. */
async function fetched(path: string, asked: Record<string, string> = {}, method = "GET") {
  const bytes = Buffer.from(await rawRequest(site.port, get(path, asked).replace("GET", method)), "latin1");
  const end = bytes.indexOf("\r\n\r\n");
  const [first = "", ...lines] = bytes.subarray(0, end).toString("latin1").split("\r\n");
  const headers: Record<string, string> = {};
  for (const line of lines) {
    const colon = line.indexOf(": ");
    headers[line.slice(0, colon).toLowerCase()] = line.slice(colon + 2);
  }
  return { status: statusOf(first), headers, body: bytes.subarray(end + 4) };
}
