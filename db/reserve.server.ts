import { randomFillSync } from "node:crypto";
import { appendFileSync, rmSync, statSync } from "node:fs";
import { takesNoMore } from "./system-refusal";

/**
 * SQLite can't even read without its index of the log, which each start makes anew: 32 KB for every 16 MB of log. This is
 * enough for a log of 512 MB.
 */
const RESERVE_BYTES = 1024 * 1024;

const reserveOf = (databaseFile: string) => `${databaseFile}-reserve`;

/**
 * Opens a database. If that needs room on a disk that is full, the reserve is given up for it, so that a site that is
 * started on a full disk serves what can be read.
 */
export function openedWithReserve<Opened>(databaseFile: string, open: () => Opened): Opened {
  try {
    return open();
  } catch (error) {
    if (!takesNoMore(error) || reservedBytes(databaseFile) === 0) throw error;
    rmSync(reserveOf(databaseFile), { force: true });
    return open();
  }
}

/** Keeps room for the next start, or as much of it as there is. Random bytes: a file system may store others in no room at all. */
export function keepReserve(databaseFile: string): void {
  try {
    const missing = RESERVE_BYTES - reservedBytes(databaseFile);
    if (missing > 0) appendFileSync(reserveOf(databaseFile), randomFillSync(Buffer.alloc(missing)), { mode: 0o600 });
  } catch {
    // What was written until the disk was full stays.
  }
}

function reservedBytes(databaseFile: string): number {
  return statSync(reserveOf(databaseFile), { throwIfNoEntry: false })?.size ?? 0;
}
