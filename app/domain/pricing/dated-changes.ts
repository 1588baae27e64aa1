import type { Dated } from "./in-force";

/** What became of a change from a day on. */
export type Change<Row> =
  | {
      ok: true;
      /** False where exactly this was said before. */
      added: boolean;
      before: Row | null;
      after: Row;
      /** The day from which a change made earlier replaces this one again. */
      untilDay: string | null;
    }
  | { ok: false; refusal: string };

/** Who means a day further away has mistyped the year, and would wait for ever for the change. */
const YEARS_AHEAD = 2;

/** Why nothing may change from this day on; null if it may. What was quoted in the past stays explicable. */
export function dayRefusal(day: string, today: string): string | null {
  if (day < today) return `${day} is in the past. A change can start today (${today}) or later.`;
  const lastDay = `${Number(today.slice(0, 4)) + YEARS_AHEAD}${today.slice(4)}`;
  if (day > lastDay) return `${day} is too far away. A change must start by ${lastDay}. Check the year.`;
  return null;
}

/** The first of these rows that applies after a day. */
export function nextDayOf(rows: readonly Dated[], day: string): string | null {
  const later = rows.map(({ validFrom }) => validFrom).filter((validFrom) => validFrom > day);
  return later.toSorted()[0] ?? null;
}

/** What applies today and what is coming, of each key, by day. Rows that were replaced are left out. */
export function nowAndComing<Row extends Dated>(today: string, rows: readonly Row[], inForce: readonly Row[]): Row[] {
  return rows.filter((row) => row.validFrom > today || inForce.includes(row));
}
