import Database from "better-sqlite3";

/** A smaller table may well lose half its rows between two counts: expired limits, sent emails. */
const TELLING_ROWS = 100;

export type RowCounts = Map<string, number>;

export function countRows(connection: Database.Database): RowCounts {
  const tables = connection
    .prepare("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'")
    .pluck()
    .all() as string[];
  return new Map(
    tables.map((table) => [table, Number(connection.prepare(`SELECT count(*) FROM "${table}"`).pluck().get())]),
  );
}

/**
 * Whether a copy has about as many rows as its original had just before and just after.
 * @returns what is missing, in one line; undefined when it is plausible
 */
export function missingRows(copy: string, before: RowCounts, after: RowCounts): string | undefined {
  const connection = new Database(copy, { readonly: true });
  const held = countRows(connection);
  connection.close();
  for (const [table, rowsBefore] of before) {
    const least = Math.min(rowsBefore, after.get(table) ?? 0);
    const rows = held.get(table);
    if (rows === undefined) return `The table ${table} is missing in the backup.`;
    if (least >= TELLING_ROWS && rows < least / 2)
      return `The table ${table} has ${rows} rows in the backup, ${least} here.`;
  }
  return undefined;
}
