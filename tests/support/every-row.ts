import Database from "better-sqlite3";
import pg from "pg";
import { sqliteSource } from "#db/copy/sqlite-side.server";
import { isPostgres } from "#db/dialect";
import { storePlace } from "./store-place";

/** Each table's rows, as JSON. */
export type Rows = Map<string, Set<string>>;
export type Changed = { table: string; row: Record<string, unknown> };

/** Every row of every table of a database. */
export async function rowsIn({ file }: { file: string }): Promise<Rows> {
  return isPostgres ? rowsOfPostgres(await storePlace(file)) : rowsOfSqlite(file);
}

/** What was read last, by a connection that knows whether anything was written since. */
let last: { file: string; watching: Database.Database; version: unknown; rows: Rows } | undefined;

async function rowsOfSqlite(file: string): Promise<Rows> {
  if (last?.file !== file) {
    last?.watching.close();
    last = { file, watching: new Database(file, { readonly: true }), version: undefined, rows: new Map() };
  }
  const version = last.watching.pragma("data_version", { simple: true });
  if (last.version !== version) last = { ...last, version, rows: await readAll(file) };
  return last.rows;
}

async function readAll(file: string): Promise<Rows> {
  const side = sqliteSource(file);
  const all: Rows = new Map();
  for (const table of await side.tables()) {
    const rows = new Set<string>();
    for await (const batch of side.rows(table, "key"))
      for (const row of batch) rows.add(JSON.stringify([table.columns, row]));
    all.set(table.name, rows);
  }
  await side.close();
  return all;
}

/** In one question: a test asks often. */
async function rowsOfPostgres(url: string): Promise<Rows> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const all: Rows = new Map();
  try {
    const { rows: tables } = await client.query<{ name: string }>(
      "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE'",
    );
    for (const { name } of tables) all.set(name, new Set());
    const each = tables.map(
      ({ name }) => `SELECT '${name}' AS name, to_jsonb(each)::text AS row FROM "${name}" AS each`,
    );
    const { rows } = await client.query<{ name: string; row: string }>(each.join(" UNION ALL "));
    for (const { name, row } of rows) all.get(name)?.add(row);
  } finally {
    await client.end();
  }
  return all;
}

/** The rows that are new, changed, or as they were before they changed or went. */
export function changedSince(before: Rows, after: Rows): Changed[] {
  return [...after].flatMap(([table, rows]) => {
    const was = before.get(table) ?? new Set();
    const gone = [...was].filter((row) => !rows.has(row)).map((row) => ({ ...read(row), wasThere: true }));
    return [...gone, ...[...rows].filter((row) => !was.has(row)).map(read)].map((row) => ({ table, row }));
  });
}

function read(text: string): Record<string, unknown> {
  const row = JSON.parse(text);
  if (!Array.isArray(row)) return row;
  const [columns, values] = row as [string[], unknown[]];
  return Object.fromEntries(columns.map((name, at) => [name, values[at]]));
}
