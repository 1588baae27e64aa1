import { setImmediate as nextTurn } from "node:timers/promises";
import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { isPostgres } from "./dialect";
import { users } from "./schema/accounts";
import { driverApplications } from "./schema/drivers";
import { quotes } from "./schema/quotes";
import { asWord, type SearchHit } from "./search-index.server";
import type { Reader } from "./store.server";

const ROWS_AT_A_TIME = 1_000;

/**
 * Rows that may be about a person; the caller checks each. SQLite uses the full-text index of `staff find`; PostgreSQL,
 * which has none, scans its tables.
 * @param known an email in lower case, or the last nine digits of a phone
 */
export async function rowsNaming(store: Reader, known: string): Promise<SearchHit[]> {
  if (!isPostgres) return rowsInIndex(store, `words : "${asWord(known)}"`);
  const sources = [
    { kind: "quote", table: quotes, id: quotes.id, texts: [quotes.email, quotes.formSnapshot] },
    { kind: "account", table: users, id: users.uid, texts: [users.email, users.phone] },
    {
      kind: "application",
      table: driverApplications,
      id: driverApplications.id,
      texts: [driverApplications.from_email, driverApplications.cell],
    },
  ] as const;
  const found: SearchHit[] = [];
  for (const { kind, table, id, texts } of sources) {
    const stands = sql.join(
      texts.map((text) => standsIn(text, known)),
      sql` or `,
    );
    found.push(...(await store.select({ id }).from(table).where(stands)).map((row) => ({ kind, id: row.id })));
  }
  return found;
}

/** A page at a time, so that others have their turn between two. */
async function rowsInIndex(store: Reader, match: string): Promise<SearchHit[]> {
  const found: SearchHit[] = [];
  for (let last = 0, isMore = true; isMore; ) {
    const some = await store
      .select({ row: sql<number>`rowid`, kind: sql<SearchHit["kind"]>`kind`, id: sql<string>`id` })
      .from(sql`search_index`)
      .where(sql`search_index match ${match} and rowid > ${last}`)
      .orderBy(sql`rowid`)
      .limit(ROWS_AT_A_TIME);
    for (const { kind, id } of some) found.push({ kind, id });
    last = some.at(-1)?.row ?? last;
    isMore = some.length === ROWS_AT_A_TIME;
    await nextTurn();
  }
  return found;
}

/** A phone may have been stored with spaces. */
function standsIn(text: SQLWrapper, known: string): SQL {
  return known.includes("@")
    ? sql`position(${known} in lower(${text}::text)) > 0`
    : sql`${text}::text ~ ${known.split("").join("\\D*")}`;
}
