import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import type { GateRules } from "../../server/gate";
import type { AboutRequest } from "../../server/load-context";
import { type App, site } from "../../server/site";
import { patience, webServer } from "../../server/web-server";
import { dial, get, post, rawRequest, statusOf } from "./raw-request";

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** The real server with a fake app. */
async function aSite(app: App, rules: Partial<GateRules> = {}, limits: Partial<typeof patience> = {}): Promise<number> {
  const answer = site({ appUrl: "http://localhost:3000", trustProxy: 0, ...rules }, () => false, app);
  const { server, drain } = webServer(answer, { ...patience, ...limits });
  closing.push(() => drain(0));
  await new Promise<void>((resolve) => server.listen(0, resolve));
  return (server.address() as AddressInfo).port;
}

const html = { headers: { "content-type": "text/html; charset=utf-8" } };
const echo: App = async (_request, _url, body) => new Response(body?.toString("hex") ?? "", html);
const whoCalls: App = async (_request, url, _body, context) =>
  new Response(`${url.origin} ${context.clientAddress}`, html);

test("PayFast's notice passes byte for byte: its signature covers broken bytes too", async () => {
  const port = await aSite(echo);
  expect(await rawRequest(port, post("/payfast/notify", "a=100%&b=%C3&c=+"))).toContain(
    Buffer.from("a=100%&b=%C3&c=+").toString("hex"),
  );
});

test("exactly 64 KiB pass, one byte more does not", async () => {
  const port = await aSite(echo);
  expect(statusOf(await rawRequest(port, post("/login", `a=${"x".repeat(64 * 1024 - 2)}`)))).toBe(200);
  expect(statusOf(await rawRequest(port, post("/login", `a=${"x".repeat(64 * 1024 - 1)}`)))).toBe(413);
});

test("the pricing API accepts JSON, from any site", async () => {
  const port = await aSite(echo);
  const headers = { "Content-Type": "application/json", Origin: "https://a-shop.example" };
  expect(statusOf(await rawRequest(port, post("/v1/quote/local", "{}", headers)))).toBe(200);
  expect(statusOf(await rawRequest(port, post("/login", "{}", headers)))).toBe(415);
});

test.each([
  ["/login", "application/x-www-form-urlencoded ; charset=utf8", 200],
  ["/login", 'application/x-www-form-urlencoded; charset="UTF-8"', 200],
  ["/login", "application/x-www-form-urlencoded; charset=utf-8-sig", 415],
  ["/login", "application/x-www-form-urlencoded; charset=iso-8859-1", 415],
  ["/payfast/notify", "application/x-www-form-urlencoded; charset=iso-8859-1", 200],
  ["/payfast/notify", "application/x-www-form-urlencoded; charset=iso-8859-15", 415],
  ["/v1/quote/local", "application/json ; charset=utf-8", 200],
  ["/v1/quote/local", "application/json; charset=utf-16", 415],
])("a form to %s of the type %s: %i", async (path, type, status) => {
  const port = await aSite(echo);
  expect(statusOf(await rawRequest(port, post(path, "a=1", { "Content-Type": type })))).toBe(status);
});

test("only a call by key may be without a body, and its body is of a known type all the same", async () => {
  const port = await aSite(echo);
  const none = { "Content-Type": "", "Content-Length": "" };
  expect(statusOf(await rawRequest(port, post("/v1/bookings/b1/cancel", "", none)))).toBe(200);
  expect(statusOf(await rawRequest(port, post("/login", "", none)))).toBe(415);
  const plain = { "Content-Type": "text/plain" };
  expect(statusOf(await rawRequest(port, post("/v1/bookings/b1/cancel", "a=1", plain)))).toBe(415);
});

test("a page has an ETag, whoever asks by HEAD; the answer of a form has none", async () => {
  const port = await aSite(echo);
  expect(await rawRequest(port, get("/"))).toMatch(/^etag: W\//im);
  expect(await rawRequest(port, get("/").replace("GET", "HEAD"))).toMatch(/^etag: W\//im);
  expect(await rawRequest(port, post("/login", "a=1"))).not.toMatch(/^etag:/im);
});

test("an address holds printable ASCII to its end", async () => {
  const port = await aSite(echo);
  expect(statusOf(await rawRequest(port, Buffer.from(get("/caf\u00e9"), "latin1")))).toBe(400);
});

test("a client that sends Expect: 100-continue is told to continue", async () => {
  const port = await aSite(echo);
  expect(await rawRequest(port, post("/login", "a=1", { Expect: "100-continue" }))).toMatch(
    /^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 OK/,
  );
});

test("a stalled body times out with a page that says so", async () => {
  const port = await aSite(echo, {}, { requestMs: 300, headersMs: 300, checkEveryMs: 50 });
  const line = await dial(port);
  line.socket.write(post("/login", "a=", { "Content-Length": "50" }));
  const answer = await line.received;
  expect(statusOf(answer)).toBe(408);
  expect(answer).toContain("Nothing was saved");
});

test("headers that arrive too slowly time out", async () => {
  const port = await aSite(echo, {}, { requestMs: 300, headersMs: 300, checkEveryMs: 50 });
  const line = await dial(port);
  line.socket.write("GET / HTTP/1.1\r\nHost: local");
  expect(statusOf(await line.received)).toBe(408);
});

test("a slow phone within its time gets its answer", async () => {
  const port = await aSite(echo);
  const line = await dial(port);
  const request = post("/login", "name=Thandi");
  line.socket.write(request.slice(0, -5));
  await pause(200);
  line.socket.write(request.slice(-5));
  expect(statusOf(await line.received)).toBe(200);
});

test("an app that throws gets a page with a reference, and never shows why", async () => {
  const port = await aSite(async () => {
    throw new Error("the secret reason");
  });
  const answer = await rawRequest(port, get("/"));
  expect(statusOf(answer)).toBe(500);
  expect(answer).toMatch(/reference: [2-9A-Z]{8}</);
  expect(answer).not.toContain("secret reason");
});

test("the app is told the reference under which it logs errors", async () => {
  const port = await aSite(
    async (_request, _url, _body, { reference }) => new Response(`Reference ${reference}.`, html),
  );
  const first = await rawRequest(port, get("/"));
  expect(first).toMatch(/Reference [2-9A-Z]{8}\./);
  expect(await rawRequest(port, get("/"))).not.toBe(first);
});

test("Remix's bare 500 becomes a page with a reference", async () => {
  const port = await aSite(async () => new Response(null, { status: 500 }));
  expect(await rawRequest(port, get("/"))).toMatch(/reference: [2-9A-Z]{8}</);
});

test("the cached result of one host isn't used for another", async () => {
  const port = await aSite(whoCalls);
  for (let round = 0; round < 2; round++) {
    for (const host of ["localhost:3000", "127.0.0.1:3000"]) {
      expect(await rawRequest(port, get("/track", { Host: host }))).toContain(`\r\n\r\nhttp://${host} 127`);
    }
    expect(statusOf(await rawRequest(port, get("/track", { Host: "evil.example" })))).toBe(421);
    expect(statusOf(await rawRequest(port, get("/%00", { Host: "localhost:3000" })))).toBe(400);
  }
});

test("a public site answers to its own name, and tells others where home is", async () => {
  const port = await aSite(echo, { appUrl: "https://thuma.example" });
  expect(statusOf(await rawRequest(port, get("/", { Host: "THUMA.example" })))).toBe(200);
  const stray = await rawRequest(port, get("/", { Host: "evil.example" }));
  expect(statusOf(stray)).toBe(421);
  expect(stray).toContain('<a class="button" href="https://thuma.example">');
});

describe("a form is ours", () => {
  const secure = "https://thuma.example";
  const plain = "http://thuma.local";
  test.each([
    ["on https: from our own address", secure, "thuma.example", secure, 200],
    [
      "on https: not from the same name over http, which anybody on the line can speak for",
      secure,
      "thuma.example",
      "http://thuma.example",
      403,
    ],
    [
      "on https: not from the host that it was sent to, when that isn't our name",
      secure,
      "10.0.0.5",
      "https://10.0.0.5",
      403,
    ],
    ["on https: not from another port", secure, "thuma.example", "https://thuma.example:8443", 403],
    ["on http: from our own address, whatever a proxy calls the host", plain, "127.0.0.1:3000", plain, 200],
    ["on http: from the host that it was sent to", plain, "192.168.7.20:3000", "http://192.168.7.20:3000", 200],
    ["on http: not from another port of that host", plain, "192.168.7.20:3000", "http://192.168.7.20:8080", 403],
    ["on http: not from elsewhere", plain, "192.168.7.20:3000", "http://evil.example", 403],
  ])("%s", async (_, appUrl, host, origin, status) => {
    const port = await aSite(echo, { appUrl });
    expect(statusOf(await rawRequest(port, post("/login", "a=1", { Host: host, Origin: origin })))).toBe(status);
  });
});

test.each([
  [0, "203.0.113.9", "127.0.0.1"],
  [1, "203.0.113.9", "203.0.113.9"],
  [1, "1.1.1.1, 203.0.113.9", "203.0.113.9"],
  [2, "1.1.1.1, 203.0.113.9, 10.0.0.1", "203.0.113.9"],
  [2, "203.0.113.9", "203.0.113.9"],
  [1, "203.0.113.9:4711", "203.0.113.9"],
  [1, "[2001:db8::1]:4711", "2001:db8::1"],
  [1, "made up", "127.0.0.1"],
])("with %i trusted proxies, X-Forwarded-For %s means %s", async (trustProxy, forwarded, address) => {
  const port = await aSite(whoCalls, { trustProxy });
  expect(await rawRequest(port, get("/", { "X-Forwarded-For": forwarded }))).toMatch(
    new RegExp(` ${address.replaceAll(".", "\\.")}$`),
  );
});

test("only a trusted proxy may say which host was asked for", async () => {
  const asked = { "X-Forwarded-Host": "thuma.example" };
  const trusting = await aSite(whoCalls, { trustProxy: 1, appUrl: "https://thuma.example" });
  expect(await rawRequest(trusting, get("/", asked))).toContain("\r\n\r\nhttps://thuma.example 127");
  const wary = await aSite(whoCalls, { trustProxy: 0, appUrl: "https://thuma.example" });
  expect(await rawRequest(wary, get("/", asked))).toContain("\r\n\r\nhttps://localhost 127");
});

test("the app can see that the client has disconnected", async () => {
  let context: AboutRequest | undefined;
  const port = await aSite((_request, _url, _body, loadContext) => {
    context = loadContext;
    return new Promise(() => {});
  });
  const line = await dial(port);
  line.socket.write(post("/login", "a=1"));
  await expect.poll(() => context?.hasDisconnected?.()).toBe(false);
  line.socket.destroy();
  await expect.poll(() => context?.hasDisconnected?.()).toBe(true);
});

test("stopping waits for requests under way and closes idle connections", async () => {
  let finish: (answer: Response) => void = () => {};
  const { server, drain } = webServer(
    site(
      { appUrl: "http://localhost:3000", trustProxy: 0 },
      () => false,
      () => new Promise((resolve) => (finish = resolve)),
    ),
  );
  await new Promise<void>((resolve) => server.listen(0, resolve));
  const { port } = server.address() as AddressInfo;
  const idle = await dial(port);
  const underway = await dial(port);
  underway.socket.write(get("/", { Connection: "keep-alive" }));
  await pause(50);
  const drained = drain(5_000);
  setTimeout(() => finish(new Response("done", html)), 100);
  expect(await underway.received).toMatch(/connection: close[\s\S]*done$/i);
  expect(await idle.received).toBe("");
  await drained;
});

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
