import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { startSite } from "../support/running-site";
import { type Acknowledgement, type Booker, sendParcels } from "./customers";
import { Disk } from "./disk";
import type { RecordedEvent } from "./disk-event";
import { type Recording, startRecording } from "./recorder";

const QUIET_MS = 200;

export type BusyHour = {
  events: RecordedEvent[];
  acknowledged: Acknowledgement[];
  bookers: Booker[];
  /**
   * The data folder's files at the end, without a power cut. SQLite's -shm is left out, because it is rebuilt at every
   * start.
   */
  files: Map<string, Buffer>;
};

/** What may be left after a power cut, and what had been acknowledged by then. */
export type Cut = { files: Map<string, Buffer>; acknowledged: Acknowledgement[] };

/**
 * Runs the site on a new data folder with customers, and records both.
 * @param synchronous what the site's database is opened with in place of FULL
 */
export async function recordBusyHour(synchronous?: "NORMAL" | "OFF"): Promise<BusyHour> {
  const dataDir = mkdtempSync(path.join(tmpdir(), "thuma-power-cut-"));
  const recording = startRecording(dataDir);
  const hook = fileURLToPath(new URL("synchronous.mjs", import.meta.url));
  const instead = synchronous && { NODE_OPTIONS: `--import=${hook}`, SYNCHRONOUS: synchronous };
  const site = await startSite({ DATA_DIR: dataDir, ...recording.env, ...instead });
  try {
    const sent = await sendParcels(site, recording);
    await quiet(recording);
    await site.kill();
    return { ...sent, events: recording.events(), files: filesIn(dataDir) };
  } finally {
    await site.kill();
    recording.end();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Power cuts at random points of the hour, in its order. */
export function* powerCuts({ events, acknowledged }: BusyHour, count: number, random: () => number): Generator<Cut> {
  const points = Array.from({ length: count }, () => 1 + Math.floor(random() * events.length));
  const disk = new Disk();
  let done = 0;
  for (const point of points.sort((one, other) => one - other)) {
    for (const event of events.slice(done, point)) disk.apply(event);
    done = point;
    const { position } = events[point - 1] ?? { position: 0 };
    yield {
      files: disk.afterPowerCut(random),
      acknowledged: acknowledged.filter((one) => one.position <= position),
    };
  }
}

/** Waits until nothing has been written for a while, so that the record is complete. */
async function quiet(recording: Recording): Promise<void> {
  let before: number;
  do {
    before = recording.position();
    await pause(QUIET_MS);
  } while (recording.position() > before);
}

/** The same hour on a site that doesn't sync files (or folders, by their name and `/`) that match this pattern. */
export function withoutSyncs(hour: BusyHour, pattern: RegExp): BusyHour {
  const names = new Map<bigint, string>();
  const events = hour.events.filter((event) => {
    if (event.kind === "open") names.set(event.inode, event.path);
    if (event.kind === "sync") return !pattern.test(names.get(event.inode) ?? "");
    if (event.kind === "sync-folder") return !pattern.test(`${event.path}/`);
    return true;
  });
  return { ...hour, events };
}

function filesIn(folder: string): Map<string, Buffer> {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith("-shm"))
    .map((entry) => path.join(entry.parentPath, entry.name));
  return new Map(names.map((name) => [path.relative(folder, name), readFileSync(name)]));
}
