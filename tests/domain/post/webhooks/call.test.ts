import { createSocket } from "node:dgram";
import { createServer } from "node:net";
import { expect, onTestFinished, test, vi } from "vitest";
import { reachOf, resolveByDns, whyNotCalled } from "#app/domain/post/webhooks/allowed-url.server";
import { callEndpoint, retryAfterMoment } from "#app/domain/post/webhooks/webhook-transport.server";
import { HOURS, SECONDS } from "#app/durations";
import { aWebhookReceiver } from "../../../support/a-webhook-receiver";

const live = (...addresses: string[]) => ({ resolve: async () => addresses, isSimulator: false });
const simulator = (...addresses: string[]) => ({ ...live(...addresses), isSimulator: true });
const call = (url: string, reach = simulator("127.0.0.1"), timeLimitMs = 5 * SECONDS) =>
  callEndpoint(new URL(url), {}, JSON.stringify({ type: "webhook.test" }), reach, timeLimitMs);

test("redirects aren't followed", async () => {
  const [from, to] = [await aWebhookReceiver(), await aWebhookReceiver()];
  from.answer = (response) => void response.writeHead(307, { Location: to.url }).end();
  expect(await call(from.url)).toMatchObject({ status: 307 });
  expect(to.received).toEqual([]);
});

test("an answer without an end is read to 2 KB and no further, and one that says nothing more isn't waited for", async () => {
  const shop = await aWebhookReceiver();
  const closed = new Promise<void>((resolve) => {
    shop.answer = (response) => {
      response.on("close", resolve);
      response.writeHead(200);
      response.write("x".repeat(10 * 1024 * 1024));
    };
  });
  const endless = await call(shop.url, simulator("127.0.0.1"), 1 * HOURS);
  expect([endless.status, endless.text]).toEqual([200, "x".repeat(2048)]);
  await closed;
  shop.answer = (response) => void response.writeHead(200).write("so far");
  expect(await call(shop.url, simulator("127.0.0.1"), 1 * HOURS)).toMatchObject({ status: 200, text: "so far" });
});

test("an answer that lies about its length, or comes too late, and a dead port are failures, not crashes", async () => {
  const shop = await aWebhookReceiver();
  shop.answer = (response) => void response.socket?.end("HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\nshort");
  expect(await call(shop.url)).toMatchObject({ status: 200, text: "short" });
  shop.answer = (response) => void response.socket?.end("I am no HTTP\r\n\r\n");
  await expect(call(shop.url)).rejects.toThrow();
  shop.answer = () => undefined;
  await expect(call(shop.url, simulator("127.0.0.1"), 50)).rejects.toThrow("no whole answer within 50 ms");
  const dead = createServer();
  await new Promise<void>((resolve) => dead.listen(0, "127.0.0.1", resolve));
  const { port } = dead.address() as { port: number };
  await new Promise((resolve) => dead.close(resolve));
  await expect(call(`http://127.0.0.1:${port}/`)).rejects.toThrow("ECONNREFUSED");
});

test("what is checked is what is called: a name that leads to us a second time reaches nobody", async () => {
  const shop = await aWebhookReceiver();
  const port = new URL(shop.url).port;
  const answers = [["41.13.252.1"], ["127.0.0.1"]];
  const reach = { resolve: async () => answers.shift() ?? [], isSimulator: false };
  expect(await whyNotCalled("https://shop.example/hook", reach)).toBeNull();
  await expect(callEndpoint(new URL("https://shop.example/hook"), {}, "{}", reach)).rejects.toThrow("private network");
  const inside = [
    "http://10.0.0.1/",
    `http://127.0.0.1:${port}/`,
    `https://[::ffff:127.0.0.1]:${port}/`,
    "https://[fd00::1]/",
  ];
  for (const url of inside) await expect(call(url, live("127.0.0.1"))).rejects.toThrow("private network");
  await expect(call("https://shop.example/", live("41.13.252.1", "10.0.0.1"))).rejects.toThrow("private network");
  await expect(call("https://shop.example/", live())).rejects.toThrow("private network");
  const elsewhere = ["http://shop.example/", "https://shop.example:8443/", "https://me:word@shop.example/"];
  for (const url of elsewhere) await expect(call(url, live("41.13.252.1"))).rejects.toThrow("private network");
  expect(shop.received).toEqual([]);
});

test("a call lasts 15 seconds at most, unless it is told otherwise", async () => {
  const shop = await aWebhookReceiver();
  const limit = vi.spyOn(globalThis, "setTimeout");
  await callEndpoint(new URL(shop.url), {}, "{}", simulator("127.0.0.1"));
  expect(limit.mock.calls.map(([, ms]) => ms)).toContain(15 * SECONDS);
  limit.mockRestore();
});

test.each([
  ["https://shop.example/hook", null],
  ["https://shop.example:443/hook?code=1", null],
  ["https://41.13.252.1/", null],
  ["http://shop.example/", "begins with https://"],
  ["ftp://shop.example/", "begins with https://"],
  ["https://shop.example:8443/", "no port"],
  ["https://me:word@shop.example/", "user name"],
  ["https://me@shop.example/", "user name"],
  ["https://127.0.0.1/", "private network"],
  ["https://0x7f.1/", "private network"],
  ["https://2130706433/", "private network"],
  ["https://[::1]/", "private network"],
  ["https://[::ffff:a00:1]/", "private network"],
  ["https://[64:ff9b::a9fe:a9fe]/", "private network"],
  ["https://169.254.169.254/latest/", "private network"],
  ["/hook", "whole address"],
  [`https://shop.example/${"x".repeat(2000)}`, "whole address"],
])("%s is registered: %s", async (url, refusal) => {
  const why = await whyNotCalled(url, live("41.13.252.1"));
  expect(why).toEqual(refusal === null ? null : expect.stringContaining(refusal));
});

test("a name is registered if all its addresses are public, or nobody knows it yet", async () => {
  const at = (...addresses: string[]) => whyNotCalled("https://shop.example/", live(...addresses));
  expect([await at("41.13.252.1", "2a00:1450::1"), await at("41.13.252.1", "10.0.0.1")]).toEqual([
    null,
    expect.stringContaining("private network"),
  ]);
  const unknown = { resolve: () => Promise.reject(new Error("ENOTFOUND")), isSimulator: false };
  expect(await whyNotCalled("https://shop.example/", unknown)).toBeNull();
});

test("a name's addresses of both families come from name servers, which need no thread of the process", async () => {
  const at = await aNameServer([
    [DNS_A, [41, 13, 252, 1]],
    [DNS_A, [41, 13, 252, 2]],
    [DNS_AAAA, [0x2a, 0, 0x14, 0x50, ...new Array(11).fill(0), 1]],
  ]);
  const found = await resolveByDns("shop.example", [at]);
  expect(found.toSorted()).toEqual(["2a00:1450::1", "41.13.252.1", "41.13.252.2"]);
  const known = await aNameServer([[DNS_A, [10, 0, 0, 1]]]);
  expect(await resolveByDns("shop.example", [known])).toEqual(["10.0.0.1"]);
  await expect(resolveByDns("shop.example", [await aNameServer([])])).rejects.toThrow("ENODATA");
  for (const name of ["localhost", "localhost.", "shop.localhost"])
    expect(await whyNotCalled(`https://${name}/`, reachOf("live"))).toContain("private network");
});

test("in the simulator this machine is called too, by http and at any port; nothing else inside", async () => {
  expect(await whyNotCalled("http://localhost:8080/hook", simulator("127.0.0.1", "::1"))).toBeNull();
  expect(await whyNotCalled("http://[::1]:8080/hook", simulator())).toBeNull();
  expect(await whyNotCalled("ftp://localhost/hook", simulator("127.0.0.1"))).toContain("http://");
  expect(await whyNotCalled("http://10.0.0.1/", simulator())).toContain("https://");
  expect(await whyNotCalled("https://10.0.0.1/", simulator())).toContain("private network");
  expect(await whyNotCalled("http://localhost:8080/", simulator("127.0.0.1", "10.0.0.1"))).toContain("https://");
});

test("Retry-After is seconds or a date", () => {
  const now = new Date("2026-11-23T10:00:00Z");
  expect(retryAfterMoment("90", now)).toEqual(new Date("2026-11-23T10:01:30Z"));
  expect(retryAfterMoment("Mon, 23 Nov 2026 12:00:00 GMT", now)).toEqual(new Date("2026-11-23T12:00:00Z"));
  expect(["soon", "-5", "1.5", "", undefined].map((value) => retryAfterMoment(value, now))).toEqual(
    new Array(5).fill(null),
  );
  // Longer than any wait, and still a moment.
  expect(retryAfterMoment("99999999999999999999", now)?.getTime()).toBeGreaterThan(now.getTime() + 24 * HOURS);
});

const DNS_A = 1;
const DNS_AAAA = 28;
const DNS_HEADER_BYTES = 12;

/** A name server on this machine, which gives these records for every name. Returns its address with its port. */
async function aNameServer(records: [type: number, data: number[]][]): Promise<string> {
  const socket = createSocket("udp4");
  onTestFinished(() => void socket.close());
  socket.on("message", (query, { port, address }) => {
    const end = query.indexOf(0, DNS_HEADER_BYTES) + 5;
    const asked = query.readUInt16BE(end - 4);
    const fitting = records.filter(([type]) => type === asked);
    // Its own id, "an answer", one question, and so many records, each of the name at byte 12.
    const header = [query[0] ?? 0, query[1] ?? 0, 0x81, 0x80, 0, 1, 0, fitting.length, 0, 0, 0, 0];
    const answers = fitting.flatMap(([type, data]) => [
      ...[0xc0, DNS_HEADER_BYTES, 0, type, 0, 1, 0, 0, 0, 60, 0, data.length],
      ...data,
    ]);
    socket.send(
      Buffer.concat([Buffer.from(header), query.subarray(DNS_HEADER_BYTES, end), Buffer.from(answers)]),
      port,
      address,
    );
  });
  await new Promise<void>((resolve) => socket.bind(0, "127.0.0.1", resolve));
  return `127.0.0.1:${socket.address().port}`;
}
