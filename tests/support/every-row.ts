import { postgresSource } from "#db/copy/postgres-side.server";
import { sqliteSource } from "#db/copy/sqlite-side.server";
import { isPostgres } from "#db/dialect";
import { storePlace } from "./store-place";

/** Each table's columns, and its rows as JSON. */
export type Rows = Map<string, { columns: string[]; rows: Set<string> }>;
export type Changed = { table: string; row: Record<string, unknown> };

/** Every row of every table of a database. */
export async function rowsIn({ file }: { file: string }): Promise<Rows> {
  const side = isPostgres ? await postgresSource(await storePlace(file)) : sqliteSource(file);
  const all: Rows = new Map();
  for (const table of await side.tables()) {
    const rows = new Set<string>();
    for await (const batch of side.rows(table, "key")) for (const row of batch) rows.add(JSON.stringify(row));
    all.set(table.name, { columns: table.columns, rows });
  }
  await side.close();
  return all;
}

/** The rows that are new, changed, or as they were before they changed or went. */
export function changedSince(before: Rows, after: Rows): Changed[] {
  return [...after].flatMap(([table, { columns, rows }]) => {
    const was = before.get(table)?.rows ?? new Set();
    const read = (row: string) => {
      const values = JSON.parse(row);
      return Object.fromEntries(columns.map((name, at) => [name, values[at]]));
    };
    const gone = [...was].filter((row) => !rows.has(row)).map((row) => ({ ...read(row), wasThere: true }));
    return [...gone, ...[...rows].filter((row) => !was.has(row)).map(read)].map((row) => ({ table, row }));
  });
}
