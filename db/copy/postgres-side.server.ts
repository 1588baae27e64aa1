import type { Client } from "pg";
import { readMark, setMark } from "../postgres/mark.server";
import { migrate, refuseOther, refuseOtherVersion } from "../postgres/migrate.server";
import { named } from "../postgres/names";
import { StoreError } from "../store-error";
import { type CopiedTable, quoted, ROWS_AT_A_TIME, type Side, type Target, type Value } from "./side";

type Column = { table: string; name: string; type: string };

/**
 * Reads a PostgreSQL database, or a standby, as it is now.
 * @param isHeld whether it was looked at already (`holdDatabase`)
 * @throws StoreError when it is of another release, or the site doesn't run on it
 */
export async function postgresSource(url: string, isHeld = false): Promise<Side> {
  const client = await connected(url);
  try {
    await (isHeld ? refuseOtherVersion(client) : refuseOther(client));
    // A standby refuses SERIALIZABLE. REPEATABLE READ also reads one snapshot.
    await client.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
    return await sideOf(client, url, false);
  } catch (error) {
    await client.end();
    throw error;
  }
}

/**
 * An empty PostgreSQL database to fill, or one that a broken-off copy of the same file has begun to fill. Missing tables
 * are created. Triggers are off until it is ready.
 * @param file the SQLite file's name, as a mark on the database until the copy is finished
 * @throws StoreError when it holds other data
 */
export async function postgresTarget(url: string, file: string): Promise<Target> {
  const client = await connected(url);
  const side = await sideOf(client, url, true).catch((error) => client.end().then(() => Promise.reject(error)));
  try {
    const mark = await readMark(client);
    const begun = mark?.kind === "part" ? mark.file : undefined;
    if (begun !== undefined && begun !== file)
      throw new StoreError(`${side.name} holds part of ${begun}, whose copy was broken off. Empty it first.`);
    if (begun === undefined && (await isFilled(client))) {
      throw new StoreError(
        `${side.name} isn't empty: a site may have run on it. Name an empty database. The same file copied twice would mix two states.`,
      );
    }
    await migrate(client, { isCopying: true });
    await setMark(client, { kind: "part", file });
  } catch (error) {
    await client.end();
    throw error;
  }
  const filled = await sideOf(client, url, true);
  const tables = (await filled.tables()).map(({ name }) => quoted(name));
  const turnTriggers = async (to: "ENABLE" | "DISABLE") => {
    for (const table of tables) await client.query(`ALTER TABLE ${table} ${to} TRIGGER USER`);
  };
  await turnTriggers("DISABLE");
  return {
    ...filled,
    async add({ name, columns }, rows) {
      const types = await columnsOf(client);
      const texts = columns.map((column) => `${quoted(column)} text`).join(", ");
      const values = columns.map((column) => `given.${quoted(column)}::${typeIn(types, name, column)}`).join(", ");
      const rowObjects = rows.map((row) => Object.fromEntries(columns.map((column, at) => [column, row[at]])));
      await client.query(
        `INSERT INTO ${quoted(name)} (${columns.map(quoted).join(", ")})
         SELECT ${values} FROM json_to_recordset($1::json) AS given(${texts}) ON CONFLICT DO NOTHING`,
        [JSON.stringify(rowObjects)],
      );
    },
    empty: async () => void (await client.query(`TRUNCATE ${tables.join(", ")}`)),
    async makeReady() {
      await turnTriggers("ENABLE");
      // Otherwise the first queries are planned as for empty tables, and PostgreSQL vacuums while customers wait.
      await client.query(`VACUUM (ANALYZE) ${tables.join(", ")}`);
    },
    finish: () => setMark(client, undefined),
  };
}

async function isFilled(client: Client): Promise<boolean> {
  const names = [...new Set((await columnsOf(client)).map(({ table }) => table))];
  for (const name of names) if ((await client.query(`SELECT FROM ${quoted(name)} LIMIT 1`)).rowCount !== 0) return true;
  return false;
}

/**
 * Tables whose rows keep the order in which they were written: events of the same moment, and what staff did in the
 * same minute, of which the latest is shown first.
 */
const writtenOrder: Record<string, string[]> = { tracking_events: ["row_order"], staff_actions: ["at"] };

/** A connection of a copy's own. */
export async function connected(url: string): Promise<Client> {
  const { default: pg } = await import("pg");
  const client = new pg.Client(named(url, "copy"));
  await client.connect();
  return client;
}

/** A database in messages, without any password. */
export const hostOf = (url: string) => `PostgreSQL at ${new URL(url).host}`;

async function sideOf(client: Client, url: string, isTarget: boolean): Promise<Side> {
  const columns = await columnsOf(client);
  let ended: Promise<void> | undefined;
  return {
    name: hostOf(url),
    tables: () => tablesOf(client, columns),
    async *rows(table, order) {
      // A cursor needs a transaction. A source has one for all tables.
      if (isTarget) await client.query("BEGIN");
      await client.query(`DECLARE copied NO SCROLL CURSOR FOR ${selection(table, columns, order)}`);
      for (;;) {
        const { rows } = await client.query<Value[]>({ text: `FETCH ${ROWS_AT_A_TIME} FROM copied`, rowMode: "array" });
        if (rows.length === 0) break;
        yield rows;
      }
      await client.query(isTarget ? "COMMIT" : "CLOSE copied");
    },
    close() {
      ended ??= client.end();
      return ended;
    },
  };
}

/** A table's rows in SQLite's form, as a query. */
function selection({ name, columns, key }: CopiedTable, all: Column[], order: "key" | "written"): string {
  const typeOf = (column: string) => typeIn(all, name, column);
  const selected = columns.map((column) => asSqliteHasIt(column, typeOf(column)));
  const byKey = key.map((column) => `${quoted(column)}${typeOf(column) === "text" ? ' COLLATE "C"' : ""}`);
  const orderBy = order === "written" ? (writtenOrder[name] ?? byKey) : byKey;
  return `SELECT ${selected.join(", ")} FROM ${quoted(name)} ORDER BY ${orderBy.join(", ")}`;
}

function typeIn(columns: Column[], table: string, name: string): string {
  return columns.find((one) => one.table === table && one.name === name)?.type ?? "text";
}

/** Converts a column to its form in SQLite (`db/columns.ts`). */
function asSqliteHasIt(column: string, type: string): string {
  const name = quoted(column);
  if (type.startsWith("timestamp")) return `to_char(${name} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
  if (type === "boolean") return `${name}::int`;
  if (type === "json") return `${name}::text`;
  // The driver returns 64-bit integers as text. A double holds all our amounts exactly.
  return type === "bigint" ? `${name}::float8` : name;
}

async function tablesOf(client: Client, columns: Column[]): Promise<CopiedTable[]> {
  const { rows } = await client.query<{ table: string; name: string }>(
    `SELECT c.conrelid::regclass::text AS table, a.attname AS name
     FROM pg_constraint c CROSS JOIN unnest(c.conkey) WITH ORDINALITY AS k(attnum, place)
     JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = k.attnum
     WHERE c.contype = 'p' AND c.connamespace = current_schema()::regnamespace ORDER BY 1, k.place`,
  );
  return [...new Set(columns.map(({ table }) => table))].map((name) => ({
    name,
    columns: columns.filter(({ table }) => table === name).map((column) => column.name),
    key: rows.filter(({ table }) => table === name).map((column) => column.name),
  }));
}

/** The site's own columns, without those that only PostgreSQL needs. */
async function columnsOf(client: Client): Promise<Column[]> {
  const { rows } = await client.query<Column>(
    `SELECT c.relname AS table, a.attname AS name, format_type(a.atttypid, a.atttypmod) AS type
     FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
     WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'r' AND a.attnum > 0 AND NOT a.attisdropped
       AND c.relname <> 'site_schema' AND a.attname <> 'row_order'
     ORDER BY c.relname, a.attnum`,
  );
  return rows;
}
