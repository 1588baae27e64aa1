import type { Client, CustomTypesConfig } from "pg";
import { SECONDS } from "../../app/durations";
import { connected } from "../copy/postgres-side.server";
import { all, foundRows } from "../found-rows.server";
import type { ViewRows } from "../read-apart.server";
import { asWord, endOfPhone, postgresPhones, postgresSearch, type SearchHit } from "../search-index.server";
import { type StaffViews, staffViews } from "../staff-views.server";
import { refuseOther } from "./migrate.server";

/** Longer than any list of ours takes. */
const ANSWER_MS = 60 * SECONDS;

/**
 * The staff views of a PostgreSQL database, or of a standby. Each answer has a connection of its own and is from one
 * snapshot.
 * @throws StoreError from every question, when it is of another release or the site doesn't run on it
 */
export function openPostgresViews(url: string): StaffViews {
  return staffViews({
    ask: (sql, values) => inSnapshot(url, (client) => answerOf(client, sql, values)),
    find: (sought, first) =>
      inSnapshot(url, async (client) => {
        // Without the index the words of every row would be worked out again, as they would for pages that don't fit in memory.
        await client.query("SET LOCAL enable_seqscan = off; SET LOCAL work_mem = '64MB'");
        const ask = async <Answer>(sql: string, values: unknown[]) =>
          (await answerOf(client, sql, values)).rows as Answer[];
        return foundRows(
          {
            ask,
            withWords: (words, most, isBegun) => ask<SearchHit>(postgresSearch(), [words.map(asWord), isBegun, most]),
            withPhone: (digits, most) => ask<SearchHit>(postgresPhones(), [endOfPhone(digits), most]),
            scan: (questions, part) => all(questions, (sql) => ask<SearchHit>(sql, [part])),
          },
          sought,
          first,
        );
      }),
    close: () => undefined,
  });
}

async function inSnapshot<Answer>(url: string, ask: (client: Client) => Promise<Answer>): Promise<Answer> {
  const client = await connected(url);
  try {
    await refuseOther(client);
    // A standby refuses SERIALIZABLE. To compile a query takes longer than to run it.
    await client.query(
      `BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL jit = off; SET LOCAL statement_timeout = ${ANSWER_MS}`,
    );
    return await ask(client);
  } finally {
    await client.end();
  }
}

/** @param sql with `?` for each value, or `$1` */
async function answerOf(client: Client, sql: string, values: unknown[]): Promise<ViewRows> {
  let count = 0;
  const text = sql.replaceAll("?", () => `$${++count}`);
  const { fields, rows } = await client.query<ViewRows["rows"][number]>({ text, values, types: AS_IN_SQLITE });
  return { columns: fields.map(({ name }) => name), rows };
}

/** PostgreSQL's numbers of its types: boolean; and bigint, smallint, integer, real, double precision, numeric. */
const BOOLEAN = 16;
const NUMBERS = [20, 21, 23, 700, 701, 1700];

/** Reads values as SQLite's file has them: true is 1. */
const AS_IN_SQLITE: CustomTypesConfig = {
  getTypeParser: (type: number) => (written: string) => asInSqlite(type, written),
};

/** A value of PostgreSQL's, by the number of its type and its text, as SQLite's file has it. */
export function asInSqlite(type: number, written: string): string | number {
  if (type === BOOLEAN) return written === "t" ? 1 : 0;
  return NUMBERS.includes(type) ? Number(written) : written;
}
