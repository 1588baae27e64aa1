import { createServer } from "node:net";
import { expect, test, vi } from "vitest";
import { whyNotCalled } from "#app/domain/webhooks/allowed-url.server";
import { callEndpoint, retryAfterMoment } from "#app/domain/webhooks/call.server";
import { SECONDS } from "#app/durations";
import { aWebhookReceiver } from "../../support/a-webhook-receiver";

const live = (...addresses: string[]) => ({ resolve: async () => addresses, isSimulator: false });
const simulator = (...addresses: string[]) => ({ ...live(...addresses), isSimulator: true });
const call = (url: string, reach = simulator("127.0.0.1"), timeLimitMs = 5 * SECONDS) =>
  callEndpoint(new URL(url), {}, JSON.stringify({ type: "webhook.test" }), reach, timeLimitMs);

test("redirects aren't followed", async () => {
  const [from, to] = [await aWebhookReceiver(), await aWebhookReceiver()];
  from.answer = (response) => void response.writeHead(307, { Location: to.url }).end();
  expect(await call(from.url)).toEqual({ status: 307, retryAfter: null });
  expect(to.received).toEqual([]);
});

test("an endless answer is read to 1 KB and no further", async () => {
  const shop = await aWebhookReceiver();
  let written = 0;
  const closed = new Promise<void>((resolve) => {
    shop.answer = (response) => {
      response.on("close", resolve);
      response.on("error", () => undefined);
      response.writeHead(200);
      const pour = () => {
        while (!response.destroyed && response.write("x".repeat(1024))) written += 1024;
      };
      response.on("drain", pour);
      pour();
    };
  });
  expect(await call(shop.url)).toMatchObject({ status: 200 });
  await closed;
  expect(written).toBeLessThan(10_000_000);
});

test("an answer that lies about its length, or comes too late, and a dead port are failures, not crashes", async () => {
  const shop = await aWebhookReceiver();
  shop.answer = (response) => void response.socket?.end("HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\nshort");
  expect(await call(shop.url)).toMatchObject({ status: 200 });
  shop.answer = (response) => void response.socket?.end("I am no HTTP\r\n\r\n");
  await expect(call(shop.url)).rejects.toThrow();
  shop.answer = () => undefined;
  await expect(call(shop.url, simulator("127.0.0.1"), 50)).rejects.toThrow(/abort|time/i);
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
  const limit = vi.spyOn(AbortSignal, "timeout");
  await callEndpoint(new URL(shop.url), {}, "{}", simulator("127.0.0.1"));
  expect(limit.mock.calls).toEqual([[15 * SECONDS]]);
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
  expect([retryAfterMoment("soon", now), retryAfterMoment(null, now)]).toEqual([null, null]);
});
