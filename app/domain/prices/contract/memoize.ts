import { HOURS, MINUTES } from "#app/durations";

/** A list younger than this is used as it is; an older one only while no newer one can be had. */
const FRESH_MS = 1 * MINUTES;
const STALE_MS = 24 * HOURS;
/** How long a failure is remembered: a page that needs a list twice shouldn't wait for the same failure twice. */
const FAILED_MS = 10_000;

/**
 * Caches the answer to a question whose answer seldom changes: boxes, countries. Never used for prices. Calls at the
 * same moment share one request.
 * @param clock milliseconds of a monotonic clock
 * @returns the answer; throws what `ask` throws when nothing usable is cached
 */
export function memoize<Answer>(ask: () => Promise<Answer>, clock: () => number): () => Promise<Answer> {
  let last: { answer: Answer; at: number } | undefined;
  let failure: { error: unknown; at: number } | undefined;
  let underway: Promise<Answer> | undefined;

  async function askAnew(): Promise<Answer> {
    try {
      const answer = await ask();
      last = { answer, at: clock() };
      failure = undefined;
      return answer;
    } catch (error) {
      failure = { error, at: clock() };
      return staleOr(error);
    } finally {
      underway = undefined;
    }
  }

  function staleOr(error: unknown): Answer {
    if (last && clock() - last.at < STALE_MS) return last.answer;
    throw error;
  }

  return async () => {
    if (last && clock() - last.at < FRESH_MS) return last.answer;
    if (failure && clock() - failure.at < FAILED_MS) return staleOr(failure.error);
    underway ??= askAnew();
    return underway;
  };
}
