import { renameSync, rmSync } from "node:fs";
import Database from "better-sqlite3";
import { postgresSource } from "./postgres-side.server";
import { sqliteTarget } from "./sqlite-side.server";

/** Its row in `site_facts`; `staff_site` tells its age. */
const COPIED_AT = "copied_at";

/**
 * Writes a PostgreSQL database, as it stood at one moment, into the SQLite file that staff read, views included: aside
 * first, so that whoever reads has the old file or the new one.
 * @throws StoreError when the database is of another release, the driver's error when it is away
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
  renameSync(aside, file);
}

function finish(file: string, now: Date): void {
  const copy = new Database(file);
  copy
    .prepare("INSERT OR REPLACE INTO site_facts (name, value, told_at) VALUES (?, ?, ?)")
    .run(COPIED_AT, now.toISOString(), now.toISOString());
  // Nothing may lie beside it: what belongs to the file before it would be taken for its own.
  copy.pragma("journal_mode = DELETE");
  copy.close();
}

function removeFile(file: string): void {
  for (const end of ["", "-wal", "-shm", "-journal"]) rmSync(`${file}${end}`, { force: true });
}
