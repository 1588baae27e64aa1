import type { AddressInfo, Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { afterEach, describe, expect, test } from "vitest";
import { type App, site } from "../../server/site";
import { patience, webServer } from "../../server/web-server";
import { dial, post, rawRequest, statusOf } from "./raw-request";

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/** The real server with an app that remembers the forms that it got. */
async function opened() {
  const forms: string[] = [];
  const app: App = async (_request, _url, body) => {
    forms.push(String(body));
    return new Response("taken", { headers: { "Content-Type": "text/html" } });
  };
  const answer = site({ appUrl: "http://localhost", trustProxy: 1 }, () => false, app);
  const { server, drain } = webServer(answer, patience, 1);
  closing.push(() => drain(0));
  await new Promise<void>((resolve) => server.listen(0, resolve));
  return { port: (server.address() as AddressInfo).port, forms };
}

const CHUNKED = { "Content-Length": "", "Transfer-Encoding": "chunked" };
const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`;
const inChunks = (text: string, length: number) =>
  (text.match(new RegExp(`.{1,${length}}`, "g")) ?? []).map(chunk).join("");
/** Ended, so that a server that takes it answers. */
const oneByteEach = (bytes: number) => `${chunk("a").repeat(bytes)}0\r\n\r\n`;
const FORM = `a=${"x".repeat(6_000)}`;

async function cpuMs(times: number, work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  for (let done = 0; done < times; done += 1) await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000 / times;
}

describe("a form is taken", () => {
  test("in 60 chunks", async () => {
    const { port, forms } = await opened();
    const body = `${inChunks(FORM, 101)}0\r\n\r\n`;
    expect(body.match(/\r\nx|\r\na/g)).toHaveLength(60);
    expect(statusOf(await rawRequest(port, post("/login", body, CHUNKED)))).toBe(200);
    expect(forms).toEqual([FORM]);
  });

  test("in 60 packets", async () => {
    const { port, forms } = await opened();
    const { socket, received } = await dial(port);
    socket.setNoDelay();
    const [head = ""] = post("/login", FORM).split("\r\n\r\n");
    socket.write(`${head}\r\n\r\n`);
    for (let at = 0; at < FORM.length; at += 101) {
      socket.write(FORM.slice(at, at + 101));
      await pause(2);
    }
    expect(statusOf(await received)).toBe(200);
    expect(forms).toEqual([FORM]);
  });

  test("of the greatest length, in the narrowest packets", async () => {
    const { port, forms } = await opened();
    const long = `a=${"x".repeat(64 * 1024 - 2)}`;
    const body = `${inChunks(long, 216)}0\r\n\r\n`;
    expect(statusOf(await rawRequest(port, post("/login", body, CHUNKED)))).toBe(200);
    expect(forms).toEqual([long]);
  });
});

describe("a body in pieces of a byte ends its connection", () => {
  test.each([
    ["a form", post("/login", oneByteEach(60_000), CHUNKED)],
    ["a form that is refused", post("/login", oneByteEach(60_000), { ...CHUNKED, Origin: "http://evil.example" })],
    ["JSON", post("/v1/quote/local", oneByteEach(60_000), { ...CHUNKED, "Content-Type": "application/json" })],
    ["a page's request", post("/", oneByteEach(60_000), CHUNKED).replace("POST", "GET")],
    ["after too long a form", post("/login", chunk("x".repeat(70_000)) + oneByteEach(60_000), CHUNKED)],
  ])("%s, before it costs much", async (_, request) => {
    const { port, forms } = await opened();
    const attack = async () => {
      const answer = await rawRequest(port, request).catch(() => "");
      expect([0, 403, 413, 415]).toContain(statusOf(answer));
    };
    // The cheapest of three rounds: the others also pay for rubbish that earlier tests left in this process.
    const rounds = [await cpuMs(20, attack), await cpuMs(20, attack), await cpuMs(20, attack)];
    const ms = Math.min(...rounds);
    console.log(`${ms.toFixed(2)} ms, client included`);
    expect(ms).toBeLessThan(10);
    expect(forms).toEqual([]);
    // Node uses the parsers of closed connections again.
    for (let other = 0; other < 20; other += 1) {
      expect(statusOf(await rawRequest(port, post("/login", `${chunk("a=1")}0\r\n\r\n`, CHUNKED)))).toBe(200);
    }
    expect(forms).toEqual(Array(20).fill("a=1"));
  });

  test("a form that ends with them isn't taken for a shorter one", async () => {
    const { port, forms } = await opened();
    const request = post("/login", oneByteEach(3_000), CHUNKED);
    await rawRequest(port, request).catch(() => "");
    expect(statusOf(await rawRequest(port, post("/login", "a=1")))).toBe(200);
    expect(forms).toEqual(["a=1"]);
  });
});

describe("forms that are begun and not ended", () => {
  const from = (network: string) => ({ "X-Forwarded-For": network });

  /** Sends a form of 64 KB but for its last byte. */
  async function begin(port: number, network: string): Promise<Socket> {
    const { socket, received } = await dial(port);
    received.catch(() => {});
    closing.push(() => socket.destroy());
    const request = post("/login", "", { ...from(network), "Content-Length": "65536" });
    await new Promise((sent) => socket.write(request + "x".repeat(65_535), sent));
    return socket;
  }
  const open = (sockets: Socket[]) => sockets.filter((socket) => !socket.closed).length;

  test("one network holds 8 MB of them; then its slowest is dropped, and its next form is still taken", async () => {
    const { port, forms } = await opened();
    const sockets: Socket[] = [];
    for (let n = 0; n < 140; n += 1) sockets.push(await begin(port, "203.0.113.9"));
    await expect.poll(() => open(sockets)).toBe(128);
    expect(open(sockets.slice(0, 12)), "the first have waited longest").toBe(0);
    expect(statusOf(await rawRequest(port, post("/login", "a=1", from("203.0.113.9"))))).toBe(200);
    expect(statusOf(await rawRequest(port, post("/login", "a=2", from("203.0.113.10"))))).toBe(200);
    expect(forms).toEqual(["a=1", "a=2"]);
  });

  test("all networks hold 64 MB; then the one that holds most loses its slowest, and other people's forms are taken", async () => {
    const { port, forms } = await opened();
    const greedy: Socket[] = [];
    for (let n = 0; n < 120; n += 1) greedy.push(await begin(port, "203.0.113.9"));
    const others: Socket[] = [];
    for (let n = 0; n < 910; n += 1) others.push(await begin(port, `198.51.100.${n % 9}`));
    await expect.poll(() => open(greedy) + open(others)).toBe(1_024);
    expect(open(others)).toBe(910);
    expect(statusOf(await rawRequest(port, post("/login", "a=1", from("192.0.2.7"))))).toBe(200);
    expect(forms).toEqual(["a=1"]);
  });

  test("a connection that is closed gives its room back", async () => {
    const { port } = await opened();
    for (let round = 0; round < 3; round += 1) {
      const sockets: Socket[] = [];
      for (let n = 0; n < 120; n += 1) sockets.push(await begin(port, "203.0.113.9"));
      await pause(50);
      expect(open(sockets)).toBe(120);
      for (const socket of sockets) socket.destroy();
      await pause(50);
    }
  });
});
