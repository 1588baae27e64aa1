import { inArray, lt } from "drizzle-orm";
import { RateLimiterDrizzle, RateLimiterRes } from "rate-limiter-flexible";
import { company } from "#app/company.server";
import { settings } from "#app/config.server";
import { mailboxOf } from "#app/domain/values/email";
import { saDateTime } from "#app/domain/values/sa-time";
import { rateLimits } from "#db/schema/accounts";
import type { Reader, Tx } from "#db/store.server";
import { type PrivateAnswer, tooSoon } from "./private-page.server";
import { signatureOf } from "./signature.server";

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
  /** Letters to one mailbox that anybody can have sent to it. What was paid for, and what staff send, isn't counted. */
  lettersTo: { points: 6, duration: 1 * HOURS },
  lettersFromAddress: { points: 60, duration: 1 * HOURS },
  /** New quotes and bookings of one network; then each waits its turn (`turns.server.ts`). */
  quotesFromNetwork: { points: () => settings().quotesPerHour, duration: 1 * HOURS },
  quotesAfterWaiting: { points: 6, duration: 1 * MINUTES },
  bookingsFromNetwork: { points: () => settings().bookingsPerHour, duration: 1 * HOURS },
  bookingsAfterWaiting: { points: 3, duration: 1 * MINUTES },
} as const;

export type Limited = readonly [limit: keyof typeof limits, who: string];
/** A refusal names the limit that was reached, and says in words when to try again; so does the answer that goes with them. */
export type Allowance =
  | { ok: true }
  | { ok: false; limit: Limited[0]; waitMs: number; words: string; answer: PrivateAnswer };

/**
 * Counts one more try against each limit, in one transaction, also when several come at once. Whoever is over a limit
 * already is told so after a read alone: an attack must not keep the database writing.
 */
export async function allow(...tries: Limited[]): Promise<Allowance> {
  const { store } = await company();
  const over = await overLimit(store.read, tries);
  if (over) return tooMany(over.limit, over.until.getTime() - Date.now());
  return store.tx(async (tx) => {
    await tx.delete(rateLimits).where(lt(rateLimits.expire, new Date()));
    for (const [limit, who] of tries) {
      const refusal = await consume(tx, limit, who);
      if (refusal) return tooMany(limit, refusal.msBeforeNext);
    }
    return { ok: true };
  });
}

/** Counts a letter against the mailbox that it goes to. */
export function letterTo(address: string): Limited {
  return ["lettersTo", mailboxOf(address)];
}

/** Forgets earlier tries, as after the right password. */
export async function forgive(...tries: Limited[]): Promise<void> {
  const { store } = await company();
  await store.tx(async (tx) => {
    for (const [limit, who] of tries) await limiter(tx, limit).delete(keyOf(who));
  });
}

function tooMany(limit: Limited[0], leftMs: number): Allowance {
  const waitMs = Math.max(1, leftMs);
  const minutes = Math.ceil(waitMs / (MINUTES * 1000));
  const clock = saDateTime(new Date(Date.now() + waitMs + MINUTES * 1000 - 1)).slice(-5);
  const words = `Too many requests. Please try again in ${minutes} ${minutes === 1 ? "minute" : "minutes"}, at ${clock}.`;
  return { ok: false, limit, waitMs, words, answer: tooSoon(waitMs) };
}

async function overLimit(store: Reader, tries: Limited[]): Promise<{ limit: Limited[0]; until: Date } | null> {
  const keys = tries.map(([limit, who]) => `${limit}:${keyOf(who)}`);
  const rows = await store.select().from(rateLimits).where(inArray(rateLimits.key, keys));
  const full = tries.flatMap(([limit], at) => {
    const row = rows.find(({ key }) => key === keys[at]);
    const until = row?.expire;
    return until && until > new Date() && row.points >= pointsOf(limit) ? [{ limit, until }] : [];
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
    points: pointsOf(limit),
    duration: limits[limit].duration,
  });
}

function pointsOf(limit: Limited[0]): number {
  const { points } = limits[limit];
  return typeof points === "function" ? points() : points;
}

/** Addresses are personal. A plain hash would not hide them: there are few enough IPv4 addresses to try them all. */
function keyOf(who: string): string {
  return signatureOf("rate-limit", who);
}
