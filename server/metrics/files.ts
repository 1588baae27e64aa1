import { statfsSync, statSync } from "node:fs";
import type { Config } from "../../app/config.server";
import type { SecondCopy } from "../backup/second-copy";
import { snapshotFolder, snapshotsIn, takenAt } from "../backup/snapshot-folder";
import { type Metric, single } from "./text";

export type CopyState = ReturnType<SecondCopy["state"]>;

/** The database's files, the newest snapshot, and the room that is left on the disk. */
export function fileMetrics({ databaseFile, dataDir }: Pick<Config, "databaseFile" | "dataDir">, now: Date): Metric[] {
  const { bavail, bsize } = statfsSync(dataDir);
  const snapshot = takenAt(snapshotsIn(snapshotFolder(dataDir))[0] ?? "");
  return [
    {
      name: "thuma_database_bytes",
      help: "Size of the database file and of the write-ahead log beside it.",
      type: "gauge",
      samples: [
        { labels: { file: "main" }, value: sizeOf(databaseFile) },
        { labels: { file: "wal" }, value: sizeOf(`${databaseFile}-wal`) },
      ],
    },
    single("gauge", "thuma_disk_free_bytes", "Room that is left where DATA_DIR lies.", bavail * bsize),
    {
      name: "thuma_snapshot_age_seconds",
      help: "Age of the newest snapshot; missing while there is none.",
      type: "gauge",
      samples: snapshot ? [{ value: (now.getTime() - snapshot.getTime()) / 1000 }] : [],
    },
  ];
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}

/** How the second copy does; nothing where none is kept. */
export function copyMetrics(state: CopyState | undefined, now: Date): Metric[] {
  if (!state) return [];
  const { isRunning, restarts, lastWrittenAt, behindMs } = state;
  return [
    single("gauge", "thuma_second_copy_running", "1 while Litestream runs, else 0.", isRunning ? 1 : 0),
    single("counter", "thuma_second_copy_restarts_total", "How often it had to be started again.", restarts),
    {
      name: "thuma_second_copy_behind_seconds",
      help: "How long what was written has waited to reach it; 0 while all of it is there.",
      type: "gauge",
      samples: behindMs === undefined ? [] : [{ value: behindMs / 1000 }],
    },
    {
      name: "thuma_second_copy_written_seconds",
      help: "How long ago something last reached it; missing until something has. Nothing does while nothing is written.",
      type: "gauge",
      samples: lastWrittenAt ? [{ value: (now.getTime() - lastWrittenAt.getTime()) / 1000 }] : [],
    },
  ];
}
