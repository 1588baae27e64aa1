import { mkdtempSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { Worker } from "node:worker_threads";
import Database from "better-sqlite3";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { inThread, readApart } from "#db/read-apart.server";
import { askedBy, NobodyWaits, whileWaitedFor } from "#db/waited-for.server";

let folder: string;
const file = () => path.join(folder, "a.db");
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), "read-apart-"));
  new Database(file()).exec("CREATE TABLE parcels (no TEXT); INSERT INTO parcels VALUES ('one'), ('two')").close();
});
afterAll(() => rmSync(folder, { recursive: true }));

test("answers questions one after another and at once, with the columns' names", async () => {
  expect(await readApart(file(), "SELECT no FROM parcels WHERE no > ?", ["one"])).toEqual({
    columns: ["no"],
    rows: [{ no: "two" }],
  });
  const all = await Promise.all(Array.from({ length: 6 }, (_, at) => readApart(file(), `SELECT ${at} AS at`, [])));
  expect(all.map(({ rows }) => rows[0]?.at)).toEqual([0, 1, 2, 3, 4, 5]);
});

test("a question that fails says why, and the next one is answered", async () => {
  await expect(readApart(file(), "SELECT * FROM nowhere", [])).rejects.toThrow("no such table: nowhere");
  await expect(readApart(path.join(folder, "no.db"), "SELECT 1", [])).rejects.toMatchObject({
    code: "SQLITE_CANTOPEN",
  });
  expect((await readApart(file(), "SELECT 1 AS one", [])).rows).toEqual([{ one: 1 }]);
});

test("starts one thread for questions that follow each other", async () => {
  await readApart(file(), "SELECT 1", []);
  const started = vi.fn();
  process.on("worker", started);
  for (let at = 0; at < 3; at += 1) await readApart(file(), "SELECT 1", []);
  process.removeListener("worker", started);
  expect(started).not.toHaveBeenCalled();
});

test("a file that another one has replaced is read anew", async () => {
  const newer = path.join(folder, "newer.db");
  new Database(newer).exec("CREATE TABLE parcels (no TEXT); INSERT INTO parcels VALUES ('three')").close();
  renameSync(newer, file());
  expect((await readApart(file(), "SELECT no FROM parcels", [])).rows).toEqual([{ no: "three" }]);
});

test("threads that ended while they waited are asked no more", async () => {
  const asked = vi.spyOn(Worker.prototype, "postMessage");
  const twice = () => Promise.all([1, 2].map((at) => readApart(file(), `SELECT ${at} AS at`, [])));
  await twice();
  const readers = asked.mock.contexts as Worker[];
  asked.mockRestore();
  expect(new Set(readers).size).toBe(2);
  await Promise.all(readers.map((reader) => reader.terminate()));
  expect((await twice()).map(({ rows }) => rows[0]?.at)).toEqual([1, 2]);
});

test("a thread's answer is given, and one that ends without an answer keeps no other from its turn", async () => {
  const thread = (program: string) => () => new Worker(program, { eval: true });
  for (const exitCode of [0, 1, 2])
    await expect(inThread(thread(`process.exit(${exitCode})`))).rejects.toThrow("the thread ended without an answer");
  await expect(inThread(thread("throw new Error('no such slip')"))).rejects.toThrow("no such slip");
  expect(await inThread(thread("require('node:worker_threads').parentPort.postMessage('two slips')"))).toBe(
    "two slips",
  );
});

test("a question whose browser has gone meanwhile is never asked, and the next one is", async () => {
  const slow =
    "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 300000) SELECT count(*) FROM n";
  const asked = vi.spyOn(Worker.prototype, "postMessage");
  const first = [readApart(file(), slow, []), readApart(file(), slow, [])];
  let hasGone = false;
  const leaves = whileWaitedFor(
    () => hasGone,
    () => [readApart(file(), "SELECT 'left' AS at", []), readApart(file(), "SELECT 'left' AS at", [])],
  );
  const stays = whileWaitedFor(
    () => false,
    () => readApart(file(), "SELECT 'stays' AS at", []),
  );
  hasGone = true;
  const answers = await Promise.allSettled(leaves);
  expect(answers.map((answer) => answer.status === "rejected" && answer.reason)).toEqual([
    expect.any(NobodyWaits),
    expect.any(NobodyWaits),
  ]);
  expect((await stays).rows).toEqual([{ at: "stays" }]);
  await Promise.all(first);
  expect(asked.mock.calls.filter(([question]) => /left/.test(question.sql))).toEqual([]);
  asked.mockRestore();
  // Both threads are free again.
  const twice = await Promise.all([1, 2, 3].map((at) => readApart(file(), `SELECT ${at} AS at`, [])));
  expect(twice.map(({ rows }) => rows[0]?.at)).toEqual([1, 2, 3]);
});

test("whoever asks much waits behind whoever asks once", async () => {
  const slow =
    "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 300000) SELECT count(*) FROM n";
  const answered: string[] = [];
  const asks = (who: string, sql: string) =>
    whileWaitedFor(
      () => false,
      async () => {
        askedBy(who);
        await readApart(file(), sql, []);
        answered.push(who);
      },
    );
  const many = Array.from({ length: 8 }, () => asks("Rita", slow));
  await Promise.all([...many, asks("Zanele", "SELECT 1")]);
  expect(answered.indexOf("Zanele")).toBeLessThan(3);
  expect(answered).toHaveLength(9);
});
