import type Database from "better-sqlite3";

/** The tables that prices, and the pages that show them, are made from. */
const tables = ["boxes", "postal_areas", "countries", "rates", "proclaimed_holidays"];

/**
 * Has the database itself count every change of a price table: a row that staff change by hand counts like one of
 * ours. Inside a transaction; again after a migration that rebuilt a table, which drops its triggers.
 */
export function countPriceChanges(connection: Database.Database): void {
  for (const sql of priceChangeTriggers()) connection.exec(sql);
}

/** What counts them, as SQL. */
export function priceChangeTriggers(): string[] {
  return tables.flatMap((table) =>
    ["insert", "update", "delete"].map((change) => {
      const name = `count_${change}_of_${table}`;
      return `
        DROP TRIGGER IF EXISTS ${name};
        CREATE TRIGGER ${name} AFTER ${change} ON ${table} BEGIN
          INSERT INTO price_changes (id, changes) VALUES (1, 1)
          ON CONFLICT (id) DO UPDATE SET changes = changes + 1;
        END`;
    }),
  );
}

/**
 * How many changes there have been, cheap enough for every request: while nothing at all was committed, the count is
 * not even read.
 */
export function priceChangeCount(reader: Database.Database): () => number {
  const dataVersion = reader.prepare("PRAGMA data_version").pluck();
  const changes = reader.prepare("SELECT changes FROM price_changes").pluck();
  let read: { version: unknown; count: number } | undefined;
  return () => {
    // The version first: what is committed between the two readings makes us read again.
    const version = dataVersion.get();
    if (read?.version !== version || !read) read = { version, count: Number(changes.get() ?? 0) };
    return read.count;
  };
}
