import { and, eq, gt, inArray, lte, sql } from "drizzle-orm";
import { SECONDS } from "#app/durations";
import { rateLimits } from "#db/schema/accounts";
import type { Reader, Tx } from "#db/store.server";

/** How often something was tried in the window of time that the first try began, and how long that window still runs. */
export type CountedTries = { points: number; leftMs: number };

const NONE: CountedTries = { points: 0, leftMs: 0 };
/** So far machines' clocks may be apart, and so much later may a try be written down that came before another. */
const APART_MS = 10 * SECONDS;

/**
 * What is counted under a key. A window that has ended is none, and so is one that would end much later than one that
 * begins now: the clock was set back since.
 */
export async function countedTries(store: Reader, key: string, windowMs: number, now: Date): Promise<CountedTries> {
  const [row] = await store.select().from(rateLimits).where(eq(rateLimits.key, key));
  const leftMs = row?.expire ? row.expire.getTime() - now.getTime() : 0;
  const runs = leftMs > 0 && leftMs <= windowMs + APART_MS;
  return row && runs ? { points: row.points, leftMs: Math.min(leftMs, windowMs) } : NONE;
}

/**
 * Counts one more, or several, in one statement: of two at the same moment the second waits for the first, and counts on.
 * @returns what is counted now, these included
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

/** Starts counting again from zero. */
export async function forgetTriesOf(tx: Tx, keys: string[]): Promise<void> {
  await tx.delete(rateLimits).where(inArray(rateLimits.key, keys));
}
