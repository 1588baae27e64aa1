import { spawn } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import Database from "better-sqlite3";
import { expect, test } from "vitest";
import { joinStore } from "#db/store.server";
import { findLitestream } from "../../server/backup/litestream";
import { takeSnapshot } from "../../server/backup/snapshot";
import { aGuestAtTheReview } from "../support/a-guest";
import { aReplicatedSite, isRunning, restore } from "../support/a-replica";
import { aFolder } from "../support/a-store";
import { startAndExit, startSite } from "../support/running-site";
import { startWriteLoad } from "../support/write-load";

test("after an orderly stop the replica has everything, to the last commit", async () => {
  const env = aReplicatedSite();
  const site = await startSite(env);
  await aGuestAtTheReview(site);
  expect(await site.stop()).toBe(0);
  const here = contents(path.join(env.DATA_DIR, "courier.db"));
  const file = restored(env);
  expect(contents(file)).toEqual(here);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(isRunning(litestreamOf(env) ?? 0)).toBe(false);
});

test("machine and disk lost: a start refuses an empty database, a restore brings everything back, and the replica continues", async () => {
  const env = aReplicatedSite();
  const first = await startSite(env);
  await aGuestAtTheReview(first);
  await first.stop();
  const before = quotesIn(path.join(env.DATA_DIR, "courier.db"));
  expect(before).toHaveLength(1);
  rmSync(env.DATA_DIR, { recursive: true });

  const refused = await startAndExit({ ...env, PORT: "0" });
  expect(refused).toEqual({
    code: 1,
    logs: expect.stringMatching(
      /^There is no database at \S+, but the replica has one\. Restore it: npm run db:restore -- --from-replica\. [^\n]+\n$/,
    ),
  });
  expect(existsSync(path.join(env.DATA_DIR, "courier.db"))).toBe(false);

  const early = restore(env, "--from-replica", "--at", "2020-01-01 02:00");
  expect(early).toEqual({
    code: 1,
    output: expect.stringMatching(/^The replica has nothing from that time[^\n]+\n$/),
  });
  expect(restore(env, "--from-replica").code).toBe(0);
  expect(readdirSync(env.DATA_DIR).filter((name) => /restoring|-wal|-shm/.test(name))).toEqual([]);
  const second = await startSite(env);
  await aGuestAtTheReview(second);
  await second.stop();
  const brought = quotesIn(restored(env));
  expect(brought).toHaveLength(2);
  expect(brought).toEqual(expect.arrayContaining(before));
});

test("a replica that can't be reached stops a start without a database, in one line", async () => {
  const env = { ...aReplicatedSite(), LITESTREAM_REPLICA_URL: "sftp://courier:secret-word@127.0.0.1:9/copy" };
  const { code, logs } = await startAndExit({ ...env, PORT: "0" });
  expect({ code, logs }).toEqual({
    code: 1,
    logs: expect.stringMatching(/^LITESTREAM_REPLICA_URL: [^\n]+ the replica can't be reached: [^\n]+\n$/),
  });
  expect(logs).not.toContain("secret-word");
});

test("a damaged replica is not restored, and leaves no files", async () => {
  const env = aReplicatedSite();
  const site = await startSite(env);
  await aGuestAtTheReview(site);
  await site.stop();
  const place = new URL(env.LITESTREAM_REPLICA_URL).pathname;
  const whole = readdirSync(place, { recursive: true, encoding: "utf8" }).find((name) =>
    name.endsWith(".snapshot.lz4"),
  );
  truncateSync(path.join(place, whole ?? ""), 1000);
  const before = contents(path.join(env.DATA_DIR, "courier.db"));
  const { code, output } = restore(env, "--from-replica");
  expect(code).toBe(1);
  expect(output.trim().split("\n")).toHaveLength(1);
  expect(contents(path.join(env.DATA_DIR, "courier.db"))).toEqual(before);
  expect(readdirSync(env.DATA_DIR).filter((name) => /restoring|before-/.test(name))).toEqual([]);
});

test("the machine lost while a segment was being sent: the replica can be restored up to the segment before", async () => {
  const env = aReplicatedSite();
  const site = await startSite(env);
  await aGuestAtTheReview(site);
  await pause(2_500);
  await aGuestAtTheReview(site);
  await site.stop();
  const place = new URL(env.LITESTREAM_REPLICA_URL).pathname;
  const pieces = readdirSync(place, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".wal.lz4"));
  truncateSync(path.join(place, pieces.sort().at(-1) ?? ""), 0);
  expect(quotesIn(restored(env))).toHaveLength(1);
});

test("Litestream killed: the site continues, Litestream is restarted, and the replica lacks nothing", async () => {
  const env = aReplicatedSite();
  const site = await startSite(env);
  await expect.poll(() => litestreamOf(env)).toBeDefined();
  const first = litestreamOf(env) ?? 0;
  process.kill(first, "SIGKILL");
  await aGuestAtTheReview(site);
  await expect.poll(() => litestreamOf(env)).toSatisfy((pid) => pid !== undefined && pid !== first);
  await site.stop();
  expect(quotesIn(restored(env))).toHaveLength(1);
  expect(site.logs()).toContain("litestream ended");
});

test("the site killed: its Litestream continues alone and ends when the site starts again, so there are never two", async () => {
  const env = aReplicatedSite();
  const site = await startSite(env);
  await aGuestAtTheReview(site);
  await expect.poll(() => quotesIn(restored(env))).toHaveLength(1);
  const alone = litestreamOf(env) ?? 0;
  await site.kill();
  expect(isRunning(alone)).toBe(true);
  const again = await startSite(env);
  await expect.poll(() => litestreamOf(env)).toSatisfy((pid) => pid !== undefined && pid !== alone);
  expect(isRunning(alone)).toBe(false);
  await aGuestAtTheReview(again);
  await again.stop();
  expect(quotesIn(restored(env))).toHaveLength(2);
});

test("the site killed while rows are written: its Litestream continues and copies everything on the disk", async () => {
  const env = aReplicatedSite();
  const file = path.join(env.DATA_DIR, "courier.db");
  const site = await startSite(env);
  await expect.poll(() => litestreamOf(env)).toBeDefined();
  const alone = litestreamOf(env) ?? 0;
  // Customers write through the site, and a staff program writes too, even when the site is down.
  const staff = await joinStore(file);
  const load = startWriteLoad(staff);
  const customers = Promise.allSettled([aGuestAtTheReview(site), aGuestAtTheReview(site), aGuestAtTheReview(site)]);
  await expect.poll(() => load.saved.length).toBeGreaterThan(50);
  await site.kill();
  await customers;
  const atTheEnd = load.saved.length;
  await expect.poll(() => load.saved.length).toBeGreaterThan(atTheEnd + 50);
  await load.stop();
  const here = quotesIn(file);
  expect(here).toEqual(expect.arrayContaining(load.saved.map((id) => expect.objectContaining({ id }))));
  await expect.poll(() => quotesIn(restored(env))).toEqual(here);
  expect(isRunning(alone)).toBe(true);
  await staff.close();

  const again = await startSite(env);
  await expect.poll(() => litestreamOf(env)).toSatisfy((pid) => pid !== undefined && pid !== alone);
  expect(isRunning(alone)).toBe(false);
  await again.stop();
  expect(contents(restored(env))).toEqual(contents(file));
});

test("if the disk has no room for Litestream's files, the replica is retried, and starts once there is room", async () => {
  const env = aReplicatedSite();
  // A name that can't be written stands in for a full disk.
  mkdirSync(path.join(env.DATA_DIR, "litestream.yml", "in-the-way"), { recursive: true });
  const site = await startSite(env);
  await expect.poll(() => site.logs()).toContain("the replica waits");
  await aGuestAtTheReview(site);
  rmSync(path.join(env.DATA_DIR, "litestream.yml"), { recursive: true });
  await expect.poll(() => litestreamOf(env)).toBeDefined();
  await site.stop();
  expect(quotesIn(restored(env))).toHaveLength(1);
});

test("after a snapshot replaced the database, the replica follows it", async () => {
  const env = aReplicatedSite();
  const file = path.join(env.DATA_DIR, "courier.db");
  const snapshot = path.join(aFolder(), "kept.db");
  const first = await startSite(env);
  await aGuestAtTheReview(first);
  await takeSnapshot(file, snapshot);
  await aGuestAtTheReview(first);
  await first.stop();
  expect(restore(env, snapshot).code).toBe(0);
  const second = await startSite(env);
  await aGuestAtTheReview(second);
  await second.stop();
  expect(quotesIn(file)).toHaveLength(2);
  expect(contents(restored(env))).toEqual(contents(file));
});

test("a Litestream that was left running is ended before another starts", async () => {
  const env = aReplicatedSite();
  await (await startSite(env)).stop();
  const config = path.join(env.DATA_DIR, "litestream.yml");
  const leftOver = spawn(findLitestream({ program: undefined }), ["replicate", "-config", config], { stdio: "ignore" });
  writeFileSync(path.join(env.DATA_DIR, "litestream.pid"), String(leftOver.pid));
  const pidFile = path.join(env.DATA_DIR, "litestream.pid");
  const leftAt = statSync(pidFile).mtimeMs;
  const site = await startSite(env);
  await expect.poll(() => litestreamOf(env)).toSatisfy((pid) => pid !== undefined && pid !== leftOver.pid);
  expect(isRunning(leftOver.pid ?? 0)).toBe(false);
  // Where file times are in whole seconds, the next copy must be newer.
  expect(statSync(pidFile).mtimeMs - leftAt).toBeGreaterThan(1_100);
  // Another program that has its process id by now isn't killed.
  const stranger = spawn("sleep", ["60"]);
  await site.stop();
  writeFileSync(path.join(env.DATA_DIR, "litestream.pid"), String(stranger.pid));
  const again = await startSite(env);
  await expect.poll(() => litestreamOf(env)).toSatisfy((pid) => pid !== undefined && pid !== stranger.pid);
  expect(isRunning(stranger.pid ?? 0)).toBe(true);
  stranger.kill();
  await again.stop();
});

test("killed while customers write: after the next start and stop the replica lacks nothing that is on the disk", async () => {
  const env = aReplicatedSite();
  for (let kills = 0; kills < 3; kills += 1) {
    const site = await startSite(env);
    await Promise.all([aGuestAtTheReview(site), aGuestAtTheReview(site)]);
    await site.kill();
  }
  await (await startSite(env)).stop();
  const here = quotesIn(path.join(env.DATA_DIR, "courier.db"));
  expect(here).toHaveLength(6);
  expect(quotesIn(restored(env))).toEqual(here);
});

test("if the write-ahead log restarted more than once without Litestream, the replica starts again and lacks nothing", async () => {
  const env = aReplicatedSite();
  const file = path.join(env.DATA_DIR, "courier.db");
  const site = await startSite(env);
  for (let guests = 0; guests < 3; guests += 1) await aGuestAtTheReview(site);
  await site.stop();
  // Litestream is down; a staff program checkpoints the log and writes a little, twice.
  const staff = new Database(file);
  for (const no of [1, 2]) {
    expect(staff.pragma("wal_checkpoint(RESTART)")).toEqual([expect.objectContaining({ busy: 0 })]);
    staff.exec(
      `UPDATE boxes SET cost_cents = ${no} WHERE id = (SELECT id FROM boxes ORDER BY id LIMIT 1 OFFSET ${no})`,
    );
  }
  const again = await startSite(env);
  await aGuestAtTheReview(again);
  await again.stop();
  staff.close();
  expect(contents(restored(env))).toEqual(contents(file));
});

test("two sites with one database: one keeps the replica, and the other takes over when it ends", async () => {
  const env = aReplicatedSite();
  const one = await startSite(env);
  await expect.poll(() => litestreamOf(env)).toBeDefined();
  const first = litestreamOf(env) ?? 0;
  const other = await startSite(env);
  await expect.poll(() => other.logs()).toContain("another process writes the replica");
  expect(isRunning(first)).toBe(true);
  await one.stop();
  await expect.poll(() => litestreamOf(env)).toBeDefined();
  expect(isRunning(litestreamOf(env) ?? 0)).toBe(true);
  await other.stop();
});

test("what belongs to customers is nobody else's to read, and Litestream gets no secret but its own", async () => {
  const env = aReplicatedSite();
  const site = await startSite({ ...env, SESSION_SECRET: "not-for-litestream-at-all" });
  await expect.poll(() => litestreamOf(env)).toBeDefined();
  const environment = readFileSync(`/proc/${litestreamOf(env)}/environ`, "utf8");
  expect(environment).toContain("PATH=");
  expect(environment).not.toContain("not-for-litestream");
  expect(statSync(path.join(env.DATA_DIR, "litestream.yml")).mode & 0o777).toBe(0o600);
  await site.stop();
  expect(statSync(new URL(env.LITESTREAM_REPLICA_URL).pathname).mode & 0o077).toBe(0);
});

test.each<[string, Record<string, string>, RegExp]>([
  ["another kind of address", { LITESTREAM_REPLICA_URL: "ftp://backup" }, /^LITESTREAM_REPLICA_URL: must begin with/],
  [
    "a place within the data folder",
    { LITESTREAM_REPLICA_URL: "DATA_DIR/copy" },
    /^LITESTREAM_REPLICA_URL: must be outside/,
  ],
  ["S3 without its keys", { LITESTREAM_REPLICA_URL: "s3://bucket/courier" }, /^LITESTREAM_ACCESS_KEY_ID and /],
  [
    "SFTP without a key",
    { LITESTREAM_REPLICA_URL: "sftp://courier@backup.example/courier", LITESTREAM_SFTP_KEY_PATH: "" },
    /^LITESTREAM_SFTP_KEY_PATH: required/,
  ],
  [
    "a key that isn't there",
    { LITESTREAM_REPLICA_URL: "sftp://courier@backup.example/courier", LITESTREAM_SFTP_KEY_PATH: "/no/such/key" },
    /^LITESTREAM_SFTP_KEY_PATH: there is no file/,
  ],
  [
    "a Litestream that isn't there",
    { LITESTREAM_PATH: "/no/such/litestream" },
    /^LITESTREAM_PATH: there is no Litestream at/,
  ],
  [
    "a Litestream of another kind",
    { LITESTREAM_PATH: "/bin/echo" },
    /^LITESTREAM_PATH: \/bin\/echo is Litestream version; release 0\.3\.13 is needed/,
  ],
])("%s stops the start with one line that names it", async (_, settings, words) => {
  const env = { ...aReplicatedSite(), ...settings, PORT: "0" };
  env.LITESTREAM_REPLICA_URL = env.LITESTREAM_REPLICA_URL.replace("DATA_DIR", `file://${env.DATA_DIR}`);
  const { code, logs } = await startAndExit(env);
  expect({ code, logs }).toEqual({ code: 1, logs: expect.stringMatching(words) });
  expect(logs.trim().split("\n")).toHaveLength(1);
});

function litestreamOf({ DATA_DIR }: { DATA_DIR: string }): number | undefined {
  const file = path.join(DATA_DIR, "litestream.pid");
  return existsSync(file) ? Number(readFileSync(file, "utf8")) || undefined : undefined;
}

/** Restores the replica to a new file. */
function restored(env: Record<string, string>): string {
  const file = path.join(aFolder(), "restored.db");
  expect(restore(env, "--from-replica", "--to", file)).toEqual({ code: 0, output: expect.stringContaining("sound") });
  return file;
}

function quotesIn(file: string): unknown[] {
  return contents(file).quotes ?? [];
}

/** All our rows, by table, without Litestream's own. */
function contents(file: string): Record<string, unknown[]> {
  const database = new Database(file, { readonly: true });
  const tables = database
    .prepare("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")
    .pluck()
    .all() as string[];
  const ours = tables.filter((name) => !name.startsWith("_litestream") && !name.startsWith("sqlite_"));
  const rows = Object.fromEntries(
    ours.map((name) => [name, database.prepare(`SELECT * FROM "${name}" ORDER BY 1, 2`).all()]),
  );
  database.close();
  return rows;
}
