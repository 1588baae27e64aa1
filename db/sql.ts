import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { isPostgres } from "./dialect";

/** A moment as SQLite stores it, UTC ISO 8601 text, for keys that are built from text. */
export function isoText(moment: SQLWrapper): SQL<string> {
  return isPostgres
    ? sql<string>`to_char(${moment} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
    : sql<string>`${moment}`;
}
