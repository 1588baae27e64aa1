const MINUTES = 60_000;
const HOURS = 60 * MINUTES;
/** A list this young is taken at its word; an older one only while no newer one can be had. */
const FRESH_MS = 1 * MINUTES;
const STALE_MS = 24 * HOURS;

/**
 * The last good answer to a question whose answer seldom changes: boxes, countries. Never used for prices.
 * Askers at the same moment share one call.
 * @returns the answer; throws what `ask` throws when nothing usable is remembered
 */
export function remembered<Answer>(ask: () => Promise<Answer>, clock: () => number = Date.now): () => Promise<Answer> {
  let last: { answer: Answer; at: number } | undefined;
  let underway: Promise<Answer> | undefined;

  async function askAnew(): Promise<Answer> {
    try {
      const answer = await ask();
      last = { answer, at: clock() };
      return answer;
    } catch (error) {
      if (last && clock() - last.at < STALE_MS) return last.answer;
      throw error;
    } finally {
      underway = undefined;
    }
  }

  return async () => {
    if (last && clock() - last.at < FRESH_MS) return last.answer;
    underway ??= askAnew();
    return underway;
  };
}
