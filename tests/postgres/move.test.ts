import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import path from "node:path";
import Database from "better-sqlite3";
import { expect, onTestFinished, test } from "vitest";
import { joinStore, openStore } from "#db/store.server";
import { aFolder } from "../support/a-store";
import { asStaff } from "../support/an-office";
import { type Acknowledged, customersAtOnce, kept } from "../support/customers-at-once";
import { freePort, startAndExit, startSite } from "../support/running-site";
import { emptyPlace, inTheDatabase } from "../support/store-place";

const SESSION_SECRET = randomBytes(33).toString("base64");
const CUSTOMERS = 3;
const KILLS = 10;
/** Each kill comes this many copied tables later than the one before. */
const TABLES_APART = 4;

test("a move that is killed ten times, going on or back each time, loses no booking that was confirmed", async () => {
  const { dataDir, file, from, url } = await aMove();
  const acknowledged: Acknowledged[] = [];
  const counts = { begun: 0 };
  const bookFor = async (env: Record<string, string>) => {
    const site = await startSite({ DATA_DIR: dataDir, SESSION_SECRET, ...env });
    onTestFinished(() => void site.send("SIGKILL"));
    const customers = customersAtOnce(CUSTOMERS, site.url, (answered) => void acknowledged.push(answered));
    const before = acknowledged.length;
    await expect.poll(() => acknowledged.length - before).toBeGreaterThan(6);
    await customers.stop();
    counts.begun += customers.counts.begun;
    return site;
  };
  let [wentBack, wentOn] = [0, 0];
  await (await bookFor({ DATABASE_URL: from })).stop();
  for (let kill = 0; kill < KILLS; kill += 1) {
    // The last kill is between the file's new name and the end.
    const end = killedCopy(dataDir, from, url, kill === KILLS - 1 ? "renamed" : kill * TABLES_APART);
    expect(end.signal).toBe("SIGKILL");
    const isMoved = !existsSync(file);
    if (isMoved || kill % 2 === 1) wentOn += 1;
    else {
      // Back to SQLite, under load, and the site stopped or killed.
      const site = await bookFor({ DATABASE_URL: from });
      await (kill % 4 === 0 ? site.kill() : site.stop());
      wentBack += 1;
    }
  }
  expect(copied(dataDir, from, url)).toMatchObject({ status: 0 });
  await (await bookFor({ DATABASE_URL: url })).stop();
  const ask = (sql: string) => inTheDatabase<Record<string, unknown>>(file, sql);
  const { lost, doubled } = await kept(acknowledged, counts, ask);
  process.stdout.write(
    `${KILLS} kills, ${wentBack} times back and ${wentOn} times on: ${acknowledged.length} answers confirmed something, ${lost.length} lost, ${doubled.length} doubled\n`,
  );
  expect([lost, doubled]).toEqual([[], []]);
  // What customers did on PostgreSQL comes back too.
  expect(copied(dataDir, url, from)).toMatchObject({ status: 0 });
  expect((await kept(acknowledged, counts, (sql) => asStaff(file, sql))).lost).toEqual([]);
});

test("a copy is refused while a site or a command of ours has the file open, and takes either of its names", async () => {
  const { dataDir, file, from, url } = await aMove();
  const site = await startSite({ DATA_DIR: dataDir, SESSION_SECRET, DATABASE_URL: from });
  onTestFinished(() => void site.send("SIGKILL"));
  expect(copied(dataDir, from, url)).toMatchObject({ status: 1, stderr: expect.stringContaining("Stop it first") });
  await site.stop();
  // A clerk reads an old state, in the middle of a query.
  const clerk = new Database(file, { readonly: true });
  clerk.exec("BEGIN; SELECT count(*) FROM quotes");
  const writer = new Database(file);
  writer.exec("UPDATE site_facts SET told_at = '2026-11-21T10:00:00.000Z'");
  writer.close();
  const { status, stdout } = copied(dataDir, from, url);
  expect([status, stdout]).toEqual([0, expect.stringContaining("courier.before-postgres.db")]);
  clerk.close();
  const whole = path.join(dataDir, "courier.before-postgres.db");
  expect([existsSync(file), existsSync(`${file}-wal`)]).toEqual([false, false]);
  expect(asStaff(whole, "SELECT DISTINCT told_at FROM site_facts")).toEqual([{ told_at: "2026-11-21T10:00:00.000Z" }]);
  expect(asStaff(whole, "PRAGMA integrity_check")).toEqual([{ integrity_check: "ok" }]);

  const start = await startAndExit({
    DATA_DIR: dataDir,
    SESSION_SECRET,
    DATABASE_URL: from,
    PORT: String(await freePort()),
  });
  expect([start.code, start.logs]).toEqual([1, expect.stringMatching(/^The site moved to PostgreSQL.*db:copy.*\n$/)]);
  const another = await emptyPlace(path.join(aFolder(), "courier.db"));
  expect(copied(dataDir, from, another)).toMatchObject({ status: 0 });
  expect(copied(dataDir, from, another)).toMatchObject({ status: 1, stderr: expect.stringContaining("isn't empty") });
});

test("no site starts on PostgreSQL while it holds part of a copy", async () => {
  const { dataDir, from, url } = await aMove();
  const site = await startSite({ DATA_DIR: dataDir, SESSION_SECRET, DATABASE_URL: from });
  await site.stop();
  expect(killedCopy(dataDir, from, url, 1).signal).toBe("SIGKILL");
  for (const open of [openStore, joinStore]) await expect(open(url)).rejects.toThrow("only part of");
  expect(copied(dataDir, from, url)).toMatchObject({ status: 0 });
  const store = await joinStore(url);
  await store.close();
});

/** A site's data folder, its SQLite file, and the empty database to which it moves. */
async function aMove() {
  const dataDir = aFolder();
  const file = path.join(dataDir, "courier.db");
  return { dataDir, file, from: `file:${file}`, url: await emptyPlace(file) };
}

const program = ["build/tools/db-copy.js"];
const settings = (DATA_DIR: string): NodeJS.ProcessEnv => ({
  PATH: process.env.PATH,
  NODE_ENV: "production",
  DATA_DIR,
});

function copied(dataDir: string, from: string, to: string, options: string[] = []) {
  const env = settings(dataDir);
  return spawnSync(process.execPath, [...options, ...program, from, to], { env, encoding: "utf8" });
}

/**
 * A copy that kills itself at an exact point, because a machine under load is too slow to kill it there from outside.
 * @param point after so many copied tables, or when the file has its new name
 */
function killedCopy(dataDir: string, from: string, to: string, point: number | "renamed") {
  const preload = `
    import fs from "node:fs";
    import { syncBuiltinESMExports } from "node:module";
    const kill = () => process.kill(process.pid, "SIGKILL");
    const point = ${JSON.stringify(point)};
    const [rename, write] = [fs.renameSync, process.stdout.write];
    let tables = 0;
    fs.renameSync = (...names) => { rename(...names); if (point === "renamed") kill(); };
    process.stdout.write = (...text) => { if (tables++ === point) kill(); return write.apply(process.stdout, text); };
    syncBuiltinESMExports();`;
  return copied(dataDir, from, to, ["--import", `data:text/javascript,${encodeURIComponent(preload)}`]);
}
