import type Database from "better-sqlite3";

/** The tables from which prices, and the pages that show them, are made. */
const tables = ["boxes", "postal_areas", "countries", "rates", "proclaimed_holidays", "delays"];

/**
 * Creates triggers that count every change of a price table, also those that staff make by hand. Run it inside a
 * transaction, and again after a migration that rebuilds a table, because that drops its triggers.
 */
export function countPriceChanges(connection: Database.Database): void {
  for (const sql of priceChangeTriggers()) connection.exec(sql);
}

/** The triggers as SQL. */
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
 * The number of changes so far, cheap enough for every request: the count is read only after something was committed,
 * and the database is asked only once in a turn of the event loop, because a page needs the count six times.
 */
export function priceChangeCount(reader: Database.Database): () => number {
  const dataVersion = reader.prepare("PRAGMA data_version").pluck();
  const changes = reader.prepare("SELECT changes FROM price_changes").pluck();
  let read: { version: unknown; count: number } | undefined;
  let isThisTurns = false;
  return () => {
    if (read && isThisTurns) return read.count;
    isThisTurns = true;
    setImmediate(() => {
      isThisTurns = false;
    });
    // Read the version first, so that a commit between the two reads makes us read again.
    const version = dataVersion.get();
    if (read?.version !== version || !read) read = { version, count: Number(changes.get() ?? 0) };
    return read.count;
  };
}
