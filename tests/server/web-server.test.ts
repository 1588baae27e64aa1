import type { AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { afterEach, describe, expect, test } from "vitest";
import { type Answerer, patience, webServer } from "../../server/web-server";
import { dial, get, rawRequest, statusOf } from "./raw-request";

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/** The real server; each request is answered once `finish` is called. */
async function opened() {
  const waiting: (() => void)[] = [];
  const seen: string[] = [];
  const handle: Answerer = async ({ url = "" }, response) => {
    seen.push(url);
    if (url === "/slow") await new Promise<void>((resolve) => waiting.push(resolve));
    response.end(`answer to ${url}`);
  };
  const { server, drain } = webServer(handle, patience, 0);
  closing.push(() => drain(0));
  await new Promise<void>((resolve) => server.listen(0, resolve));
  const finish = () => {
    for (const answer of waiting.splice(0)) answer();
  };
  return { port: (server.address() as AddressInfo).port, drain, seen, finish };
}

const OPEN = { Connection: "keep-alive" };

describe("what isn't HTTP", () => {
  test("is refused in words on a new connection, and others are still answered", async () => {
    const { port } = await opened();
    expect(statusOf(await rawRequest(port, "GET / HELLO\r\n\r\n"))).toBe(400);
    expect(statusOf(await rawRequest(port, get("/")))).toBe(200);
  });

  test("after an answer ends the connection", async () => {
    const { port, seen } = await opened();
    const { socket, received } = await dial(port);
    socket.write(get("/first", OPEN));
    await expect.poll(() => seen).toEqual(["/first"]);
    socket.write("GET / HELLO\r\n\r\n");
    expect(await received).toMatch(/answer to \/first[\s\S]*HTTP\/1\.1 400/);
  });

  test("behind a request that is being answered doesn't spoil its answer", async () => {
    const { port, seen, finish } = await opened();
    const { socket, received } = await dial(port);
    socket.write(get("/slow", OPEN));
    await expect.poll(() => seen).toEqual(["/slow"]);
    socket.write("GET / HELLO\r\n\r\n");
    await pause(50);
    finish();
    const answer = await received;
    expect(answer).toContain("answer to /slow");
    expect(answer.match(/HTTP\/1\.1/g)).toHaveLength(1);
  });
});

test("an answer says that its connection ends, and is shorter where it stays", async () => {
  const { port } = await opened();
  const { socket, received } = await dial(port);
  socket.write(get("/first", OPEN));
  await expect.poll(() => socket.bytesRead).toBeGreaterThan(0);
  socket.write(get("/last", { Connection: "close" }));
  const answers = (await received).split(/(?=HTTP\/1\.1)/);
  expect(answers.map((answer) => answer.match(/^(?:connection|keep-alive): .*$/gim))).toEqual([
    null,
    ["Connection: close"],
  ]);
});

test("an expectation that isn't 100-continue is refused; CONNECT is", async () => {
  const { port, seen } = await opened();
  expect(statusOf(await rawRequest(port, get("/", { Expect: "a-miracle" })))).toBe(417);
  expect(statusOf(await rawRequest(port, get("/").replace("GET /", "CONNECT a.example:443")))).toBe(405);
  expect(seen).toEqual([]);
});

test("requests on one connection are answered one after the other, in their order", async () => {
  const { port, seen, finish } = await opened();
  const { socket, received } = await dial(port);
  socket.write(get("/slow", OPEN) + get("/second"));
  await expect.poll(() => seen).toEqual(["/slow"]);
  finish();
  expect(await received).toMatch(/answer to \/slow[\s\S]*answer to \/second/);
});

test("whoever asks for more than a hundred pages at once is disconnected", async () => {
  const { port, seen } = await opened();
  const { socket, received } = await dial(port);
  socket.write(get("/slow", OPEN).repeat(101));
  expect(await received).toBe("");
  expect(seen).toEqual(["/slow"]);
});

describe("a stop", () => {
  test("lets a request finish, closes its connection, and takes nothing new", async () => {
    const { port, drain, seen, finish } = await opened();
    const idle = await dial(port);
    const busy = await dial(port);
    busy.socket.write(get("/slow", OPEN));
    await expect.poll(() => seen).toEqual(["/slow"]);
    const drained = drain(60_000);
    await expect(dial(port)).rejects.toThrow("ECONNREFUSED");
    finish();
    const answer = await busy.received;
    expect(answer).toMatch(/^Connection: close\r$/m);
    expect(answer).toContain("answer to /slow");
    expect(await idle.received).toBe("");
    await drained;
  });

  test("closes what takes too long", async () => {
    const { port, drain, seen } = await opened();
    const { socket, received } = await dial(port);
    socket.write(get("/slow", OPEN));
    await expect.poll(() => seen).toEqual(["/slow"]);
    await drain(100);
    expect(await received).toBe("");
  });
});
