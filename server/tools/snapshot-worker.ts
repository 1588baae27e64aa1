/**
 * Writes one snapshot, in a process of its own so that nobody waits for it: `node snapshot-worker.js <database> <new file>`.
 * Ends with code 0 once the copy is on disk and has been looked through; says what is wrong otherwise.
 */
import { closeSync, fsyncSync, openSync } from "node:fs";
import { constants, setPriority } from "node:os";
import Database from "better-sqlite3";
import { refuseForeign } from "../../db/migrate.server";
import { findFault } from "../../db/soundness.server";
import { countRows, missingRows } from "../copies/row-counts";

const LOCK_PATIENCE_MS = 5_000;

function write(databaseFile: string, newFile: string): void {
  const database = new Database(databaseFile, { fileMustExist: true, timeout: LOCK_PATIENCE_MS });
  refuseForeign(database);
  const before = countRows(database);
  // SQLite takes an empty file as it is: so the copy is its owner's alone from the first byte.
  closeSync(openSync(newFile, "wx", 0o600));
  database.prepare("VACUUM INTO ?").run(newFile);
  const after = countRows(database);
  database.close();

  const copy = openSync(newFile, "r+");
  fsyncSync(copy);
  closeSync(copy);
  const fault = findFault(newFile) ?? missingRows(newFile, before, after);
  if (fault) throw new Error(fault);
}

try {
  setPriority(constants.priority.PRIORITY_LOW);
} catch {
  // Some containers don't let a process stand back; then it runs as all others do.
}
try {
  const [databaseFile = "", newFile = ""] = process.argv.slice(2);
  write(databaseFile, newFile);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 1;
}
