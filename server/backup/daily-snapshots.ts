import { rmSync } from "node:fs";
import path from "node:path";
import { HOURS, SECONDS } from "../../app/durations";
import { log } from "../../app/log.server";
import { after, everyDay } from "../../app/timers.server";
import { lockAlone } from "../../db/lock-file.server";
import { SnapshotError, takeSnapshot } from "./snapshot";
import { snapshotFolder, snapshotName, snapshotsIn, surplus, takenAt } from "./snapshot-folder";

const MISSED_AFTER_MS = 25 * HOURS;
/** Don't compete with the rest of a start. */
const FIRST_LOOK_AFTER_MS = 60 * SECONDS;
const HOURLY = "30 * * * *";
const QUIET_HOUR = 2;

/**
 * Takes a snapshot every night at half past two in South Africa, catches up on missed ones, and deletes those that are
 * too old.
 */
export function startDailySnapshots({ databaseFile, dataDir }: { databaseFile: string; dataDir: string }) {
  const folder = snapshotFolder(dataDir);
  const stopping = new AbortController();

  async function takeIfDue(): Promise<void> {
    const now = new Date();
    if (!isDue(newestBefore(now, snapshotsIn(folder)), now)) return;
    // Of several processes with one data folder one takes it; the others find it at their next check.
    const lock = lockAlone(`${databaseFile}-nightly`);
    if (!lock) return;
    try {
      if (!isDue(newestBefore(now, snapshotsIn(folder)), now)) return;
      const taken = await takeSnapshot(databaseFile, path.join(folder, snapshotName(now)), stopping.signal);
      const removed = surplus(snapshotsIn(folder), now);
      for (const name of removed) rmSync(path.join(folder, name));
      log.info({ ...taken, removed }, "snapshot taken");
    } finally {
      lock.release();
    }
  }
  function failed(error: unknown): void {
    if (stopping.signal.aborted) return;
    const why = error instanceof SnapshotError ? { reason: error.message } : { err: error };
    log.error(why, "no snapshot could be taken; retrying in an hour");
  }
  const looks = [everyDay(HOURLY, takeIfDue, failed), after(FIRST_LOOK_AFTER_MS, takeIfDue, failed)];

  return {
    /** Cancels a snapshot that is being written, leaving no incomplete file. */
    async stop() {
      stopping.abort();
      await Promise.all(looks.map((look) => look.stop()));
    },
  };
}

/** When the newest was taken. One in the future doesn't count: the clock was set back since. */
export function newestBefore(now: Date, names: string[]): Date | undefined {
  return names.map(takenAt).find((at) => at && at <= now);
}

/** Checked once an hour. Due at its hour in the night, or at once if a night was missed. */
export function isDue(newest: Date | undefined, now: Date): boolean {
  if (!newest) return true;
  const ageMs = now.getTime() - newest.getTime();
  return ageMs > MISSED_AFTER_MS || (hourInSouthAfrica(now) === QUIET_HOUR && ageMs > 1 * HOURS);
}

/** South Africa has no summer time. */
function hourInSouthAfrica(moment: Date): number {
  return (moment.getUTCHours() + 2) % 24;
}
