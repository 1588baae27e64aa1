import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import { holdDatabase } from "#db/copy/leave-database.server";
import { joinStore } from "#db/store.server";
import { aGuestAtTheReview, aGuestWithAWaybill } from "../support/a-guest";
import { aReplicatedSite, restore } from "../support/a-replica";
import { aFolder } from "../support/a-store";
import { asStaff } from "../support/an-office";
import { type RunningSite, startAndExit, startSite } from "../support/running-site";
import { emptyPlace, inTheDatabase, removePlace } from "../support/store-place";

const SESSION_SECRET = randomBytes(33).toString("base64");
const LEFT =
  /^The site has left this PostgreSQL database and lives in \S+courier\.db\. [^\n]* -- --take-back [^\n]+\n$/;

test("after the move to a file no site starts on PostgreSQL until the file is lost and its mark taken back; no number comes twice", async () => {
  const { env, file, url, site, stopped } = await aSiteOnPostgres();
  await aGuestWithAWaybill(site);
  await stopped();
  // Of another time.
  writeFileSync(`${file}-issued`, "INV-TEST-000099\naction another\nend");
  const copied = copy(env, url, file);
  expect([copied.status, copied.stdout]).toEqual([0, expect.stringContaining("no site starts on the PostgreSQL")]);
  expect(await startAndExit({ ...env, DATA_DIR: aFolder(), PORT: "0" })).toEqual({
    code: 1,
    logs: expect.stringMatching(LEFT),
  });
  await expect(joinStore(url)).rejects.toThrow("The site has left this PostgreSQL database");
  expect(copy(env, url, path.join(aFolder(), "another.db"))).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(LEFT),
  });

  expect(copy(env, "--take-back", url)).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(/^The site lives in \S+courier\.db, which is there\. [^\n]+\n$/),
  });
  const onFile = await startSite({ ...env, DATABASE_URL: `file:${file}` });
  await aGuestWithAWaybill(onFile);
  await onFile.stop();
  expect(onFile.logs()).not.toContain("is behind");
  rmSync(file);
  const note = `${file}-issued`;
  renameSync(note, `${note}.away`);
  expect(copy(env, "--take-back", url)).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(
      /^Which invoices and credit notes were issued since [^\n]+ --next-invoice 42 --next-credit-note 7\. [^\n]+\n$/,
    ),
  });
  renameSync(`${note}.away`, note);
  const back = copy(env, "--take-back", url);
  expect([back.status, back.stdout]).toEqual([0, expect.stringContaining("Numbers go on after INV-TEST-000002.")]);
  const again = await startSite(env);
  await aGuestWithAWaybill(again);
  expect(await again.stop()).toBe(0);
  expect(inTheDatabase(file, "SELECT invoice_no AS no FROM invoices ORDER BY number")).toEqual([
    { no: "INV-TEST-000001" },
    { no: "INV-TEST-000003" },
  ]);
  expect(copy(env, "--take-back", url)).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(/ isn't marked: no site has left it\. Nothing was changed\.\n$/),
  });
});

test("killed just before the file has its name, no site starts on either, and the same command goes on", async () => {
  const { env, file, url, stopped } = await aSiteOnPostgres();
  await stopped();
  const preload = `
    import fs from "node:fs";
    import { syncBuiltinESMExports } from "node:module";
    fs.renameSync = () => process.kill(process.pid, "SIGKILL");
    syncBuiltinESMExports();`;
  const kill = ["--import", `data:text/javascript,${encodeURIComponent(preload)}`];
  expect(copy(env, url, file, kill).signal).toBe("SIGKILL");
  expect(existsSync(file)).toBe(false);
  await expect(joinStore(url)).rejects.toThrow("The site has left this PostgreSQL database");
  expect(copy(env, url, file)).toMatchObject({ status: 0, stderr: "" });
  expect(asStaff(file, "SELECT count(*) AS quotes FROM quotes")).toEqual([{ quotes: 1 }]);
});

test("a site that runs is named, under any name of its own; a monitor or a backup may be connected", async () => {
  const { env, file, url, stopped } = await aSiteOnPostgres();
  const monitor = new pg.Client({ connectionString: url, application_name: "pg_exporter" });
  await monitor.connect();
  onTestFinished(() => monitor.end());
  expect(copy(env, url, file)).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(/is connected to PostgreSQL at \S+ \(from 127\.0\.0\.1\)\. Stop it on every machine/),
  });
  await stopped();
  const named = await startSite({ ...env, DATABASE_URL: `${url}?application_name=couriers&connect_timeout=10` });
  onTestFinished(() => void named.send("SIGKILL"));
  expect(copy(env, url, file)).toMatchObject({ status: 1, stderr: expect.stringContaining("Stop it on every") });
  await named.stop();
  const command = await joinStore(url);
  expect(copy(env, url, file)).toMatchObject({ status: 1, stderr: expect.stringContaining("Stop it on every") });
  await command.close();
  expect(copy(env, url, file)).toMatchObject({ status: 0 });
});

test("who comes while the database is copied waits, and is refused when it was left", async () => {
  const { env, file, url, stopped } = await aSiteOnPostgres();
  await stopped();
  const held = await holdDatabase(url, undefined);
  const start = startAndExit({ ...env, DATA_DIR: aFolder(), PORT: "0" });
  await expect(joinStore(url)).rejects.toThrow(
    "Nothing was done: the PostgreSQL database is being copied, or a site is starting on it.",
  );
  await held.leaveFor(file);
  await held.letGo();
  expect(await start).toEqual({ code: 1, logs: expect.stringMatching(new RegExp(LEFT.source.slice(1))) });
});

test("a site that was cut off while its database was moved takes no booking there when it is back", async () => {
  const { env, file, url, site } = await aSiteOnPostgres();
  site.send("SIGSTOP");
  inTheDatabase(
    file,
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()",
  );
  expect(copy(env, url, file)).toMatchObject({ status: 0 });
  site.send("SIGCONT");
  await expect.poll(async () => (await fetch(`${site.url}/health`)).status).toBe(503);
  await expect(aGuestAtTheReview(site)).rejects.toThrow();
  const quotes = "SELECT count(*) AS quotes FROM quotes";
  expect(inTheDatabase(file, quotes)).toEqual([{ quotes: 1 }]);
  expect(asStaff(file, quotes)).toEqual([{ quotes: 1 }]);
});

test("a site with a replica moves to PostgreSQL and back, and its replica follows", async () => {
  const replicated = aReplicatedSite();
  const file = path.join(replicated.DATA_DIR, "courier.db");
  const url = await emptyPlace(file);
  onTestFinished(() => removePlace(file));
  const onFile = { ...replicated, SESSION_SECRET, DATABASE_URL: `file:${file}` };
  const first = await startSite(onFile);
  await aGuestWithAWaybill(first);
  const litestreams = "SELECT name FROM sqlite_master WHERE name LIKE '\\_litestream\\_%' ESCAPE '\\'";
  await expect.poll(() => asStaff(file, litestreams)).toHaveLength(2);
  await first.stop();

  expect(copy(onFile, file, url)).toMatchObject({ status: 0, stderr: "" });
  const env = { DATA_DIR: replicated.DATA_DIR, SESSION_SECRET, DATABASE_URL: url };
  const moved = await startSite(env);
  await aGuestWithAWaybill(moved);
  await moved.stop();
  expect(copy(env, url, file)).toMatchObject({ status: 0, stderr: "" });

  const second = await startSite(onFile);
  await aGuestWithAWaybill(second);
  await second.stop();
  const restored = path.join(aFolder(), "restored.db");
  expect(restore(onFile, "--from-replica", "--to", restored).code).toBe(0);
  const numbers = "SELECT invoice_no AS no FROM invoices ORDER BY number";
  const three = [1, 2, 3].map((number) => ({ no: `INV-TEST-00000${number}` }));
  expect([asStaff(file, numbers), asStaff(restored, numbers)]).toEqual([three, three]);
});

/** A site on PostgreSQL with one quote, and the file to which it is to move. */
async function aSiteOnPostgres() {
  const dataDir = aFolder();
  const file = path.join(dataDir, "courier.db");
  const url = await emptyPlace(file);
  onTestFinished(() => removePlace(file));
  const env = { DATA_DIR: dataDir, SESSION_SECRET, DATABASE_URL: url };
  const site: RunningSite = await startSite(env);
  onTestFinished(() => void site.send("SIGKILL"));
  await aGuestAtTheReview(site);
  return { env, file, url, site, stopped: () => site.stop() };
}

/** `npm run db:copy`, without npm. */
function copy(env: Record<string, string>, from: string, to: string, through: string[] = []) {
  return spawnSync(process.execPath, [...through, "build/tools/db-copy.js", from, to], {
    env: { PATH: process.env.PATH, NODE_ENV: "production", ...env },
    encoding: "utf8",
  });
}
