import type { IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { afterEach, expect, test } from "vitest";
import { goneFromHere } from "#db/waited-for.server";
import { site } from "../../server/site";
import { webServer } from "../../server/web-server";
import { dial, get, post, rawRequest } from "./raw-request";

const MAKING_MS = 50;
/** A stop that waited for disconnected clients would take longer than the test. */
const STOP_MS = 60 * 60 * 1000;

let stop = async () => {};
afterEach(() => stop());

/** The real server with an app that takes a moment for each page, and records which one it is. */
async function opened() {
  const begun: string[] = [];
  let underway = 0;
  let mostUnderway = 0;
  const { server, drain } = webServer(async (request: IncomingMessage, response: ServerResponse) => {
    begun.push(request.url ?? "");
    underway += 1;
    mostUnderway = Math.max(mostUnderway, underway);
    request.resume();
    await pause(MAKING_MS);
    underway -= 1;
    response.end(`page ${request.url}.`);
  });
  stop = () => drain(STOP_MS);
  await new Promise<void>((resolve) => server.listen(0, resolve));
  return { port: (server.address() as AddressInfo).port, begun, most: () => mostUnderway };
}

const asking = (path: string) => get(path, { Connection: "keep-alive" });

test("several requests on one connection are answered in order, one after the other", async () => {
  const { port, most } = await opened();
  const form = post("/2", "name=Thandi", { Connection: "keep-alive" });
  const answers = await rawRequest(port, asking("/1") + form + asking("/3") + get("/4"));
  expect(answers.match(/page \/\d\./g)).toEqual(["page /1.", "page /2.", "page /3.", "page /4."]);
  expect(most()).toBe(1);
});

test("waiting requests of a client that disconnects aren't answered, and don't delay a stop", async () => {
  const { port, begun } = await opened();
  const { socket } = await dial(port);
  socket.write(asking("/1") + asking("/2") + asking("/3"));
  await expect.poll(() => begun.length, { interval: 1 }).toBeGreaterThan(0);
  socket.destroy();
  await pause(5 * MAKING_MS);
  await stop();
  expect(begun).toEqual(["/1"]);
});

test("a stop answers all requests that have arrived", async () => {
  const { port, begun } = await opened();
  const { socket, received } = await dial(port);
  socket.write(asking("/1") + asking("/2") + asking("/3"));
  await expect.poll(() => begun.length, { interval: 1 }).toBeGreaterThan(0);
  await stop();
  expect((await received).match(/page \/\d\./g)).toEqual(["page /1.", "page /2.", "page /3."]);
});

test("a client that sends hundreds of requests at once on one connection is disconnected", async () => {
  const { port, begun } = await opened();
  expect(await rawRequest(port, asking("/many").repeat(500)).catch(() => "")).toBe("");
  expect(begun).toHaveLength(1);
});

/**
 * The site with an app that makes each page at once, and records for whom, and how many there were when an address was
 * requested. A form keeps the processor busy for `formMs`.
 */
async function openedSite({ formMs = 0 } = {}) {
  const made: string[] = [];
  const madeBefore = new Map<string, number>();
  const rules = { appUrl: "http://localhost", trustProxy: 0 };
  const answer = site(
    rules,
    (_request, _response, path) => {
      madeBefore.set(path, made.length);
      return false;
    },
    async ({ method }, url) => {
      const until = performance.now() + (method === "POST" ? formMs : 0);
      while (performance.now() < until);
      made.push(url.pathname);
      return new Response(`page ${url.pathname}.`, { headers: { "Content-Type": "image/png" } });
    },
  );
  const { server, drain } = webServer(answer);
  stop = () => drain(STOP_MS);
  await new Promise<void>((resolve) => server.listen(0, resolve));
  return { port: (server.address() as AddressInfo).port, made, madeBefore };
}

const MANY = 90;

test("another visitor's page is made before the many that others requested at once on theirs", async () => {
  const { port, made } = await openedSite();
  const greedy = [await dial(port), await dial(port), await dial(port)];
  for (const [n, { socket }] of greedy.entries()) socket.write(asking(`/greedy/${n}`).repeat(MANY));
  await expect.poll(() => made.length, { interval: 1 }).toBeGreaterThan(0);
  expect(await rawRequest(port, get("/visitor"))).toContain("page /visitor.");
  // All their requests had arrived long before.
  expect(made.indexOf("/visitor")).toBeLessThan(greedy.length * MANY * 0.5);
  expect(made.length).toBeLessThan(greedy.length * MANY);
  for (const { socket } of greedy) socket.destroy();
});

test("a client that requests one page doesn't wait for every connection with many requests", async () => {
  const { port, made, madeBefore } = await openedSite();
  const greedy = await Promise.all(Array.from({ length: 40 }, () => dial(port)));
  for (const { socket } of greedy) socket.write(asking("/greedy").repeat(MANY));
  await expect.poll(() => made.length, { interval: 1 }).toBeGreaterThan(greedy.length);
  await rawRequest(port, get("/visitor"));
  const madeMeanwhile = made.indexOf("/visitor") - (madeBefore.get("/visitor") ?? 0);
  expect(madeMeanwhile).toBeLessThan(greedy.length / 4);
  expect(made.length).toBeLessThan(greedy.length * MANY);
  for (const { socket } of greedy) socket.destroy();
});

test("a client that requests a page doesn't wait for many clients that send forms", async () => {
  const { port, made } = await openedSite({ formMs: 2 });
  const crowd = await Promise.all(Array.from({ length: 300 }, () => dial(port)));
  const { socket, received } = await dial(port);
  // Connections are accepted in order: once this one is answered, all are accepted.
  socket.write(asking("/first"));
  await expect.poll(() => made.length, { interval: 1 }).toBe(1);
  for (const each of crowd) each.socket.write(post("/login", "email=thandi"));
  await expect.poll(() => made.length, { interval: 1 }).toBeGreaterThan(1);
  socket.write(get("/visitor"));
  await Promise.all([received, ...crowd.map((each) => each.received)]);
  expect(made).toHaveLength(crowd.length + 2);
  expect(made.indexOf("/visitor")).toBeLessThan(crowd.length / 2);
});

test("a new connection is accepted before many requests on other connections are answered", async () => {
  const { port, made } = await openedSite({ formMs: 2 });
  const crowd = await Promise.all(Array.from({ length: 300 }, () => dial(port)));
  const { socket, received } = await dial(port);
  for (const each of crowd) each.socket.write(post("/login", "email=thandi"));
  socket.write(get("/visitor"));
  await Promise.all([received, ...crowd.map((each) => each.received)]);
  expect(made.indexOf("/visitor")).toBeLessThan(crowd.length / 2);
});

test("connections with many requests at once are answered in turn", async () => {
  const { port, made } = await openedSite();
  const greedy = await Promise.all(["/a", "/b", "/c"].map(async (path) => ({ path, ...(await dial(port)) })));
  for (const { path, socket } of greedy) socket.write(asking(path).repeat(MANY));
  await expect.poll(() => made.length, { interval: 1 }).toBe(greedy.length * MANY);
  const whileAllWait = made.slice(made.indexOf("/c"), made.lastIndexOf("/a"));
  expect(whileAllWait.length).toBeGreaterThan(MANY);
  expect(whileAllWait.filter((path, at) => path === whileAllWait[at + 1])).toEqual([]);
  for (const { socket } of greedy) socket.destroy();
});

test("no page is made for a client that disconnects before its turn", async () => {
  const { port, made } = await openedSite();
  expect(await rawRequest(port, asking("/many").repeat(500)).catch(() => "")).toBe("");
  // Another client's page comes after it in the queue.
  await rawRequest(port, get("/visitor"));
  expect(made).toEqual(["/visitor"]);
});

test("what a page waits for knows whether its browser is still there", async () => {
  let hasGone: (() => boolean) | undefined;
  const app = async () => {
    await new Promise(setImmediate);
    hasGone = goneFromHere();
    return new Promise<Response>(() => {});
  };
  const { server, drain } = webServer(site({ appUrl: "http://localhost", trustProxy: 0 }, () => false, app));
  stop = () => drain(STOP_MS);
  await new Promise<void>((resolve) => server.listen(0, resolve));
  const { socket } = await dial((server.address() as AddressInfo).port);
  socket.write(get("/figures"));
  await expect.poll(() => hasGone?.(), { interval: 1 }).toBe(false);
  socket.destroy();
  await expect.poll(() => hasGone?.(), { interval: 1 }).toBe(true);
});
