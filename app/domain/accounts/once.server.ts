import type { Reader, Tx } from "#db/store.server";
import { answerKept, keepDone, keptDays } from "../limits/done-once.server";
import { sha256 } from "../values/sha256.server";
import type { ProblemAnswer } from "./problems";

/** How long an answer is kept with its Idempotency-Key. */
export const ANSWERS_KEPT_DAYS = keptDays["call by key"];

/** An answer of a call that was done: its status is 2xx. */
export type Answered = { status: number; body: unknown; location?: string };

/** A request that may come more than once. */
export type KeyedRequest = {
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
  { uid, key, hash }: KeyedRequest,
  work: () => Promise<Answered | ProblemAnswer>,
  now: Date,
): Promise<(Answered & { replayed: boolean }) | ProblemAnswer> {
  const kept = await keptAnswer(tx, { uid, key }, now);
  if (kept) {
    if (kept.requestHash !== hash)
      return { refused: "key-reused", detail: "This Idempotency-Key was used for another request. Use a new one." };
    const { requestHash: _, ...answered } = kept;
    return { ...answered, replayed: true };
  }
  const outcome = await work();
  if ("refused" in outcome) return outcome;
  if (key !== null) await keepDone(tx, callOf(uid, key), { requestHash: hash, ...outcome }, now);
  return { ...outcome, replayed: false };
}

/** The answer that is kept with an account's Idempotency-Key; null if none is. */
export async function keptAnswer(store: Reader, { uid, key }: Pick<KeyedRequest, "uid" | "key">, now: Date) {
  if (key === null) return null;
  return (await answerKept(store, callOf(uid, key), now)) as (Answered & { requestHash: string }) | null;
}

/** Two requests with the same hash ask for the same. */
export function requestHash(method: string, path: string, body: unknown): string {
  return sha256(JSON.stringify([method, path, body]));
}

const callOf = (who: string, key: string) => ({ kind: "call by key", who, key }) as const;
