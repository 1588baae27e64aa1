import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { staticFiles } from "../../server/static-files";
import { get, rawRequest, statusOf } from "./raw-request";

const STYLE = "a { color: red }";
const folder = mkdtempSync(path.join(tmpdir(), "thuma-files-"));
mkdirSync(path.join(folder, "build"));
for (const [name, content] of Object.entries({
  "style.css": STYLE,
  "style.css.br": brotliCompressSync(STYLE),
  "style.css.gz": gzipSync(STYLE),
  "build/gone.js": "1",
  "build/style-AB12.css": STYLE,
  ".hidden": "secret",
}))
  writeFileSync(path.join(folder, name), content);

const serve = staticFiles(folder);
const server = createServer((request, response) => {
  if (!serve(request, response, request.url ?? "")) response.writeHead(204).end();
});
beforeAll(() => new Promise<void>((resolve) => void server.listen(0, resolve)));
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true });
});

const ask = (address: string, headers: Record<string, string> = {}) =>
  rawRequest((server.address() as AddressInfo).port, get(address, headers));
const header = (answer: string, name: string) =>
  new RegExp(`^${name}: (.*)\r$`, "mi").exec(answer.split("\r\n\r\n")[0] ?? "")?.[1];

test("a file has its type, its age, a policy, and an ETag with which it isn't sent again", async () => {
  const answer = await ask("/style.css");
  expect(statusOf(answer)).toBe(200);
  expect(answer.endsWith(STYLE)).toBe(true);
  expect(header(answer, "content-type")).toBe("text/css; charset=utf-8");
  expect(header(answer, "cache-control")).toBe("public, max-age=3600");
  expect(header(answer, "content-security-policy")).toContain("frame-ancestors 'none'");
  expect(header(answer, "x-content-type-options")).toBe("nosniff");
  expect(statusOf(await ask("/style.css", { "If-None-Match": header(answer, "etag") ?? "none" }))).toBe(304);
});

test("a file is sent as it was compressed, in a coding that the browser takes", async () => {
  const coding = async (accepted: string) =>
    header(await ask("/style.css", { "Accept-Encoding": accepted }), "content-encoding");
  expect(await coding("gzip, br")).toBe("br");
  expect(await coding("gzip")).toBe("gzip");
  expect(await coding("br;q=0, gzip")).toBe("gzip");
  expect(await coding("br;q=0")).toBeUndefined();
});

test("a file whose name changes with its content is kept for a year, and has no ETag, because nobody asks again", async () => {
  const answer = await ask("/build/style-AB12.css");
  expect(header(answer, "cache-control")).toBe("public, max-age=31536000, immutable");
  expect(header(answer, "etag")).toBeUndefined();
});

test("a part of a file isn't sent: the whole is", async () => {
  expect(statusOf(await ask("/style.css", { Range: "bytes=0-1" }))).toBe(200);
});

test("what isn't a file is a page's, but below /build/; compressed copies and hidden files aren't files", async () => {
  for (const address of ["/track", "/.hidden", "/style.css.br", "/style.css.gz", "/build", "/../package.json"])
    expect([address, statusOf(await ask(address))]).toEqual([address, 204]);
  expect(statusOf(await ask("/build/old.js"))).toBe(404);
});

test("a file that was deleted since the start ends the connection, and other files are still served", async () => {
  rmSync(path.join(folder, "build/gone.js"));
  expect(statusOf(await ask("/build/gone.js"))).not.toBe(500);
  expect(statusOf(await ask("/style.css"))).toBe(200);
});
