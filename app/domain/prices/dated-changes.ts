import type { Words } from "#app/language/say";
import { type DoneOr, refused } from "../values/refused";
import { type Dated, inForceOn } from "./in-force";

type Changed<Row> = {
  /** False when the same change was made before. */
  added: boolean;
  before: Row | null;
  after: Row;
  /** The day on which another change, already planned, replaces this one. */
  untilDay: string | null;
};

/** The result of a change that applies from a day on. */
export type Change<Row> = DoneOr<Changed<Row>, unknown, Words>;

/** A day further away than this is probably a mistyped year. */
const YEARS_AHEAD = 2;

/**
 * Why a change may not start on this day; null if it may. Past days are refused, so that old quotes can still be
 * explained.
 */
export function dayRefusal(day: string, today: string): string | null {
  if (day < today) return `${day} is in the past. A change can start today (${today}) or later.`;
  const lastDay = `${Number(today.slice(0, 4)) + YEARS_AHEAD}${today.slice(4)}`;
  if (day > lastDay) return `${day} is too far away. A change must start by ${lastDay}. Check the year.`;
  return null;
}

/** Withdraws a change that has not started yet. @param remove deletes its row, and returns it */
export async function withdrawPlanned<Row>(
  [validFrom, today]: [string, today: string],
  instead: string,
  remove: () => PromiseLike<Row[]>,
): Promise<DoneOr<{ withdrawn: Row }>> {
  if (validFrom <= today) return refused(`It has already started. ${instead} from today instead.`);
  const [withdrawn] = await remove();
  return withdrawn ? { ok: true, withdrawn } : refused("No such change is planned.");
}

/** The day on which the next of these rows starts to apply. */
export function nextDayOf(rows: readonly Dated[], day: string): string | null {
  const later = rows.map(({ validFrom }) => validFrom).filter((validFrom) => validFrom > day);
  return later.toSorted()[0] ?? null;
}

/** For each key what applies today and what starts later, by day. Rows that were replaced are left out. */
export function nowAndComing<Row extends Dated>(
  today: string,
  rows: readonly Row[],
  keyOf: (row: Row) => string,
): Row[] {
  const inForce = inForceOn(today, rows, keyOf);
  return rows.filter((row) => row.validFrom > today || inForce.includes(row));
}
