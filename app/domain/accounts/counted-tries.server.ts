import { eq, inArray } from "drizzle-orm";
import { rateLimits } from "#db/schema/accounts";
import type { Reader, Tx } from "#db/store.server";

/** How often something was tried in the window of time that the first try began, and how long that window still runs. */
export type CountedTries = { points: number; leftMs: number };

const NONE: CountedTries = { points: 0, leftMs: 0 };

/**
 * What is counted under a key. A window that has ended is none, and so is one that would end later than one that begins
 * now: the clock was set back since.
 */
export async function countedTries(store: Reader, key: string, windowMs: number, now: Date): Promise<CountedTries> {
  const [row] = await store.select().from(rateLimits).where(eq(rateLimits.key, key));
  const leftMs = row?.expire ? row.expire.getTime() - now.getTime() : 0;
  return row && leftMs > 0 && leftMs <= windowMs ? { points: row.points, leftMs } : NONE;
}

/** Counts one more. */
export async function countTry(tx: Tx, key: string, windowMs: number, now: Date): Promise<void> {
  const { points, leftMs } = await countedTries(tx, key, windowMs, now);
  const counted = { points: points + 1, expire: new Date(now.getTime() + (leftMs || windowMs)) };
  await tx
    .insert(rateLimits)
    .values({ key, ...counted })
    .onConflictDoUpdate({ target: rateLimits.key, set: counted });
}

/** Counts anew from nothing. */
export async function forgetTriesOf(tx: Tx, keys: string[]): Promise<void> {
  await tx.delete(rateLimits).where(inArray(rateLimits.key, keys));
}
