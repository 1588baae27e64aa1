import type { IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { afterEach, expect, test, vi } from "vitest";
import { webServer } from "../../server/web-server";
import { dial, get, post, rawRequest } from "./raw-request";

const MAKING_MS = 50;
const STOP_MS = 5_000;

let stop = async () => {};
afterEach(() => stop());

/** The real server before an app that takes a moment for each page, and says which one it is. */
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

test("what is asked for at once on one connection is answered in order, one after the other", async () => {
  const { port, most } = await opened();
  const form = post("/2", "name=Thandi", { Connection: "keep-alive" });
  const answers = await rawRequest(port, asking("/1") + form + asking("/3") + get("/4"));
  expect(answers.match(/page \/\d\./g)).toEqual(["page /1.", "page /2.", "page /3.", "page /4."]);
  expect(most()).toBe(1);
});

test("whoever hangs up doesn't have made what they still waited for, and doesn't hold up a stop", async () => {
  const { port, begun } = await opened();
  const { socket } = await dial(port);
  socket.write(asking("/1") + asking("/2") + asking("/3"));
  await vi.waitUntil(() => begun.length > 0, { interval: 1 });
  socket.destroy();
  await pause(5 * MAKING_MS);
  const asked = performance.now();
  await stop();
  expect(performance.now() - asked).toBeLessThan(STOP_MS / 2);
  expect(begun).toEqual(["/1"]);
});

test("a stop lets everything be answered that is asked for already", async () => {
  const { port, begun } = await opened();
  const { socket, heard } = await dial(port);
  socket.write(asking("/1") + asking("/2") + asking("/3"));
  await vi.waitUntil(() => begun.length > 0, { interval: 1 });
  await stop();
  expect((await heard).match(/page \/\d\./g)).toEqual(["page /1.", "page /2.", "page /3."]);
});

test("whoever asks for hundreds of pages at once on one connection is hung up on", async () => {
  const { port, begun } = await opened();
  expect(await rawRequest(port, asking("/many").repeat(500)).catch(() => "")).toBe("");
  expect(begun).toHaveLength(1);
});
