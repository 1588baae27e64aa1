import { expect, test } from "vitest";
import { isForPrograms } from "../../server/refuse";
import { siteForAllTests } from "../support/open-site";
import { dial, get, post, rawRequest, statusOf } from "./raw-request";

const site = siteForAllTests();

const MEGABYTE = 1024 * 1024;

test.each([
  ["DELETE", 405],
  ["PUT", 405],
  ["PATCH", 405],
  ["OPTIONS", 405],
  ["TRACE", 405],
  ["PROPFIND", 405],
  ["NONSENSE", 405],
])("%s isn't a valid request, and the answer says what is", async (method, status) => {
  const answer = await rawRequest(site.port, get("/").replace("GET", method));
  expectPage(answer, status);
  // One that isn't HTTP's can't even be read up to the address.
  expect(answer).toMatch(method === "NONSENSE" ? /^Allow: GET, HEAD, POST\r$/m : /^Allow: GET, HEAD\r$/m);
});

test.each([
  ["/", "GET, HEAD"],
  ["/track", "GET, HEAD, POST"],
  ["/contact", "GET, HEAD"],
  ["/ship/addresses", "GET, HEAD, POST"],
  ["/cancel/some-id", "GET, HEAD, POST"],
  ["/drive", "GET, HEAD, POST"],
  ["/v1/boxes", "GET, HEAD, OPTIONS"],
  ["/v1/quote/local", "POST, OPTIONS"],
  ["/v1/bookings", "GET, HEAD, POST"],
  ["/v1/bookings/some-id/cancel", "POST"],
  ["/v1/webhooks/some-id", "GET, HEAD, DELETE"],
])("a method that %s doesn't have is told which it has: %s", async (address, methods) => {
  for (const method of ["PUT", ...(methods.includes("POST") || address.startsWith("/v1/") ? [] : ["POST"])]) {
    const sent =
      method === "POST" ? post(address, "a=1", { Origin: "http://localhost" }) : get(address).replace("GET", method);
    const answer = await rawRequest(site.port, sent);
    expect([statusOf(answer), /^allow: (.*)\r$/im.exec(answer)?.[1]]).toEqual([405, methods]);
  }
});

test("CONNECT is refused: this isn't a proxy", async () => {
  expectPage(await rawRequest(site.port, "CONNECT bank.example:443 HTTP/1.1\r\nHost: bank.example:443\r\n\r\n"), 405);
});

test("a WebSocket is refused at once rather than left waiting", async () => {
  const answer = await rawRequest(site.port, get("/", { Upgrade: "websocket", Connection: "Upgrade, close" }));
  expectPage(answer, 400);
});

test.each([
  ["no Host", "GET / HTTP/1.1\r\nConnection: close\r\n\r\n", 400],
  ["two Hosts", "GET / HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\nConnection: close\r\n\r\n", 400],
  ["a Host that isn't one", get("/", { Host: "local host" }), 400],
  ["a Host with a user name", get("/", { Host: "me@localhost" }), 400],
  ["a Host with a port out of range", get("/", { Host: "localhost:99999" }), 400],
  ["a Host that no machine can have", get("/", { Host: "1.2.3.4.5" }), 400],
  ["somebody else's name", get("/", { Host: "evil.example" }), 421],
  ["the whole address of another site", get("http://other.localhost/"), 400],
])("a request with %s is refused in words", async (_what, request, status) => {
  expectPage(await rawRequest(site.port, request), status);
});

test.each(["localhost:8080", "127.0.0.1", "[::1]:3000", "192.168.1.20", "web", "laptop.local"])(
  "%s may be us: somebody tries the site on a local network",
  async (host) => {
    expect(statusOf(await rawRequest(site.port, get("/", { Host: host })))).toBe(200);
  },
);

test.each([
  ["a percent sign that encodes nothing", "/%zz", 400],
  ["half a letter", "/%E2%82", 400],
  ["a letter that isn't escaped", "/caf\u00e9", 400],
  ["NUL in the path", "/track%00", 400],
  ["NUL in the query", "/track?no=%00", 400],
  ["a line break in the path", "/track%0a", 400],
  ["a backslash", "/\\evil.example", 400],
  ["more than 8 KiB", `/track?no=${"9".repeat(9000)}`, 414],
  ["more names in its query than any form has", `/track?${"a&".repeat(64)}no=x`, 414],
  ["a path longer than any of ours, which the router would search", `${"/".repeat(600)}a`, 414],
])("an address with %s is refused in words", async (_what, path, status) => {
  expectPage(await rawRequest(site.port, get(path)), status);
});

test("an address may have as many names as a form", async () => {
  expect(statusOf(await rawRequest(site.port, get(`/track?${"a&".repeat(63)}no=x`)))).toBe(200);
});

test("a page is asked for without a body", async () => {
  expectPage(await rawRequest(site.port, post("/track", "a=1").replace("POST", "GET")), 415);
  expect(statusOf(await rawRequest(site.port, post("/track", "").replace("POST", "GET")))).toBe(200);
});

test("a second slash at the start never leads to another site", async () => {
  const answer = await rawRequest(site.port, get("//evil.example/"));
  expect(statusOf(answer)).toBe(404);
  expect(answer).not.toMatch(/^location:/im);
});

test("headers over 32 KiB are refused, and the page says that cookies are the cause", async () => {
  const answer = await rawRequest(site.port, get("/", { Cookie: `a=${"x".repeat(40_000)}` }));
  expectPage(answer, 431);
  expect(answer).toContain("cookies");
});

test.each([
  ["another protocol", "GET / GOPHER/1.0\r\n\r\n", 400],
  ["two different lengths", post("/", "a=1", { "content-length": "9" }), 400],
  ["a length and chunks at once", post("/", "0\r\n\r\n", { "Transfer-Encoding": "chunked" }), 400],
  ["a header name with a space", get("/").replace("Connection", "Con nection"), 400],
])("%s isn't HTTP, and still gets a page", async (_what, request, status) => {
  expectPage(await rawRequest(site.port, request), status);
});

test.each([
  ["plain text", "text/plain"],
  ["JSON", "application/json"],
  ["a file upload", "multipart/form-data; boundary=x"],
  ["a file upload without a boundary", "multipart/form-data"],
  ["nothing named", ""],
  ["a type that only looks like a form", "application/x-www-form-urlencoded-not"],
  ["letters that aren't UTF-8", "application/x-www-form-urlencoded; charset=utf-16"],
])("a page takes forms only: %s is refused", async (_what, type) => {
  expectPage(await rawRequest(site.port, post("/login", "a=1", { "Content-Type": type })), 415);
});

test("a compressed body is refused: it could unfold to anything", async () => {
  expectPage(await rawRequest(site.port, post("/login", "a=1", { "Content-Encoding": "gzip" })), 415);
});

test.each([
  ["a broken escape", "name=100%"],
  ["an escape of half a letter", "name=%C3"],
  ["an escaped surrogate", "name=%ED%A0%80"],
  ["NUL", "name=%00"],
])("a form with %s is refused before anything reads it", async (_what, body) => {
  expectPage(await rawRequest(site.port, post("/login", body)), 400);
});

test("a form whose bytes aren't UTF-8 is refused before anything reads it", async () => {
  const head = post("/login", "xx").slice(0, -2);
  expectPage(await rawRequest(site.port, Buffer.concat([Buffer.from(head), Buffer.from([0xff, 0xfe])])), 400);
});

test.each(["http://evil.example", "null", "nonsense"])("a form sent from %s is refused", async (origin) => {
  expectPage(await rawRequest(site.port, post("/login", "a=1", { Origin: origin })), 403);
});

test.each<Record<string, string>>([
  {},
  { Origin: "http://localhost" },
  // A proxy that blanks the header keeps its name.
  { Origin: " " },
  { "Content-Type": "application/x-www-form-urlencoded;charset=UTF-8" },
])("a proper form gets past the gate %#", async (headers) => {
  // The home page takes no forms: 405 is its own answer, after the gate.
  const answer = await rawRequest(site.port, post("/", "name=Th%C3%A9o+%F0%9F%98%80", headers));
  expect(statusOf(answer)).toBe(405);
  expect(answer).not.toContain("That can't be done here");
});

test("PayFast's notice is accepted in the charset that it names; other forms are not", async () => {
  const type = { "Content-Type": "application/x-www-form-urlencoded; charset=ISO-8859-1" };
  expect(statusOf(await rawRequest(site.port, post("/payfast/notify", "name_first=Jos%E9", type)))).toBe(400);
  expectPage(await rawRequest(site.port, post("/login", "a=1", type)), 415);
});

test("50 MB announced are refused before they are sent", async () => {
  const line = await dial(site.port);
  line.socket.write(post("/login", "", { "Content-Length": String(50 * MEGABYTE), Expect: "100-continue" }));
  expectPage(await line.received, 413);
});

test("50 MB sent anyway still get an answer that arrives", async () => {
  expectPage(await rawRequest(site.port, post("/login", "x".repeat(50 * MEGABYTE))), 413);
});

test("50 MB in pieces of unknown number are refused at the first piece too many", async () => {
  const piece = `10000\r\n${"x".repeat(0x10000)}\r\n`;
  const body = `${piece.repeat(800)}0\r\n\r\n`;
  const request = post("/login", body, { "Content-Length": "", "Transfer-Encoding": "chunked" });
  expectPage(await rawRequest(site.port, request), 413);
});

test("an incomplete body is never treated as a form, and does no harm", async () => {
  const line = await dial(site.port);
  line.socket.write(post("/login", "a=1", { "Content-Length": "100" }));
  line.socket.end();
  await line.received;
  expect(statusOf(await rawRequest(site.port, get("/")))).toBe(200);
});

test("broken chunks get a page", async () => {
  const request = post("/login", "zzz\r\n", { "Content-Length": "", "Transfer-Encoding": "chunked" });
  expectPage(await rawRequest(site.port, request), 400);
});

test("programs are refused in JSON", async () => {
  const answer = await rawRequest(site.port, get("/v1/boxes").replace("GET", "DELETE"));
  expect(statusOf(answer)).toBe(405);
  expect(answer).toMatch(/^Allow: GET, HEAD, OPTIONS\r$/m);
  expect(JSON.parse(answer.slice(answer.indexOf("\r\n\r\n")))).toMatchObject({ ok: false, error: expect.any(String) });
});

test("a refusal of HEAD has no body", async () => {
  const answer = await rawRequest(site.port, get("/%zz").replace("GET", "HEAD"));
  expect(statusOf(answer)).toBe(400);
  expect(answer.endsWith("\r\n\r\n")).toBe(true);
});

/** A page with a reason and a link home, valid for browsers, that reveals nothing about the server. */
function expectPage(answer: string, status: number): void {
  expect(answer.slice(0, 12)).toBe(`HTTP/1.1 ${status}`);
  expect(answer).toMatch(/^content-type: text\/html; charset=utf-8\r$/im);
  expect(answer).toMatch(/^x-content-type-options: nosniff\r$/im);
  expect(answer).toMatch(/^content-security-policy: default-src 'none';.* frame-ancestors 'none'\r$/im);
  expect(answer).toMatch(/<h1>[A-Z][^<]+<\/h1>\n<p>[A-Z][^<]+<\/p>/);
  expect(answer).toMatch(/<a class="button" href="(?:\/|http:\/\/localhost:\d+)">Back to Home</);
  expect(answer).not.toMatch(/^x-powered-by|^server:|node_modules| {4}at /im);
}

test("a program is told in JSON, also what isn't in the list of problems", async () => {
  const answer = await rawRequest(site.port, get("/v1/bookings", { Host: "evil.example" }));
  expect(statusOf(answer)).toBe(421);
  expect(JSON.parse(answer.split("\r\n\r\n")[1] ?? "")).toEqual({
    ...{ type: "about:blank", title: "This is not the site you asked for", status: 421 },
    detail: expect.stringContaining("not ours"),
  });
  for (const [address, isForIt] of [
    ["/v1/quote/local", true],
    ["/health", true],
    ["/health?deep=1", true],
    ["/healthy", false],
    ["/track/v1/x", false],
    ["/my/health", false],
    [undefined, false],
  ] as const)
    expect([address, isForPrograms(address)]).toEqual([address, isForIt]);
});
