import { readFileSync } from "node:fs";
import path from "node:path";
import type Database from "better-sqlite3";

/** Makes the views of `staff-views.sql` anew, in one transaction: whoever reads meanwhile sees the old ones or the new. */
export function makeStaffViews(connection: Database.Database): void {
  const sql = readFileSync(path.resolve("db/staff-views.sql"), "utf8");
  connection
    .transaction(() => {
      dropStaffViews(connection);
      connection.exec(sql);
    })
    .immediate();
}

/** Removes every view whose name begins with `staff_`, also one that an older release made. */
export function dropStaffViews(connection: Database.Database): void {
  const names = connection
    .prepare("SELECT name FROM sqlite_master WHERE type = 'view' AND name LIKE 'staff\\_%' ESCAPE '\\'")
    .pluck()
    .all() as string[];
  for (const name of names) connection.exec(`DROP VIEW "${name}"`);
}
