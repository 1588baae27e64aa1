import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterEach, expect, test, vi } from "vitest";
import { DAYS, MINUTES } from "#app/durations";
import { log } from "#app/log.server";
import { findFault } from "#db/soundness.server";
import { startDailySnapshots } from "../../server/backup/daily-snapshots";
import { snapshotFolder, snapshotName } from "../../server/backup/snapshot-folder";
import { aFolder, aStore } from "../support/a-store";
import { freshForStaff } from "../support/store-place";

afterEach(() => {
  vi.useRealTimers();
});

test("a minute after a start a missed snapshot is made, and old ones are deleted", async () => {
  const { databaseFile, dataDir, folder } = await aDatabase();
  const old = Array.from({ length: 60 }, (_, nights) => snapshotName(new Date(Date.now() - (nights + 2) * DAYS)));
  for (const name of [...old, "before-the-upgrade.db"]) writeFileSync(path.join(folder, name), "");
  const daily = started({ databaseFile, dataDir });
  const isNew = (name: string) => name !== "before-the-upgrade.db" && !old.includes(name);
  await expect.poll(() => readdirSync(folder).filter(isNew).length).toBe(1);
  await expect.poll(() => readdirSync(folder).length).toBeLessThanOrEqual(12);
  await daily.stop();
  const left = readdirSync(folder);
  expect(left).toContain("before-the-upgrade.db");
  expect(findFault(path.join(folder, left.find(isNew) ?? ""))).toBeUndefined();
});

test("with one of the last hour no snapshot is due", async () => {
  const { databaseFile, dataDir, folder } = await aDatabase();
  const newest = snapshotName(new Date(Date.now() - 50 * MINUTES));
  writeFileSync(path.join(folder, newest), "");
  const daily = started({ databaseFile, dataDir });
  await pause(1_000);
  expect(readdirSync(folder)).toEqual([newest]);
  await daily.stop();
});

test("of two processes with one data folder one makes it, and the other reports no error", async () => {
  const { databaseFile, dataDir, folder } = await aDatabase();
  const complaints = vi.spyOn(log, "error");
  const both = [started({ databaseFile, dataDir }), started({ databaseFile, dataDir })];
  await expect.poll(() => readdirSync(folder).filter((name) => name.endsWith(".db"))).toHaveLength(1);
  await Promise.all(both.map((daily) => daily.stop()));
  expect(readdirSync(folder)).toHaveLength(1);
  expect(complaints).not.toHaveBeenCalled();
});

test("a stop in the middle of one doesn't wait for it, and leaves no half file", async () => {
  const { databaseFile, dataDir, folder } = await aDatabase();
  const daily = started({ databaseFile, dataDir });
  await pause(30);
  await daily.stop();
  // If it had waited, the snapshot would be there.
  expect(readdirSync(folder)).toEqual([]);
});

test("one that can't be taken is logged with the reason, and is tried again in an hour", async () => {
  const { databaseFile, dataDir } = await aDatabase();
  const complaints = vi.spyOn(log, "error").mockImplementation(() => {});
  writeFileSync(`${databaseFile}-other`, "no database at all, but long enough to be read as one".repeat(100));
  const daily = started({ databaseFile: `${databaseFile}-other`, dataDir });
  await expect.poll(() => complaints.mock.calls).toHaveLength(1);
  await daily.stop();
  expect(complaints.mock.calls[0]).toEqual([
    { reason: expect.any(String) },
    "no snapshot could be taken; retrying in an hour",
  ]);
});

async function aDatabase() {
  const dataDir = aFolder();
  const file = path.join(dataDir, "courier.db");
  await aStore(file);
  const databaseFile = freshForStaff(file);
  const folder = snapshotFolder(dataDir);
  mkdirSync(folder);
  return { databaseFile, dataDir, folder };
}

/** A site's snapshots, a minute after its start. */
function started(config: { databaseFile: string; dataDir: string }) {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const daily = startDailySnapshots(config);
  vi.advanceTimersByTime(1 * MINUTES);
  vi.useRealTimers();
  return daily;
}
