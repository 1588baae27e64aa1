import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { isPostgres } from "./dialect";

/** What comes after the first `mark` (one character) in a text, such as the domain of an email address; all of it where there is none. */
export function textAfter(text: SQLWrapper, mark: string): SQL<string> {
  return isPostgres
    ? sql<string>`substr(${text}, position(${mark} in ${text}) + 1)`
    : sql<string>`substr(${text}, instr(${text}, ${mark}) + 1)`;
}

/** A moment as SQLite keeps it, UTC ISO 8601 text: where it is part of a key that is made from text. */
export function isoText(moment: SQLWrapper): SQL<string> {
  return isPostgres
    ? sql<string>`to_char(${moment} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
    : sql<string>`${moment}`;
}
