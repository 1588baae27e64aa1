import { rmSync } from "node:fs";
import path from "node:path";
import { Cron } from "croner";
import { HOURS, SECONDS } from "../../app/durations";
import { log } from "../../app/log.server";
import { lockAlone } from "../../db/lock-file.server";
import { SnapshotError, takeSnapshot } from "./snapshot";
import { snapshotFolder, snapshotName, snapshotsIn, surplus, takenAt } from "./snapshot-folder";

const MISSED_AFTER_MS = 25 * HOURS;
/** Don't compete with the rest of a start. */
const FIRST_LOOK_AFTER_MS = 60 * SECONDS;
const QUIET_HOUR = 2;

/**
 * Takes a snapshot every night at half past two in South Africa, catches up on missed ones, and deletes those that are
 * too old.
 */
export function startDailySnapshots({ databaseFile, dataDir }: { databaseFile: string; dataDir: string }) {
  const folder = snapshotFolder(dataDir);
  const stopping = new AbortController();
  let underway: Promise<void> | undefined;

  async function lookWhetherDue(now: Date): Promise<void> {
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
    } catch (error) {
      if (stopping.signal.aborted) return;
      const why = error instanceof SnapshotError ? { reason: error.message } : { err: error };
      log.error(why, "no snapshot could be taken; retrying in an hour");
    } finally {
      lock.release();
    }
  }
  function look(): void {
    underway ??= lookWhetherDue(new Date()).finally(() => {
      underway = undefined;
    });
  }
  const hourly = new Cron("30 * * * *", { timezone: "Africa/Johannesburg", unref: true }, look);
  const first = setTimeout(look, FIRST_LOOK_AFTER_MS).unref();

  return {
    /** Cancels a snapshot that is being written, leaving no incomplete file. */
    async stop() {
      hourly.stop();
      clearTimeout(first);
      stopping.abort();
      await underway;
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
