/** A row of a price table. It applies from a South African day, `2026-11-21`, until a later row of its key starts. */
export type Dated = { validFrom: string };

/** What applies on a day: for each key the latest row that has started. The rows keep their order. */
export function inForceOn<Row extends Dated>(day: string, rows: readonly Row[], keyOf: (row: Row) => string): Row[] {
  const latest = new Map<string, Row>();
  for (const row of rows) {
    const rival = latest.get(keyOf(row));
    if (row.validFrom <= day && (!rival || rival.validFrom < row.validFrom)) latest.set(keyOf(row), row);
  }
  return rows.filter((row) => latest.get(keyOf(row)) === row);
}
