import { PassThrough } from "node:stream";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { log as siteLog } from "../../app/log.server";
import { relayLog } from "../../server/backup/litestream-log";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date", "performance"], now: new Date("2026-11-26T08:00:00Z") });
});
afterEach(() => {
  vi.useRealTimers();
});

/** What is logged of Litestream's lines, each read before the next is sent. */
function aRelay() {
  const said: unknown[] = [];
  const note = (level: string) => (details: object, words: string) => said.push([level, words, details]);
  const log = Object.assign(Object.create(siteLog), { debug: note("debug"), warn: note("warn") });
  const lines = new PassThrough();
  relayLog(lines, log, { begun: () => said.push("begun"), written: () => said.push("written") });
  return async (...sent: (string | object)[]) => {
    said.length = 0;
    for (const line of sent) lines.write(`${typeof line === "string" ? line : JSON.stringify(line)}\n`);
    await new Promise((read) => setImmediate(read));
    return [...said];
  };
}

test("routine is for debugging, and says when a segment is sent and when it has arrived", async () => {
  const relay = aRelay();
  expect(await relay({ level: "DEBUG", time: "t", msg: "write wal segment", index: 3 })).toEqual([
    "begun",
    ["debug", "litestream: write wal segment", { index: 3 }],
  ]);
  expect(await relay({ level: "INFO", msg: "wal segment written" })).toEqual([
    "written",
    ["debug", "litestream: wal segment written", {}],
  ]);
  expect(await relay({ level: "INFO", msg: "snapshot written" })).toContain("written");
  expect(await relay({ level: "INFO", msg: "initialized db" })).toHaveLength(1);
});

test("the same fault is said once a minute, with how often it came meanwhile; another at once", async () => {
  const relay = aRelay();
  const fault = { level: "ERROR", msg: "monitor error", error: "no space" };
  expect(await relay(fault, fault, { ...fault, error: "no such host" }, fault)).toEqual([
    ["warn", "litestream: monitor error", { error: "no space" }],
    ["warn", "litestream: monitor error", { error: "no such host" }],
  ]);
  vi.advanceTimersByTime(59_000);
  expect(await relay(fault)).toEqual([]);
  vi.advanceTimersByTime(1_000);
  expect(await relay(fault)).toEqual([["warn", "litestream: monitor error", { error: "no space", timesUnsaid: 3 }]]);
  vi.advanceTimersByTime(60_000);
  expect(await relay(fault)).toEqual([["warn", "litestream: monitor error", { error: "no space" }]]);
});

test("a line that isn't JSON is a warning, as it came", async () => {
  expect(await aRelay()("panic: runtime error")).toEqual([["warn", "litestream: panic: runtime error", {}]]);
});
