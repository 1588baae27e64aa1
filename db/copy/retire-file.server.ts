import { renameSync, rmSync } from "node:fs";
import path from "node:path";
import Database from "better-sqlite3";
import { isLockedOut, StoreError } from "../store-error";
import { syncFile } from "../sync-file.server";
import { keptName } from "./names-of-file";

/**
 * Keeps a SQLite file as it is while it is copied: nobody can write to it.
 * @returns what ends that
 * @throws StoreError when another program is writing to it
 */
export function holdStill(file: string) {
  const connection = new Database(file, { fileMustExist: true, timeout: 0 });
  try {
    connection.exec("BEGIN IMMEDIATE");
  } catch (error) {
    connection.close();
    if (!isLockedOut(error)) throw error;
    throw new StoreError(
      `Another program has locked ${file}, usually a sqlite3 that was opened without -readonly. Close it first.`,
    );
  }
  return {
    letGo: () => connection.close(),
    /**
     * Renames the file, with all that its log holds, so that no site is started on it by mistake.
     * @returns the new name
     */
    retire(): string {
      const kept = keptName(file);
      connection.exec("ROLLBACK");
      const [log] = connection.pragma("wal_checkpoint(TRUNCATE)") as { log: number; checkpointed: number }[];
      const isWhole = log?.log === log?.checkpointed;
      if (!isWhole) writeWhole(connection, kept);
      connection.close();
      if (!isWhole) rmSync(file);
      else if (kept !== file) renameSync(file, kept);
      // Otherwise SQLite would take them for the log of the next file with this name.
      for (const end of ["-wal", "-shm"]) rmSync(`${file}${end}`, { force: true });
      syncFile(path.dirname(file));
      return kept;
    },
  };
}

/** Somebody is still reading an older state, so that the log can't be written back into the file. */
function writeWhole(connection: Database.Database, kept: string): void {
  const aside = `${kept}.unfinished`;
  rmSync(aside, { force: true });
  connection.prepare("VACUUM INTO ?").run(aside);
  syncFile(aside);
  renameSync(aside, kept);
}
