import type { QuoteAnswer } from "#app/domain/prices/contract/quote-answer";
import { HOURS } from "#app/durations";

/** Up to 255 visible ASCII characters, as in the IETF's Idempotency-Key draft. */
export const keyShape = /^[\x21-\x7e]{1,255}$/;
export const WRONG_KEY = "An Idempotency-Key has 1 to 255 visible ASCII characters.";

const REMEMBERED_MS = 1 * HOURS;
/** About 10 MB; beyond that the oldest answers are dropped. */
const MOST_ANSWERS = 5_000;

type Remembered = { requestHash: string; quote: QuoteAnswer; until: number };

/**
 * Answers by Idempotency-Key, oldest first. In memory: a quote through the API changes nothing, so if a key is lost the
 * caller merely gets today's price instead of one that is an hour old.
 */
const answers = new Map<string, Remembered>();

export function rememberedAnswer(key: string, now: number): Remembered | null {
  const answer = answers.get(key);
  return answer && answer.until > now ? answer : null;
}

export function rememberAnswer(key: string, answer: Omit<Remembered, "until">, now: number): void {
  answers.delete(key);
  answers.set(key, { ...answer, until: now + REMEMBERED_MS });
  for (const [oldest, { until }] of answers) {
    if (answers.size <= MOST_ANSWERS && until > now) break;
    answers.delete(oldest);
  }
}
