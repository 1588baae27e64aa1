import Database from "better-sqlite3";

/** Below this a table may well lose half its rows between two looks: limits that ran out, emails that were sent. */
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
 * Whether a copy holds about what its original held just before and just after.
 * @returns what is missing, in one line; nothing when it is plausible
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
