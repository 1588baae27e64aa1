import { chmodSync, renameSync, rmSync, statSync } from "node:fs";
import Database from "better-sqlite3";
import { postgresSource } from "./postgres-side.server";
import { sqliteTarget } from "./sqlite-side.server";

/** The row in `site_facts` with the copy's time; `staff_site` shows its age. */
export const COPIED_AT = "copied_at";

/**
 * Copies a snapshot of a PostgreSQL database into the SQLite file that staff read, with its views. The copy is written
 * to another file and then renamed, so that readers always have a complete file.
 * @throws StoreError when the database is of another release, the driver's error when it can't be reached
 */
export async function writeStaffCopy(url: string, file: string, now: Date): Promise<void> {
  const aside = `${file}.new`;
  removeFile(aside);
  const source = await postgresSource(url);
  try {
    const target = sqliteTarget(aside, now);
    try {
      for (const table of await target.tables())
        for await (const rows of source.rows(table, "written")) await target.add(table, rows);
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
  finish(aside, now);
  const last = statSync(file, { throwIfNoEntry: false });
  // An administrator may have let a group read it.
  if (last) chmodSync(aside, last.mode);
  renameSync(aside, file);
}

function finish(file: string, now: Date): void {
  const copy = new Database(file);
  copy
    .prepare("INSERT OR REPLACE INTO site_facts (name, value, told_at) VALUES (?, ?, ?)")
    .run(COPIED_AT, now.toISOString(), now.toISOString());
  // Leaves no WAL file beside it, because SQLite would take one left by the previous file for its own.
  copy.pragma("journal_mode = DELETE");
  copy.close();
}

function removeFile(file: string): void {
  for (const end of ["", "-wal", "-shm", "-journal"]) rmSync(`${file}${end}`, { force: true });
}
