import { createHash } from "node:crypto";
import type Database from "better-sqlite3";
import { countPriceChanges, priceChangeTriggers } from "./price-changes.server";
import { makeSearchIndex, searchTriggers } from "./search-index.server";
import { helpView, makeStaffViews, staffViewFiles } from "./staff-views.server";

/** Its row in `seed_loads`, beside those of the seed files. */
export const OBJECTS = "views, indexes and triggers";

/**
 * Creates the views, indexes and triggers that come from this code rather than from a migration, unless they already
 * exist in this version: a start with nothing to change must not take the write lock, which staff may hold.
 */
export function makeObjects(connection: Database.Database, now: Date): void {
  const made = connection.prepare("SELECT fingerprint FROM seed_loads WHERE table_name = ?").pluck();
  if (made.get(OBJECTS) === fingerprintOf(connection)) return;
  connection
    .transaction(() => {
      makeStaffViews(connection);
      countPriceChanges(connection);
      makeSearchIndex(connection);
      connection
        .prepare("INSERT OR REPLACE INTO seed_loads (table_name, fingerprint, loaded_at) VALUES (?, ?, ?)")
        .run(OBJECTS, fingerprintOf(connection), now.toISOString());
    })
    .immediate();
}

/** Covers their sources and what exists in the file, because staff or a migration may have dropped some. */
function fingerprintOf(connection: Database.Database): string {
  const existing = connection.prepare("SELECT type, name, sql FROM sqlite_master ORDER BY type, name").all();
  const wanted = [...staffViewFiles(), helpView(), ...priceChangeTriggers(), ...searchTriggers()];
  return createHash("sha256")
    .update(JSON.stringify([wanted, existing]))
    .digest("hex");
}
