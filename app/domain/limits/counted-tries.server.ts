import { and, eq, gt, inArray, lte, sql } from "drizzle-orm";
import { SECONDS } from "#app/durations";
import { preparedFor } from "#db/prepared.server";
import { rateLimits } from "#db/schema/accounts";
import type { Reader, Tx } from "#db/store.server";

/** The number of tries since the first one in this time window, and how long the window still lasts. */
export type CountedTries = { points: number; leftMs: number };

const NONE: CountedTries = { points: 0, leftMs: 0 };
/** The most by which two machines' clocks may differ. A try may be recorded this much later than it happened. */
const APART_MS = 10 * SECONDS;

/**
 * The count for a key. It is zero once the window has ended, and also if the window would end much later than one that
 * starts now, because then the clock has been set back.
 */
export async function countedTries(store: Reader, key: string, windowMs: number, now: Date): Promise<CountedTries> {
  const [row] = await byKey(store).execute({ key });
  const leftMs = row?.expire ? row.expire.getTime() - now.getTime() : 0;
  const runs = leftMs > 0 && leftMs <= windowMs + APART_MS;
  return row && runs ? { points: row.points, leftMs: Math.min(leftMs, windowMs) } : NONE;
}

const byKey = preparedFor((store) =>
  store
    .select()
    .from(rateLimits)
    .where(eq(rateLimits.key, sql.placeholder("key")))
    .prepare(),
);

/**
 * Adds one or more tries in one statement, so that two at the same moment are both counted.
 * @returns the count, these tries included
 */
export async function countTry(tx: Tx, key: string, windowMs: number, now: Date, more = 1): Promise<CountedTries> {
  const ends = new Date(now.getTime() + windowMs);
  const runs = and(gt(rateLimits.expire, now), lte(rateLimits.expire, new Date(ends.getTime() + APART_MS)));
  const [row] = await tx
    .insert(rateLimits)
    .values({ key, points: more, expire: ends })
    .onConflictDoUpdate({
      target: rateLimits.key,
      set: {
        points: sql`CASE WHEN ${runs} THEN ${rateLimits.points} + ${more} ELSE ${more} END`,
        expire: sql`CASE WHEN ${runs} THEN ${rateLimits.expire} ELSE excluded.expire END`,
      },
    })
    .returning();
  const leftMs = (row?.expire ?? ends).getTime() - now.getTime();
  return { points: row?.points ?? more, leftMs: Math.min(leftMs, windowMs) };
}

/** Resets the counts. */
export async function forgetTriesOf(tx: Tx, keys: string[]): Promise<void> {
  await tx.delete(rateLimits).where(inArray(rateLimits.key, keys));
}
