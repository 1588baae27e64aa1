/**
 * Writes one snapshot in a process of its own, so that nobody waits for it: `node snapshot-worker.js <database> <new
 * file>`. Exits with 0 once the copy was checked and is on disk, otherwise prints what is wrong. With 3 the database
 * that is copied is at fault.
 */
import { closeSync, openSync } from "node:fs";
import { constants, setPriority } from "node:os";
import path from "node:path";
import { Worker } from "node:worker_threads";
import Database from "better-sqlite3";
import { refuseForeign, refuseNewer } from "../../db/migrate.server";
import { findFault } from "../../db/soundness.server";
import { cannotOpen, StoreError } from "../../db/store-error";
import { syncFile } from "../../db/sync-file.server";
import { isForbidden } from "../../db/system-refusal";
import { countRows, missingRows } from "../backup/row-counts";
import { UNSOUND } from "../backup/snapshot";

const LOCK_PATIENCE_MS = 5_000;

function write(databaseFile: string, newFile: string): void {
  const database = open(databaseFile);
  refuseNewer(database);
  const countsBefore = countRows(database);
  if (countsBefore.size === 0)
    throw new StoreError(`The database ${databaseFile} is empty: there is nothing to back up.`);
  // SQLite accepts an empty file, so creating it here makes the copy private from its first byte.
  closeSync(openSync(newFile, "wx", 0o600));
  database.prepare("VACUUM INTO ?").run(newFile);
  const after = countRows(database);
  database.close();

  syncFile(newFile);
  const fault = findFault(newFile) ?? missingRows(newFile, countsBefore, after);
  // It copies a complete transaction, so the fault is in the original.
  if (fault) throw new StoreError(fault.replaceAll(newFile, databaseFile));
}

function open(databaseFile: string): Database.Database {
  try {
    const database = new Database(databaseFile, { fileMustExist: true, timeout: LOCK_PATIENCE_MS });
    // Reading it opens the file's log too.
    refuseForeign(database);
    return database;
  } catch (error) {
    throw isForbidden(error) ? new Error(cannotOpen(databaseFile, error).message) : error;
  }
}

/** What is wrong with the original database, in one line; undefined for other errors. */
function faultOf(error: unknown, databaseFile: string): string | undefined {
  if (error instanceof StoreError) return error.fault;
  const isDamaged = error instanceof Database.SqliteError && error.code.startsWith("SQLITE_CORRUPT");
  return isDamaged ? `The database ${databaseFile} is damaged (${error.message}).` : undefined;
}

// SQLite copies without a pause, so another thread notices when the process that wants the copy has died.
new Worker(path.resolve("build/tools/end-with-parent.js"), { workerData: process.ppid }).unref();

try {
  // Not the lowest, by which it would take minutes on a machine that is never idle.
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
} catch {
  // Some containers don't allow a lower priority; then it runs at the usual one.
}
const [databaseFile = "", newFile = ""] = process.argv.slice(2);
try {
  write(databaseFile, newFile);
} catch (error) {
  const fault = faultOf(error, databaseFile);
  process.stderr.write(`${fault ?? (error instanceof Error ? error.message : error)}\n`);
  process.exitCode = fault ? UNSOUND : 1;
}
