import path from "node:path";
import { expect, test } from "vitest";
import { isPostgres } from "#db/dialect";
import { siteFacts } from "#db/schema/site-facts";
import { writeHealth } from "#db/write-health";
import { aFolder, aStore } from "../support/a-store";
import { holdWriteLock } from "../support/write-lock";

test("a database that can be written is healthy, and a locked one isn't", async () => {
  const file = path.join(aFolder(), "courier.db");
  const store = await aStore(file);
  expect(await store.isWritable()).toBe(true);

  const other = await aStore(file);
  const release = await holdWriteLock(file);
  // PostgreSQL can still write beside a locked table.
  expect(await other.isWritable()).toBe(isPostgres);
  await release();
  await other.tx(async (tx) => tx.insert(siteFacts).values({ name: "app_url", value: "x", toldAt: new Date() }));
  expect(await other.isWritable()).toBe(true);
});

test.runIf(!isPostgres)("a full disk is noticed by the failed write, and tried again", async () => {
  const file = path.join(aFolder(), "courier.db");
  const store = await aStore(file);
  // Limit the file to its present size, as on a full disk.
  await store.tx(async (tx) => tx.run("CREATE TABLE ballast (words TEXT)"));
  await store.tx(async (tx) => tx.get("PRAGMA max_page_count = 1"));
  const writing = store.tx(async (tx) => tx.run(`INSERT INTO ballast VALUES ('${"x".repeat(100_000)}')`));
  await expect(writing).rejects.toMatchObject({ cause: { code: "SQLITE_FULL" } });
  await store.tx(async (tx) => tx.get("SELECT 1"));
  expect(await store.isWritable(), "one that changed nothing says nothing").toBe(false);
});

test("however often it is asked, it tries at most once in two seconds", async () => {
  let now = 0;
  let tries = 0;
  let isFull = false;
  const health = writeHealth(
    async () => {
      tries += 1;
      if (isFull) throw new Error("full");
    },
    () => now,
  );
  const asked = async () => {
    const answers = await Promise.all([health.check(), health.check(), health.check()]);
    return [new Set(answers).size, answers[0], tries];
  };
  expect(await asked()).toEqual([1, true, 1]);
  isFull = true;
  now = 1_999;
  expect(await asked()).toEqual([1, true, 1]);
  now = 2_000;
  expect(await asked()).toEqual([1, false, 2]);
  now = 3_999;
  expect(await asked()).toEqual([1, false, 2]);
  isFull = false;
  now = 4_000;
  expect(await asked()).toEqual([1, true, 3]);
});

test("customers' own writes count: a busy site needs no test writes", async () => {
  let now = 0;
  const health = writeHealth(
    async () => {
      throw new Error("nobody should ask");
    },
    () => now,
  );
  health.note(true);
  now = 1_500;
  health.note(true);
  now = 3_000;
  expect(await health.check()).toBe(true);
  health.note(false);
  expect(await health.check()).toBe(false);
});
