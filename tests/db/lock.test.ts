import path from "node:path";
import Database from "better-sqlite3";
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { SECONDS } from "#app/durations";
import { keepClosed, lockOpen } from "#db/open-mark.server";
import { storeSiteFacts } from "#db/site-facts.server";
import { openStore } from "#db/store.server";
import { StoreBusyError } from "#db/store-error";
import { writeQueue } from "#db/write-queue";
import { aFolder, aStore } from "../support/a-store";

let file: string;
beforeEach(() => {
  file = path.join(aFolder(), "courier.db");
});
afterEach(() => void vi.useRealTimers());

describe("while another program holds the write lock for a minute", () => {
  test("everybody is refused five seconds after they came, the last like the first, and nothing is written", async () => {
    const store = await aStore(file);
    const staff = locking(file);
    vi.useFakeTimers();
    let done = 0;
    const answers: { who: number; afterMs: number; error: unknown }[] = [];
    for (let who = 0; who < 24; who += 1) {
      const begunAt = performance.now();
      void store
        .tx(async () => {
          done += 1;
        })
        .catch((error) => answers.push({ who, afterMs: performance.now() - begunAt, error }));
      await vi.advanceTimersByTimeAsync(100);
    }
    await vi.advanceTimersByTimeAsync(6 * SECONDS);
    expect(answers.map(({ who }) => who)).toEqual(Array.from({ length: 24 }, (_, who) => who));
    for (const { afterMs, error } of answers) {
      expect(afterMs).toBeLessThanOrEqual(5 * SECONDS);
      expect(error).toBeInstanceOf(StoreBusyError);
    }
    staff.exec("COMMIT");
    await vi.advanceTimersByTimeAsync(1 * SECONDS);
    expect(done).toBe(0);
    vi.useRealTimers();
    expect(await store.tx(async () => "again")).toBe("again");
  });

  test("only the first in the queue tries to take the lock, however many wait behind it", async () => {
    vi.useFakeTimers();
    const asked = async (writers: number) => {
      let times = 0;
      const line = writeQueue(() => {
        times += 1;
        throw Object.assign(new Error("database is locked"), { code: "SQLITE_BUSY" });
      });
      const all = Array.from({ length: writers }, () => line.turn(1 * SECONDS).catch(() => {}));
      await vi.advanceTimersByTimeAsync(2 * SECONDS);
      await Promise.all(all);
      return times;
    };
    expect(await asked(24)).toBeLessThanOrEqual((await asked(1)) + 1);
  });

  test("SQLite itself never waits, because that would delay every other request", async () => {
    const store = await aStore(file);
    const { timeout } = await store.tx(async (tx) => tx.get<{ timeout: number }>("PRAGMA busy_timeout"));
    expect(timeout).toBe(0);
  });

  test("a write that isn't essential doesn't wait", async () => {
    const store = await aStore(file);
    locking(file);
    vi.useFakeTimers();
    await expect(store.tx(async () => {}, { waitMs: 0 })).rejects.toThrow(StoreBusyError);
  });
});

test("a turn that comes too late is passed to the next in the queue", async () => {
  vi.useFakeTimers();
  const line = writeQueue(() => {});
  const leave = await line.turn(1 * SECONDS);
  const late = line.turn(1 * SECONDS).catch((error) => error);
  await vi.advanceTimersByTimeAsync(500);
  const patient = line.turn(1 * SECONDS);
  await vi.advanceTimersByTimeAsync(600);
  expect(await late).toBeInstanceOf(StoreBusyError);
  leave();
  (await patient)();
  await line.empty();
});

describe("a start while another program holds the write lock", () => {
  test("takes no lock if there is nothing to migrate, create or load", async () => {
    const before = await openStore(file);
    await storeSiteFacts(before, { appUrl: "https://thuma.example", paymentMode: "live" }, new Date());
    await before.close();
    const staff = locking(file);
    const messages: string[] = [];
    const store = await openStore(file, { report: (words) => messages.push(words) });
    await storeSiteFacts(store, { appUrl: "https://thuma.example", paymentMode: "live" }, new Date());
    expect(staff.inTransaction).toBe(true);
    expect(messages).toEqual([]);
    await store.close();
  });

  test("otherwise waits as long as it takes, and says so in one line", async () => {
    await (await openStore(file)).close();
    const staff = new Database(file);
    staff.exec("DROP VIEW staff_mail; BEGIN IMMEDIATE");
    const messages: string[] = [];
    vi.useFakeTimers();
    const opening = openStore(file, { report: (words) => messages.push(words) });
    await vi.advanceTimersByTimeAsync(60 * SECONDS);
    expect(messages).toEqual([
      expect.stringMatching(/^the database .*courier\.db is locked by another program.*waiting/),
    ]);
    expect(messages[0]).not.toContain("\n");
    staff.exec("COMMIT");
    staff.close();
    await vi.advanceTimersByTimeAsync(1 * SECONDS);
    vi.useRealTimers();
    const store = await opening;
    const views = new Database(file, { readonly: true }).prepare("SELECT count(*) FROM staff_mail").pluck();
    expect(views.get()).toBe(0);
    await store.close();
  });

  test.each([
    ["a view that staff dropped", "DROP VIEW staff_mail", "staff_mail"],
    ["a view that staff changed", "DROP VIEW staff_mail; CREATE VIEW staff_mail AS SELECT 1", "staff_mail"],
    ["a trigger that a migration dropped", "DROP TRIGGER count_update_of_rates", "count_update_of_rates"],
  ])("%s is made again", async (_what, sql, name) => {
    const definition = () => {
      const reading = new Database(file, { readonly: true });
      const found = reading.prepare("SELECT sql FROM sqlite_master WHERE name = ?").pluck().get(name);
      reading.close();
      return found;
    };
    await (await openStore(file)).close();
    const made = definition();
    const staff = new Database(file);
    staff.exec(sql);
    staff.close();
    expect(definition()).not.toBe(made);
    await (await openStore(file)).close();
    expect(definition()).toBe(made);
  });
});

/** Staff's own program with an open write transaction. */
function locking(database: string): Database.Database {
  const staff = new Database(database);
  staff.exec("BEGIN IMMEDIATE");
  return staff;
}

test("a database is kept closed on its own, whatever else is open", () => {
  const open = lockOpen(path.join(aFolder(), "courier.db"));
  onTestFinished(() => open.release());
  const alone = keepClosed(path.join(aFolder(), "courier.db"));
  expect(alone).toBeDefined();
  alone?.release();
});
