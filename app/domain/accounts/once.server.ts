import { and, eq, inArray, lt } from "drizzle-orm";
import { DAYS } from "#app/durations";
import { apiAnswers } from "#db/schema/api-keys";
import type { Reader, Tx } from "#db/store.server";
import { sha256 } from "../values/sha256.server";
import type { Refused } from "./problems";

/** How long an answer is kept with its Idempotency-Key. */
export const ANSWERS_KEPT_DAYS = 7;

/** An answer of a call that was done: its status is 2xx. */
export type Answered = { status: number; body: unknown; location?: string };

/** A request that may come more than once. */
export type Asked = {
  uid: string;
  /** Its Idempotency-Key; null if it has none. */
  key: string | null;
  /** By `requestHash`. */
  hash: string;
};

/**
 * Does the work of a request once, in the transaction that also keeps its answer: asked again under the same key, gives
 * the same answer. A refusal made nothing and isn't kept, so the corrected request may come under the same key.
 */
export async function once(
  tx: Tx,
  { uid, key, hash }: Asked,
  work: () => Promise<Answered | Refused>,
  now: Date,
): Promise<(Answered & { replayed: boolean }) | Refused> {
  const kept = await keptAnswer(tx, { uid, key }, now);
  if (kept) {
    if (kept.requestHash !== hash)
      return { refused: "key-reused", detail: "This Idempotency-Key was used for another request. Use a new one." };
    const { status, body, location } = kept;
    return { status, body, ...(location && { location }), replayed: true };
  }
  const outcome = await work();
  if ("refused" in outcome) return outcome;
  if (key !== null) {
    const { status, body, location = null } = outcome;
    const kept = { requestHash: hash, status, body, location, answeredAt: now };
    await tx
      .insert(apiAnswers)
      .values({ uid, key, ...kept })
      .onConflictDoUpdate({ target: [apiAnswers.uid, apiAnswers.key], set: kept });
  }
  return { ...outcome, replayed: false };
}

/** The answer that is kept with an account's Idempotency-Key; null if none is. */
export async function keptAnswer(store: Reader, { uid, key }: Pick<Asked, "uid" | "key">, now: Date) {
  if (key === null) return null;
  const sameKey = and(eq(apiAnswers.uid, uid), eq(apiAnswers.key, key));
  const [kept] = await store.select().from(apiAnswers).where(sameKey);
  return kept && kept.answeredAt > keptSince(now) ? kept : null;
}

/** Two requests with the same hash ask for the same. */
export function requestHash(method: string, path: string, body: unknown): string {
  return sha256(JSON.stringify([method, path, body]));
}

/** Deletes the answers that were kept long enough. */
export async function forgetAnswers(tx: Tx, now: Date): Promise<void> {
  await tx.delete(apiAnswers).where(lt(apiAnswers.answeredAt, keptSince(now)));
}

/** Deletes the answers to an account's programs. Returns how many, at most `atMost`. */
export async function forgetAnswersTo(tx: Tx, uid: string, atMost: number): Promise<number> {
  const isTheirs = eq(apiAnswers.uid, uid);
  const some = await tx.select({ key: apiAnswers.key }).from(apiAnswers).where(isTheirs).limit(atMost);
  const keys = some.map(({ key }) => key);
  await tx.delete(apiAnswers).where(and(isTheirs, inArray(apiAnswers.key, keys)));
  return keys.length;
}

function keptSince(now: Date): Date {
  return new Date(now.getTime() - ANSWERS_KEPT_DAYS * DAYS);
}
