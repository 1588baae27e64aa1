import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type Database from "better-sqlite3";

const folder = () => path.resolve("db/staff-views");

/**
 * Makes what staff read by, from `db/staff-views/`: the views, the indexes they need, the triggers that keep up the last
 * event of a parcel. In one transaction: whoever reads meanwhile sees the old views or the new.
 */
export function makeStaffViews(connection: Database.Database): void {
  const files = readdirSync(folder()).filter((file) => file.endsWith(".sql"));
  connection
    .transaction(() => {
      dropStaffViews(connection);
      for (const file of files) connection.exec(readFileSync(path.join(folder(), file), "utf8"));
    })
    .immediate();
}

/** Removes every view and trigger whose name begins with `staff_`, also one that an older release made. Indexes stay. */
export function dropStaffViews(connection: Database.Database): void {
  const made = connection
    .prepare(
      "SELECT type, name FROM sqlite_master WHERE type IN ('view', 'trigger') AND name LIKE 'staff\\_%' ESCAPE '\\'",
    )
    .all() as { type: string; name: string }[];
  for (const { type, name } of made) connection.exec(`DROP ${type} "${name}"`);
}
