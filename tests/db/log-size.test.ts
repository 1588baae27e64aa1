import { statSync, truncateSync, writeFileSync } from "node:fs";
import path from "node:path";
import Database from "better-sqlite3";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { MINUTES } from "#app/durations";
import { keepLogSmall } from "#db/log-size.server";
import { openStore } from "#db/store.server";
import { aFolder } from "../support/a-store";

const MB = 1_000_000;

let file: string;
beforeEach(() => {
  file = path.join(aFolder(), "courier.db");
  // Only the timer that checks the log: the thread that checkpoints it needs the real ones.
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
});
afterEach(() => void vi.useRealTimers());

describe("a write-ahead log that a long read has made large", () => {
  test("is left alone while somebody reads, and is truncated within minutes afterwards", async () => {
    const store = await openStore(file);
    const reading = aLongRead();
    expect(logBytes()).toBeGreaterThan(16 * MB);
    vi.advanceTimersByTime(1 * MINUTES);
    await expect.poll(() => store.tx(async () => "written meanwhile")).toBe("written meanwhile");
    expect(reading.prepare("SELECT count(*) FROM ballast").pluck().get()).toBe(0);

    reading.close();
    const afterAMinute = () => {
      vi.advanceTimersByTime(1 * MINUTES);
      return logBytes();
    };
    await expect.poll(afterAMinute, { interval: 200 }).toBe(0);
    const now = new Database(file, { readonly: true });
    expect(now.prepare("SELECT count(*) FROM ballast").pluck().get()).toBe(ROWS);
    expect(now.pragma("integrity_check", { simple: true })).toBe("ok");
    now.close();
    await store.close();
  });

  test("is left to Litestream where Litestream manages it", async () => {
    const store = await openStore(file, { checkpointPages: 16_000 });
    expect(vi.getTimerCount()).toBe(0);
    await store.close();
    const ours = await openStore(file);
    expect(vi.getTimerCount()).toBe(1);
    await ours.close();
  });
});

test("a log that stays too large is looked at again each minute", async () => {
  writeFileSync(`${file}-wal`, "");
  truncateSync(`${file}-wal`, 16 * MB + 1);
  const reports: string[] = [];
  const stop = keepLogSmall(file, (report) => reports.push(report));
  for (const times of [1, 2, 3]) {
    vi.advanceTimersByTime(1 * MINUTES);
    await expect.poll(() => reports.length).toBe(times);
  }
  await stop();
});

test.each([
  [
    "is reported when it can't be made smaller",
    16 * MB + 1,
    /^the write-ahead log of \S+ could not be made smaller: .*open/,
  ],
  ["is looked for in vain", undefined, undefined],
  ["is left as it is up to 16 MB", 16 * MB, undefined],
])("the log of a database that is gone %s", async (_what, bytes, words) => {
  if (bytes) {
    writeFileSync(`${file}-wal`, "");
    truncateSync(`${file}-wal`, bytes);
  }
  const reports: string[] = [];
  const stop = keepLogSmall(file, (report) => reports.push(report));
  vi.advanceTimersByTime(1 * MINUTES);
  await stop();
  expect(reports).toEqual(words ? [expect.stringMatching(words)] : []);
});

const ROWS = 5_000;

/** A reader that began before 20 MB were written. */
function aLongRead(): Database.Database {
  const staff = new Database(file);
  staff.exec("CREATE TABLE ballast (id INTEGER PRIMARY KEY, words TEXT)");
  const reading = new Database(file, { readonly: true });
  reading.exec("BEGIN");
  reading.prepare("SELECT count(*) FROM ballast").get();
  const add = staff.prepare("INSERT INTO ballast (words) VALUES (?)");
  staff.transaction(() => {
    for (let row = 0; row < ROWS; row += 1) add.run("x".repeat(4_000));
  })();
  staff.close();
  return reading;
}

function logBytes(): number {
  return statSync(`${file}-wal`).size;
}
