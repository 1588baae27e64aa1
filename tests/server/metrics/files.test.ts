import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { snapshotName } from "../../../server/backup/snapshot-folder";
import { copyMetrics, fileMetrics } from "../../../server/metrics/files";
import { metricsText } from "../../../server/metrics/text";
import { aFolder } from "../../support/a-store";
import { readMetrics } from "../../support/metrics-reader";

const now = new Date("2026-11-21T10:00:00Z");
const ago = (seconds: number) => new Date(now.getTime() - seconds * 1000);

function filesIn(dataDir: string) {
  const databaseFile = path.join(dataDir, "courier.db");
  return readMetrics(metricsText(fileMetrics({ dataDir, databaseFile }, now)));
}

test("the sizes of the database and of the log beside it, and the room that is left", () => {
  const folder = aFolder();
  writeFileSync(path.join(folder, "courier.db"), Buffer.alloc(8192));
  writeFileSync(path.join(folder, "courier.db-wal"), Buffer.alloc(100));
  const metrics = filesIn(folder);
  expect(metrics.get("thuma_database_bytes")?.samples.map(({ labels, value }) => [labels.file, value])).toEqual([
    ["main", 8192],
    ["wal", 100],
  ]);
  expect(metrics.get("thuma_disk_free_bytes")?.samples[0]?.value).toBeGreaterThan(1_000_000);
});

test("the age of the newest snapshot; nothing while there is none, and nobody's own file counts", () => {
  const folder = aFolder();
  mkdirSync(path.join(folder, "snapshots"));
  writeFileSync(path.join(folder, "snapshots", "mine.db"), "");
  expect(filesIn(folder).get("thuma_snapshot_age_seconds")).toBeUndefined();
  for (const age of [90_000, 3_600]) writeFileSync(path.join(folder, "snapshots", snapshotName(ago(age))), "");
  expect(filesIn(folder).get("thuma_snapshot_age_seconds")?.samples[0]?.value).toBe(3_600);
});

test("how the second copy does; nothing where none is kept", () => {
  expect(copyMetrics(undefined, now)).toEqual([]);
  const stopped = readMetrics(
    metricsText(copyMetrics({ isRunning: false, restarts: 2, lastWrittenAt: ago(7), behindMs: 3_000 }, now)),
  );
  const values = [...stopped.values()].map(({ samples }) => samples[0]?.value);
  expect(values).toEqual([0, 2, 3, 7]);
  const fresh = metricsText(
    copyMetrics({ isRunning: true, restarts: 0, lastWrittenAt: undefined, behindMs: 75_000 }, now),
  );
  expect(readMetrics(fresh).get("thuma_second_copy_behind_seconds")?.samples[0]?.value).toBe(75);
  expect(readMetrics(fresh).has("thuma_second_copy_written_seconds")).toBe(false);
});
