import { createHash } from "node:crypto";
import { inArray, lt } from "drizzle-orm";
import { RateLimiterDrizzle, RateLimiterRes } from "rate-limiter-flexible";
import { company } from "#app/company.server";
import { saDateTime } from "#app/domain/values/sa-time";
import { rateLimits } from "#db/schema/accounts";
import type { Reader, Tx } from "#db/store.server";
import { type PrivateAnswer, tooSoon } from "./private-page.server";

const MINUTES = 60;
const HOURS = 60 * MINUTES;

/**
 * How often, in how many seconds. Whole suburbs share one address with their mobile network, so limits by address
 * are wide; those by account are what stops guessing.
 */
const limits = {
  /** Guesses at one account, from browsers that it was never signed in on. */
  guessesAtAccount: { points: 10, duration: 15 * MINUTES },
  /** Guesses at one account from one browser that knows it: an attacker elsewhere doesn't lock its owner out. */
  guessesInBrowser: { points: 10, duration: 15 * MINUTES },
  guessesFromAddress: { points: 100, duration: 15 * MINUTES },
  /** The current password, asked again on the account page. */
  passwordAgain: { points: 10, duration: 15 * MINUTES },
  registrationsFromAddress: { points: 100, duration: 1 * HOURS },
  lettersTo: { points: 6, duration: 1 * HOURS },
  lettersFromAddress: { points: 60, duration: 1 * HOURS },
} as const;

export type Limited = readonly [limit: keyof typeof limits, who: string];
/** A refusal says in words when to try again, and so does the answer that goes with them. */
export type Allowance = { ok: true } | { ok: false; words: string; answer: PrivateAnswer };

/**
 * Counts one more try against each limit, in one transaction, also when several come at once. Whoever is over a limit
 * already is told so after a read alone: an attack must not keep the database writing.
 */
export async function allow(...tries: Limited[]): Promise<Allowance> {
  const { store } = await company();
  const over = await overLimit(store.read, tries);
  if (over) return tooMany(over.getTime() - Date.now());
  return store.tx(async (tx) => {
    await tx.delete(rateLimits).where(lt(rateLimits.expire, new Date()));
    for (const [limit, who] of tries) {
      const refusal = await consume(tx, limit, who);
      if (refusal) return tooMany(refusal.msBeforeNext);
    }
    return { ok: true };
  });
}

/** Forgets earlier tries, as after the right password. */
export async function forgive(...tries: Limited[]): Promise<void> {
  const { store } = await company();
  await store.tx(async (tx) => {
    for (const [limit, who] of tries) await limiter(tx, limit).delete(keyOf(who));
  });
}

function tooMany(leftMs: number): Allowance {
  const waitMs = Math.max(1, leftMs);
  const minutes = Math.ceil(waitMs / (MINUTES * 1000));
  const clock = saDateTime(new Date(Date.now() + waitMs + MINUTES * 1000 - 1)).slice(-5);
  const words = `Too many requests. Please try again in ${minutes} ${minutes === 1 ? "minute" : "minutes"}, at ${clock}.`;
  return { ok: false, words, answer: tooSoon(waitMs) };
}

async function overLimit(store: Reader, tries: Limited[]): Promise<Date | null> {
  const keys = tries.map(([limit, who]) => `${limit}:${keyOf(who)}`);
  const rows = await store.select().from(rateLimits).where(inArray(rateLimits.key, keys));
  const full = tries.flatMap(([limit], at) => {
    const row = rows.find(({ key }) => key === keys[at]);
    const isFull = row?.expire && row.expire > new Date() && row.points >= limits[limit].points;
    return isFull ? [row.expire] : [];
  });
  return full[0] ?? null;
}

async function consume(tx: Tx, limit: Limited[0], who: string): Promise<RateLimiterRes | null> {
  try {
    await limiter(tx, limit).consume(keyOf(who));
    return null;
  } catch (refusal) {
    if (refusal instanceof RateLimiterRes) return refusal;
    throw refusal;
  }
}

function limiter(tx: Tx, limit: Limited[0]): RateLimiterDrizzle {
  return new RateLimiterDrizzle({
    storeClient: tx,
    schema: rateLimits,
    keyPrefix: limit,
    clearExpiredByTimeout: false,
    ...limits[limit],
  });
}

/** Addresses are personal; their hash is as good a key. */
function keyOf(who: string): string {
  return createHash("sha256").update(who).digest("base64url");
}
