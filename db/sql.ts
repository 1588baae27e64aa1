import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { isPostgres } from "./dialect";

/**
 * The text after the first `mark` (one character), such as the domain of an email address; all of it if there is none.
 */
export function textAfter(text: SQLWrapper, mark: string): SQL<string> {
  return isPostgres
    ? sql<string>`substr(${text}, position(${mark} in ${text}) + 1)`
    : sql<string>`substr(${text}, instr(${text}, ${mark}) + 1)`;
}

/** A moment as SQLite stores it, UTC ISO 8601 text, for keys that are built from text. */
export function isoText(moment: SQLWrapper): SQL<string> {
  return isPostgres
    ? sql<string>`to_char(${moment} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
    : sql<string>`${moment}`;
}
