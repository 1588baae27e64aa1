import Database from "better-sqlite3";
import { CACHE_KB, connect } from "../connection.server";
import { makeObjects, OBJECTS } from "../made-objects.server";
import { migrate, refuseOtherVersion } from "../migrate.server";
import { dropStaffViews } from "../staff-views.server";
import { type CopiedTable, quoted, ROWS_AT_A_TIME, type Side, type Target, type Value } from "./side";

/**
 * Reads the site's SQLite file as it is now, even while it is written to. Throws StoreError when it is of another
 * release.
 */
export function sqliteSource(file: string): Side {
  const connection = new Database(file, { readonly: true, fileMustExist: true });
  refuseOtherVersion(connection);
  // A read transaction, so that all tables come from one snapshot.
  connection.exec("BEGIN; SELECT count(*) FROM sqlite_master");
  return sideOf(connection);
}

/** A SQLite file to fill, under a name that no site uses. It is created if missing. */
export function sqliteTarget(file: string, now: Date): Target {
  const connection = connect(file, { cacheKb: CACHE_KB });
  migrate(connection);
  // Safe, because nothing reads the file yet, and an interrupted copy is continued.
  connection.pragma("foreign_keys = OFF");
  dropStaffViews(connection);
  dropTriggers(connection);
  return {
    ...sideOf(connection),
    add: async (table, rows) => addRows(connection, table, rows),
    async empty() {
      for (const { name } of tablesOf(connection)) connection.exec(`DELETE FROM ${quoted(name)}`);
    },
    async makeReady() {
      makeObjects(connection, now);
      // Leaves no log beside it, which SQLite would take for that of the next file with this name.
      connection.pragma("journal_mode = DELETE");
    },
    finish: async () => undefined,
  };
}

/** Adds rows; existing ones are left alone. */
function addRows(connection: Database.Database, { name, columns }: CopiedTable, rows: Value[][]): void {
  const places = columns.map(() => "?").join(", ");
  const insert = connection.prepare(
    `INSERT INTO ${quoted(name)} (${columns.map(quoted).join(", ")}) VALUES (${places}) ON CONFLICT DO NOTHING`,
  );
  connection.transaction(() => {
    for (const row of rows) insert.run(row);
  })();
}

function sideOf(connection: Database.Database): Side {
  return {
    name: connection.name,
    tables: async () => tablesOf(connection),
    async *rows(table, order) {
      const { name, columns, key } = table;
      const orderBy = order === "key" ? key.map(quoted).join(", ") : "rowid";
      const ask = connection.prepare(
        `SELECT ${columns.map(quoted).join(", ")} FROM ${quoted(name)}${skipped(name)} ORDER BY ${orderBy}`,
      );
      let portion: Value[][] = [];
      for (const row of ask.raw().iterate() as IterableIterator<Value[]>) {
        portion.push(row);
        if (portion.length < ROWS_AT_A_TIME) continue;
        yield portion;
        portion = [];
      }
      if (portion.length > 0) yield portion;
    },
    close: async () => void connection.close(),
  };
}

/** In an order in which each table comes after those that it refers to. */
function tablesOf(connection: Database.Database): CopiedTable[] {
  const names = connection
    .prepare(
      // Leaves out Litestream's own tables, and the full-text index with its shadow tables, which is built from the others.
      // pragma_table_list knows them too, but prepares every view to count its columns.
      `SELECT name FROM sqlite_master AS made WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
      AND name NOT LIKE '\\_litestream\\_%' ESCAPE '\\' AND NOT EXISTS (
        SELECT 1 FROM sqlite_master AS search WHERE search.sql LIKE 'CREATE VIRTUAL TABLE %'
          AND (made.name = search.name OR made.name LIKE search.name || '\\_%' ESCAPE '\\')
      ) ORDER BY name`,
    )
    .pluck()
    .all() as string[];
  const sorted: string[] = [];
  const place = (name: string) => {
    if (sorted.includes(name)) return;
    for (const { table } of connection.pragma(`foreign_key_list(${name})`) as { table: string }[])
      if (table !== name) place(table);
    sorted.push(name);
  };
  names.forEach(place);
  return sorted.map((name) => {
    const columns = connection.pragma(`table_info(${name})`) as { name: string; pk: number }[];
    const key = columns.filter(({ pk }) => pk > 0).toSorted((a, b) => a.pk - b.pk);
    return { name, columns: columns.map((column) => column.name), key: key.map((column) => column.name) };
  });
}

/** Tables in which each database records its own views and triggers. */
function skipped(table: string): string {
  return table === "seed_loads" ? ` WHERE table_name <> '${OBJECTS}'` : "";
}

function dropTriggers(connection: Database.Database): void {
  const names = connection.prepare("SELECT name FROM sqlite_master WHERE type = 'trigger'").pluck().all() as string[];
  for (const name of names) connection.exec(`DROP TRIGGER ${quoted(name)}`);
  // It is built and filled again from the copied rows.
  connection.exec("DROP TABLE IF EXISTS search_index");
  connection.prepare("DELETE FROM seed_loads WHERE table_name = ?").run(OBJECTS);
}
