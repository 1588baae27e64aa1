/**
 * Writes one snapshot, in a process of its own so that nobody waits for it: `node snapshot-worker.js <database> <new file>`.
 * Ends with code 0 once the copy is on disk and has been looked through; says what is wrong otherwise. Code 3: with the
 * database that is copied.
 */
import { closeSync, fsyncSync, openSync } from "node:fs";
import { constants, setPriority } from "node:os";
import Database from "better-sqlite3";
import { refuseForeign, refuseNewer } from "../../db/migrate.server";
import { findFault } from "../../db/soundness.server";
import { cannotOpen, StoreError } from "../../db/store-error";
import { isForbidden } from "../../db/system-refusal";
import { countRows, missingRows } from "../backup/row-counts";
import { UNSOUND } from "../backup/snapshot";

const LOCK_PATIENCE_MS = 5_000;

function write(databaseFile: string, newFile: string): void {
  const database = open(databaseFile);
  refuseNewer(database);
  const before = countRows(database);
  if (before.size === 0) throw new StoreError(`The database ${databaseFile} is empty: there is nothing to back up.`);
  // SQLite takes an empty file as it is: so the copy is its owner's alone from the first byte.
  closeSync(openSync(newFile, "wx", 0o600));
  database.prepare("VACUUM INTO ?").run(newFile);
  const after = countRows(database);
  database.close();

  const copy = openSync(newFile, "r+");
  fsyncSync(copy);
  closeSync(copy);
  const fault = findFault(newFile) ?? missingRows(newFile, before, after);
  // It is the copy of a whole transaction: what is wrong with it is wrong there.
  if (fault) throw new StoreError(fault.replaceAll(newFile, databaseFile));
}

function open(databaseFile: string): Database.Database {
  try {
    const database = new Database(databaseFile, { fileMustExist: true, timeout: LOCK_PATIENCE_MS });
    // The first look into it: only now is what lies beside it opened too.
    refuseForeign(database);
    return database;
  } catch (error) {
    throw isForbidden(error) ? new Error(cannotOpen(databaseFile, error).message) : error;
  }
}

/** What is wrong with the database that is copied, in one line; nothing when it is something else. */
function faultOf(error: unknown, databaseFile: string): string | undefined {
  if (error instanceof StoreError) return error.fault;
  const isDamaged = error instanceof Database.SqliteError && error.code.startsWith("SQLITE_CORRUPT");
  return isDamaged ? `The database ${databaseFile} is damaged (${error.message}).` : undefined;
}

try {
  setPriority(constants.priority.PRIORITY_LOW);
} catch {
  // Some containers don't allow a lower priority; then it runs with the usual one.
}
const [databaseFile = "", newFile = ""] = process.argv.slice(2);
try {
  write(databaseFile, newFile);
} catch (error) {
  const fault = faultOf(error, databaseFile);
  process.stderr.write(`${fault ?? (error instanceof Error ? error.message : error)}\n`);
  process.exitCode = fault ? UNSOUND : 1;
}
