import { statfsSync, statSync } from "node:fs";
import type { Config } from "../../app/config.server";
import { type Figure, figure } from "../../app/domain/values/figure";
import { SECONDS } from "../../app/durations";
import type { RunningReplica } from "../backup/replica";
import { snapshotFolder, snapshotsIn, takenAt } from "../backup/snapshot-folder";

export type CopyState = ReturnType<RunningReplica["state"]>;

type Files = Pick<Config, "databaseFile" | "dataDir" | "postgresUrl">;

/** Metrics of the database's kind and files, the newest snapshot and the free disk space. */
export function fileFigures({ databaseFile, dataDir, postgresUrl }: Files): Figure[] {
  const { bavail, bsize } = statfsSync(dataDir);
  const snapshot = takenAt(snapshotsIn(snapshotFolder(dataDir))[0] ?? "");
  return [
    {
      name: "thuma_database_info",
      help: "Which database the site uses: sqlite or postgresql.",
      values: [{ labels: { kind: postgresUrl ? "postgresql" : "sqlite" }, value: 1 }],
    },
    {
      name: "thuma_database_bytes",
      help: "Size of the database file and of the write-ahead log beside it.",
      values: [
        { labels: { file: "main" }, value: sizeOf(databaseFile) },
        { labels: { file: "wal" }, value: sizeOf(`${databaseFile}-wal`) },
      ],
    },
    figure("thuma_disk_free_bytes", "Room that is left where DATA_DIR lies.", bavail * bsize),
    {
      name: "thuma_snapshot_timestamp_seconds",
      help: "When the newest snapshot was taken, Unix time; missing while there is none.",
      values: momentOf(snapshot),
    },
  ];
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}

/** Metrics of Litestream's replica; none if there is no replica. */
export function replicaFigures(state: CopyState | undefined): Figure[] {
  if (!state) return [];
  const { isRunning, restarts, lastWrittenAt, behindMs } = state;
  return [
    figure("thuma_replica_running", "1 while Litestream runs, else 0.", isRunning ? 1 : 0),
    figure("thuma_replica_restarts_total", "How often Litestream had to be started again.", restarts),
    {
      name: "thuma_replica_behind_seconds",
      help: "How long what was written has waited to reach the replica; 0 while all of it is there.",
      values: behindMs === undefined ? [] : [{ value: behindMs / SECONDS }],
    },
    {
      name: "thuma_replica_written_timestamp_seconds",
      help: "When something last reached the replica, Unix time; missing until something has. Nothing does while nothing is written.",
      values: momentOf(lastWrittenAt),
    },
  ];
}

function momentOf(moment: Date | undefined): Figure["values"] {
  return moment ? [{ value: moment.getTime() / SECONDS }] : [];
}
