import { utimesSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Logger } from "pino";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { lagOf, watchLag } from "../../server/backup/lag";
import { aFolder } from "../support/a-store";

const start = new Date("2026-11-21T10:00:00Z");
const after = (seconds: number) => new Date(start.getTime() + seconds * 1000);

beforeEach(() => {
  vi.useFakeTimers({ now: start });
});
afterEach(() => {
  vi.useRealTimers();
});

function aDatabase() {
  const file = path.join(aFolder(), "courier.db");
  return {
    file,
    commit(seconds: number) {
      writeFileSync(`${file}-wal`, "a page");
      utimesSync(`${file}-wal`, after(seconds), after(seconds));
    },
  };
}

test("a replica that nothing ever reached is behind since the start", () => {
  const lag = lagOf(aDatabase().file, start);
  expect(lag.behindMs(after(75))).toBe(75_000);
});

test("once everything has arrived it isn't behind, however long nothing is written", () => {
  const { file, commit } = aDatabase();
  const lag = lagOf(file, start);
  commit(1);
  lag.written(after(2));
  expect(lag.behindMs(after(36_000))).toBe(0);
});

test("the lag counts from when the first missing write was seen, until something arrives", () => {
  const { file, commit } = aDatabase();
  const lag = lagOf(file, start);
  lag.written(after(1));
  commit(10);
  expect(lag.behindMs(after(12))).toBe(2_000);
  commit(60);
  expect(lag.behindMs(after(70))).toBe(60_000);
  lag.written(after(71));
  expect(lag.behindMs(after(72))).toBe(0);
});

test("what arrived while the clock was ahead hides nothing that hasn't arrived since", () => {
  const { file, commit } = aDatabase();
  const lag = lagOf(file, after(86_400));
  expect(lag.behindMs(after(1))).toBe(0);
  expect(lag.behindMs(after(6))).toBe(5_000);
  lag.written(after(86_410));
  expect(lag.behindMs(after(10))).toBe(0);
  commit(12);
  expect(lag.behindMs(after(15))).toBe(3_000);
});

test("Litestream has opened the database once it has written since its start, or after a while", () => {
  const lag = lagOf(aDatabase().file, start);
  expect(lag.hasOpened(start)).toBe(false);
  lag.started(start);
  expect([lag.hasOpened(after(1)), lag.hasOpened(after(2))]).toEqual([false, true]);
  lag.written(after(1));
  expect(lag.hasOpened(after(1))).toBe(true);
  lag.started(after(10));
  expect(lag.hasOpened(after(11))).toBe(false);
});

test("the log says once that it is behind, and once that it has caught up", async () => {
  const messages: string[] = [];
  const log = {
    error: (_: object, words: string) => messages.push(words),
    info: (words: string) => messages.push(words),
  } as unknown as Logger;
  const lag = lagOf(aDatabase().file, start);
  const end = watchLag(lag, log, () => messages.push("ended"));
  await vi.advanceTimersByTimeAsync(50_000);
  expect(messages).toEqual([]);
  await vi.advanceTimersByTimeAsync(300_000);
  expect(messages).toEqual(["the replica is behind: nothing has reached it for a minute"]);
  lag.written(new Date());
  await vi.advanceTimersByTimeAsync(30_000);
  expect(messages.slice(1)).toEqual(["the replica has caught up"]);
  end();
  await vi.advanceTimersByTimeAsync(600_000);
  expect(messages).toHaveLength(2);
});

test("if a segment hasn't arrived after five minutes, Litestream hangs and is ended, once", async () => {
  const ended = vi.fn();
  const lag = lagOf(aDatabase().file, start);
  const end = watchLag(lag, { warn() {}, error() {}, info() {} } as unknown as Logger, ended);
  lag.begun(new Date());
  await vi.advanceTimersByTimeAsync(240_000);
  lag.written(new Date());
  await vi.advanceTimersByTimeAsync(600_000);
  expect(ended).not.toHaveBeenCalled();
  lag.begun(new Date());
  await vi.advanceTimersByTimeAsync(290_000);
  expect(ended).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(900_000);
  expect(ended).toHaveBeenCalledOnce();
  end();
});

test("a first full copy may take hours: while no segment is being sent nothing hangs", () => {
  expect(lagOf(aDatabase().file, start).hangs(after(36_000))).toBe(false);
});
