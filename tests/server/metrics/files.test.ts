import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import type { Figure } from "#app/domain/values/figure";
import { SECONDS } from "#app/durations";
import { snapshotName } from "../../../server/backup/snapshot-folder";
import { fileFigures, replicaFigures } from "../../../server/metrics/files";
import { aFolder } from "../../support/a-store";

const now = new Date("2026-11-21T10:00:00Z");
const ago = (seconds: number) => new Date(now.getTime() - seconds * SECONDS);

const figuresOf = (dataDir: string, postgresUrl?: string) =>
  fileFigures({ dataDir, databaseFile: path.join(dataDir, "courier.db"), postgresUrl });
const filesIn = (dataDir: string) => valuesOf(figuresOf(dataDir));

function valuesOf(figures: Figure[]): Map<string, number[]> {
  return new Map(figures.map(({ name, values }) => [name, values.map(({ value }) => value)]));
}

test("the sizes of the database and its log, and the free space", () => {
  const folder = aFolder();
  writeFileSync(path.join(folder, "courier.db"), Buffer.alloc(8192));
  writeFileSync(path.join(folder, "courier.db-wal"), Buffer.alloc(100));
  expect(filesIn(folder).get("thuma_database_bytes")).toEqual([8192, 100]);
  expect(filesIn(folder).get("thuma_disk_free_bytes")?.[0]).toBeGreaterThan(1_000_000);
});

test.each([
  [undefined, "sqlite"],
  ["postgres://localhost/thuma", "postgresql"],
])("which database the site uses (%s)", (postgresUrl, kind) => {
  const [database] = figuresOf(aFolder(), postgresUrl);
  expect(database).toMatchObject({ name: "thuma_database_info", values: [{ labels: { kind }, value: 1 }] });
});

test("when the newest snapshot was taken; no value while there is none, and other files don't count", () => {
  const folder = aFolder();
  mkdirSync(path.join(folder, "snapshots"));
  writeFileSync(path.join(folder, "snapshots", "mine.db"), "");
  const takenAt = () => filesIn(folder).get("thuma_snapshot_timestamp_seconds");
  expect(takenAt()).toEqual([]);
  for (const age of [90_000, 3_600]) writeFileSync(path.join(folder, "snapshots", snapshotName(ago(age))), "");
  expect(takenAt()).toEqual([ago(3_600).getTime() / SECONDS]);
});

test("the replica's state; none without a replica", () => {
  expect(replicaFigures(undefined)).toEqual([]);
  const stopped = valuesOf(
    replicaFigures({ isRunning: false, restarts: 2, lastWrittenAt: ago(7), behindMs: 3 * SECONDS }),
  );
  expect([...stopped]).toEqual([
    ["thuma_replica_running", [0]],
    ["thuma_replica_restarts_total", [2]],
    ["thuma_replica_behind_seconds", [3]],
    ["thuma_replica_written_timestamp_seconds", [ago(7).getTime() / SECONDS]],
  ]);
  const fresh = valuesOf(
    replicaFigures({ isRunning: true, restarts: 0, lastWrittenAt: undefined, behindMs: 75 * SECONDS }),
  );
  expect(fresh.get("thuma_replica_behind_seconds")).toEqual([75]);
  expect(fresh.get("thuma_replica_written_timestamp_seconds")).toEqual([]);
});
