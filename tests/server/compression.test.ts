import { readFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { brotliCompressSync, brotliDecompressSync, constants } from "node:zlib";
import { afterEach, expect, test } from "vitest";
import { compressed, isText } from "../../server/compression";
import { pack, etagOf as tagOf } from "../../server/respond";
import { site } from "../../server/site";
import { webServer } from "../../server/web-server";
import { get, rawRequest, statusOf } from "./raw-request";

let close = async () => {};
afterEach(() => close());

/** The real server with an app that always gives this answer. */
async function answering(body: string, headers: Record<string, string> = {}, status = 200): Promise<number> {
  const app = async () =>
    new Response(body, { status, headers: { "content-type": "text/html; charset=utf-8", ...headers } });
  const { server, drain } = webServer(site({ appUrl: "http://localhost:3000", trustProxy: 0 }, () => false, app));
  close = () => drain(0);
  await new Promise<void>((resolve) => server.listen(0, resolve));
  return (server.address() as AddressInfo).port;
}

const page = "<p>Thuma means send.</p>".repeat(100);
const etagOf = (answer: string) => /^etag: (.+)\r$/im.exec(answer)?.[1] ?? expect.fail("no ETag");

test("a page that the browser has cached is not sent again", async () => {
  const port = await answering(page, { "cache-control": "public, max-age=60" });
  const packed = { "Accept-Encoding": "br" };
  const etag = etagOf(await rawRequest(port, get("/", packed)));
  const again = await rawRequest(port, get("/", { ...packed, "If-None-Match": `"other", ${etag}` }));
  expect(statusOf(again)).toBe(304);
  expect(again.endsWith("\r\n\r\n")).toBe(true);
  expect(again).toMatch(/^cache-control: public, max-age=60\r$/m);
  expect(again).toMatch(/^vary: Accept-Encoding\r$/m);
  expect(again).not.toMatch(/^content-(?:length|encoding|type)/m);
});

test.each([
  ["If-None-Match", (etag: string) => `${'"x",'.repeat(300)}${etag}`],
  ["Accept-Encoding", () => `${"x,".repeat(600)}br`],
])("a list in %s that is longer than any browser's isn't searched", async (name, listWith) => {
  const port = await answering(page);
  const etag = etagOf(await rawRequest(port, get("/")));
  const answer = await rawRequest(port, get("/", { [name]: listWith(etag) }));
  expect(statusOf(answer)).toBe(200);
  expect(answer).not.toMatch(/^content-encoding/im);
  expect(answer.endsWith(page)).toBe(true);
});

test("a page has one ETag in every encoding, a weak one: it identifies the page and not the bytes", async () => {
  const port = await answering(page);
  const tags = await Promise.all(
    ["br", "gzip", "identity"].map(async (coding) =>
      etagOf(await rawRequest(port, get("/", { "Accept-Encoding": coding }))),
    ),
  );
  expect(new Set(tags).size).toBe(1);
  expect(tags[0]).toMatch(/^W\/"[\w-]{16}"$/);
});

test("another page has another ETag", async () => {
  const first = etagOf(await rawRequest(await answering(page), get("/")));
  await close();
  expect(etagOf(await rawRequest(await answering(`${page}!`), get("/")))).not.toBe(first);
});

test.each([
  ["a page with a cookie", { "set-cookie": "a=1" }, 200],
  ["a page not to be stored", { "cache-control": "no-store" }, 200],
  ["an error", {}, 404],
])("%s has no tag", async (_what, headers: Record<string, string>, status) => {
  const answer = await rawRequest(await answering(page, headers, status), get("/"));
  expect(statusOf(answer)).toBe(status);
  expect(answer).not.toMatch(/^etag:/im);
});

test("a page without caching headers is only cached by its own browser, and revalidated", async () => {
  expect(await rawRequest(await answering(page), get("/"))).toMatch(/^cache-control: private, no-cache\r$/m);
});

test.each([
  ["less than 512 bytes", "x".repeat(511), {}],
  ["a picture", page, { "content-type": "image/png" }],
  ["what is compressed already", page, { "content-encoding": "gzip" }],
])("%s is sent as it is", async (_what, body, headers: Record<string, string>) => {
  const answer = await rawRequest(await answering(body, headers), get("/", { "Accept-Encoding": "br, gzip" }));
  expect(answer.endsWith(`\r\n\r\n${body}`)).toBe(true);
  expect(answer).toMatch(new RegExp(`^content-length: ${body.length}\r$`, "m"));
});

test("a long page, such as one with every country, is compressed at least a twentieth better than a short one would be", async () => {
  const words = readFileSync("docs/operations.md", "utf8");
  const long = words.slice(0, 14_000);
  const port = await answering(long);
  const answer = Buffer.from(await rawRequest(port, get("/", { "Accept-Encoding": "br" })), "latin1");
  const packed = answer.subarray(answer.indexOf("\r\n\r\n") + 4);
  expect(brotliDecompressSync(packed).toString()).toBe(long);
  const quickly = brotliCompressSync(long, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } });
  expect(packed.length).toBeLessThan(0.95 * quickly.length);
});

test("a long page is compressed once for all who get the same, and anew for what no browser may keep", async () => {
  const words = readFileSync("docs/operations.md", "utf8");
  const packed = async (from: number, headers = {}) => {
    const made = {
      status: 200,
      headers: { "content-type": "text/html", ...headers },
      body: Buffer.from(words.slice(from, from + 14_000)),
    };
    return (await pack(made, "br", "quick", tagOf(made))).body;
  };
  const first = await packed(0);
  expect(await packed(0)).toBe(first);
  expect(await packed(0, { "cache-control": "no-store" })).not.toBe(first);
  expect(brotliDecompressSync(await packed(1)).toString()).toBe(words.slice(1, 14_001));
  for (let other = 2; other <= 51; other += 1) await packed(other);
  expect(await packed(0)).not.toBe(first);
});

test("what is sent once is compressed quickly, what is kept as well as can be", async () => {
  const words = Buffer.from(readFileSync("docs/operations.md", "utf8").slice(0, 10_000));
  const [quick, best] = await Promise.all([compressed(words, "br", "quick"), compressed(words, "br", "best")]);
  expect(best.length).toBeLessThan(0.95 * quick.length);
});

test.each([
  ["text/css", true],
  ["image/svg+xml", true],
  ["application/json; charset=utf-8", true],
  ["application/problem+json", true],
  ["application/jsonlike", false],
  ["application/pdf", false],
  ["font/woff2", false],
  ["multipart/mixed; of=text/plain", false],
])("%s is text: %s", (type, is) => {
  expect(isText(type)).toBe(is);
});

test("the app's own headers win over the usual ones", async () => {
  const port = await answering(page, { "content-security-policy": "default-src 'self'", vary: "Cookie" });
  const answer = await rawRequest(port, get("/", { "Accept-Encoding": "br" }));
  expect(answer.match(/^content-security-policy: .+$/gm)).toEqual(["content-security-policy: default-src 'self'"]);
  expect(answer).toMatch(/^vary: Cookie, Accept-Encoding\r$/m);
});
