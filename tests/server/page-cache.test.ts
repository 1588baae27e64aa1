import type { AddressInfo } from "node:net";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { installGlobals } from "@remix-run/node";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type AskAsAnybody, pageCache } from "../../server/page-cache";
import { type App, site } from "../../server/site";
import { webServer } from "../../server/web-server";
import { get, post, rawRequest, statusOf } from "./raw-request";

installGlobals();

const html = { "content-type": "text/html; charset=utf-8" };
const filler = "<p>Thuma means send.</p>".repeat(40);
const app: App = async () => new Response(`made for one ${filler}`, { headers: html });

let port: number;
let close: () => Promise<void>;
/** The requests that the cache made to the app. */
let asked: { address: string; headers: Record<string, string>; context: object }[];
let make: AskAsAnybody;
let mark: unknown;
/** The site's address, as the client knows it. */
let home: string;
let now: number;

beforeEach(async () => {
  asked = [];
  mark = 1;
  home = "http://localhost:3000";
  now = Date.parse("2026-11-21T12:00:00+02:00");
  make = async () => new Response(`made for all, number ${asked.length} ${filler}`, { headers: html });
  const kept = pageCache({
    addresses: ["/", "/ship", "/terms"],
    ofAnyQuery: ["/terms"],
    ask(address, headers, context) {
      asked.push({ address: address.pathname, headers, context });
      return make(address, headers, context);
    },
    homeOf: () => home,
    mark: () => mark,
    longestMs: 30_000,
    clock: () => now,
  });
  const { server, drain } = webServer(site({ appUrl: "http://localhost:3000", trustProxy: 1 }, () => false, app, kept));
  close = () => drain(0);
  await new Promise<void>((resolve) => server.listen(0, resolve));
  port = (server.address() as AddressInfo).port;
});
afterEach(() => close());

const ask = (path: string, headers: Record<string, string> = {}) => rawRequest(port, get(path, headers));
const numberOf = (answer: string) => /made for all, number (\d+)/.exec(answer)?.[1];

describe("a kept page", () => {
  test("is made once, even for a hundred requests at the same moment", async () => {
    const answers = await Promise.all(Array.from({ length: 100 }, () => ask("/")));
    expect(new Set(answers.map(numberOf))).toEqual(new Set(["1"]));
    expect(numberOf(await ask("/"))).toBe("1");
    expect(asked).toHaveLength(1);
  });

  test("is made for each address of the site, but only for a few of them", async () => {
    const numberAt = async (address: string) => {
      home = address;
      return numberOf(await ask("/"));
    };
    expect([await numberAt("http://localhost:3000"), await numberAt("http://192.168.7.20:3000")]).toEqual(["1", "2"]);
    expect([await numberAt("http://localhost:3000"), await numberAt("http://192.168.7.20:3000")]).toEqual(["1", "2"]);
    for (const made of ["http://10.0.0.1", "http://10.0.0.2", "http://10.0.0.3"]) await numberAt(made);
    expect(await numberAt("http://10.0.0.4"), "made for one").toBeUndefined();
    expect(asked).toHaveLength(5);
    expect(await numberAt("http://localhost:3000")).toBe("1");
  });

  test("that reads no query is the same with one, and is asked for without it", async () => {
    for (const query of ["", "?any=1", `?a=${"+".repeat(500)}`])
      expect(numberOf(await ask(`/terms${query}`))).toBe("1");
    expect(asked.map(({ address }) => address)).toEqual(["/terms"]);
  });

  test("is requested without anything of the first visitor", async () => {
    await ask("/", {
      Host: "127.0.0.1:4711",
      "User-Agent": "Nokia 3310",
      "Accept-Language": "zu",
      Referer: "http://localhost/ship?fromPostal=1431",
      "X-Forwarded-For": "203.0.113.9",
      "Save-Data": "on",
      Authorization: "Basic secret",
    });
    expect(asked).toEqual([
      {
        address: "/",
        headers: { "save-data": "on" },
        context: { reference: expect.stringMatching(/^\w{8}$/), forNow: expect.any(Function) },
      },
    ]);
  });

  test("is sent in each encoding, with its length, and is the same page in all", async () => {
    const unpack = { br: brotliDecompressSync, gzip: gunzipSync, identity: (body: Buffer) => body };
    for (const round of ["first", "again"]) {
      for (const [coding, unpacked] of Object.entries(unpack)) {
        const { headers, body } = parts(await ask("/", { "Accept-Encoding": coding }));
        expect(unpacked(body).toString(), `${coding}, ${round}`).toBe(`made for all, number 1 ${filler}`);
        expect(headers).toContain(`content-length: ${body.length}`);
        expect(headers.includes(`content-encoding: ${coding}`)).toBe(coding !== "identity");
        expect(headers).toContain("vary: Accept-Encoding");
      }
    }
    expect(asked).toHaveLength(1);
  });

  test("differs by what a page may weigh, and by no other header", async () => {
    const light = await ask("/", { "Save-Data": "on" });
    const opening = await ask("/", { "Sec-Fetch-Site": "none" });
    const within = await ask("/", { "Sec-Fetch-Site": "same-origin" });
    expect(new Set([light, opening, within].map(numberOf)).size).toBe(3);
    expect(numberOf(await ask("/", { "Save-Data": "on", "User-Agent": "Nokia 3310" }))).toBe(numberOf(light));
    expect(numberOf(await ask("/", { "Sec-Fetch-Site": "cross-site" }))).toBe(numberOf(opening));
    expect(numberOf(await ask("/", { "Accept-Language": "zu" }))).toBe(numberOf(within));
    expect(asked).toHaveLength(3);
  });

  test("is answered to HEAD with every header of GET and no body", async () => {
    const whole = parts(await ask("/"));
    const head = parts(await rawRequest(port, get("/").replace("GET", "HEAD")));
    expect(head.headers).toEqual(whole.headers);
    expect(head.body).toHaveLength(0);
    expect(asked).toHaveLength(1);
  });

  test("is not sent to a browser that has it already", async () => {
    const etag = /^etag: (.+)\r$/m.exec(await ask("/"))?.[1] ?? expect.fail("no ETag");
    const again = await ask("/", { "If-None-Match": etag, "Accept-Encoding": "br" });
    expect(statusOf(again)).toBe(304);
    expect(again.endsWith("\r\n\r\n")).toBe(true);
    expect(again).toMatch(/^vary: Accept-Encoding\r$/m);
    expect(again).toMatch(/^content-security-policy: /m);
    mark = 2;
    expect(statusOf(await ask("/", { "If-None-Match": etag }))).toBe(200);
  });

  test("carries the security headers", async () => {
    for (const answer of [await ask("/"), await ask("/")]) {
      expect(answer).toMatch(/^x-content-type-options: nosniff\r$/m);
      expect(answer).toMatch(/^content-security-policy: .*frame-ancestors 'none'/m);
    }
  });
});

describe("is made again", () => {
  test("once something that it shows was changed", async () => {
    expect(numberOf(await ask("/"))).toBe("1");
    mark = 2;
    expect(numberOf(await ask("/"))).toBe("2");
    expect(numberOf(await ask("/"))).toBe("2");
  });

  test("after a change during its making", async () => {
    let finish: () => void = () => {};
    make = () =>
      new Promise((resolve) => {
        finish = () => resolve(new Response("made for all, number 1", { headers: html }));
      });
    const early = ask("/");
    await until(() => asked.length === 1);
    mark = 2;
    make = async () => new Response("made for all, number 2", { headers: html });
    expect(numberOf(await ask("/"))).toBe("2");
    finish();
    expect(numberOf(await early)).toBe("1");
    expect(numberOf(await ask("/"))).toBe("2");
    expect(asked).toHaveLength(2);
  });

  test("at midnight in South Africa, when the next day's rates begin to apply", async () => {
    now = Date.parse("2026-11-21T23:59:59.900+02:00");
    await ask("/");
    now += 99;
    expect(numberOf(await ask("/"))).toBe("1");
    now += 1;
    expect(numberOf(await ask("/"))).toBe("2");
  });

  test("when it has reached its longest age", async () => {
    await ask("/");
    now += 29_999;
    expect(numberOf(await ask("/"))).toBe("1");
    now += 1;
    expect(numberOf(await ask("/"))).toBe("2");
  });
});

describe("never kept is", () => {
  const answers: [string, () => Response][] = [
    ["an error page", () => new Response(filler, { status: 500, headers: html })],
    ["a page that isn't there", () => new Response(filler, { status: 404, headers: html })],
    ["a redirect", () => new Response(null, { status: 302, headers: { location: "/ship" } })],
    ["a page with a cookie", () => new Response(filler, { headers: { ...html, "set-cookie": "a=1" } })],
  ];
  test.each(answers)("%s", async (_what, answer) => {
    make = async () => answer();
    const first = await ask("/");
    expect(statusOf(first)).toBe(answer().status);
    expect(parts(await ask("/")).headers).toEqual(parts(first).headers);
    expect(asked).toHaveLength(2);
  });

  test("a page that says that it is incomplete", async () => {
    make = async (_address, _headers, context) => {
      context.forNow?.();
      return new Response(filler, { headers: html });
    };
    await Promise.all([ask("/"), ask("/")]);
    await ask("/");
    expect(asked.length).toBeGreaterThanOrEqual(2);
    make = async () => new Response(filler, { headers: html });
    const before = asked.length;
    await ask("/");
    await ask("/");
    expect(asked).toHaveLength(before + 1);
  });

  test("an error: everybody who waited gets it, and the next request gets a page", async () => {
    make = async () => {
      throw new Error("the secret reason");
    };
    for (const answer of await Promise.all([ask("/"), ask("/")])) {
      expect(statusOf(answer)).toBe(500);
      expect(answer).toMatch(/reference: [2-9A-Z]{8}</);
      expect(answer).not.toContain("secret reason");
    }
    make = async () => new Response(`made for all, number 1 ${filler}`, { headers: html });
    expect(numberOf(await ask("/"))).toBe("1");
  });

  test("Remix's bare 500, which becomes a page with a reference", async () => {
    make = async () => new Response(null, { status: 500 });
    expect(await ask("/")).toMatch(/reference: [2-9A-Z]{8}</);
  });
});

describe("a request goes to the app", () => {
  test.each([
    ["with a cookie of ours", get("/", { Cookie: "guest=1" })],
    ["with a cookie of ours beside the choice of Lite", get("/", { Cookie: "lite=1; guest=1" })],
    ["with two lines of cookies", get("/", { Cookie: "lite=1\r\nCookie: guest=1" })],
    ["with a query", get("/ship?fromPostal=1431")],
    ["that posts", post("/ship", "a=1")],
    ["for another address", get("/dashboard")],
    ["for another spelling", get("/Ship")],
  ])("%s", async (_what, request) => {
    for (let round = 0; round < 2; round++) expect(await rawRequest(port, request)).toContain("made for one");
    expect(asked).toHaveLength(0);
    expect(numberOf(await ask("/ship"))).toBe("1");
  });

  test("the choice of Lite isn't personal", async () => {
    expect(numberOf(await ask("/", { Cookie: "lite=1" }))).toBe("1");
    expect(numberOf(await ask("/", { Cookie: "__Host-lite=1" }))).toBe("1");
  });
});

test("a request that the gate refuses gets no cached page either", async () => {
  await ask("/");
  expect(statusOf(await ask("/", { Host: "evil.example" }))).toBe(421);
  expect(statusOf(await ask("/", { Host: "localhost\r\nHost: localhost" }))).toBe(400);
  expect(statusOf(await ask("/", { Upgrade: "websocket" }))).toBe(400);
  expect(statusOf(await rawRequest(port, get("/").replace("GET", "DELETE")))).toBe(405);
  expect(statusOf(await ask("/", { Host: "a b" }))).toBe(400);
});

/** The header lines in their order, without the date, and the body. */
function parts(answer: string): { headers: string[]; body: Buffer } {
  const [head = "", ...rest] = answer.split("\r\n\r\n");
  const headers = head
    .split("\r\n")
    .slice(1)
    .filter((line) => !line.startsWith("Date:"));
  return { headers, body: Buffer.from(rest.join("\r\n\r\n"), "latin1") };
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 5));
}
