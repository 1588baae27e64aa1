import { SECONDS } from "../app/durations";

/** How long a result is cached, so that frequent checks don't keep the database writing. */
const BELIEVED_FOR_MS = 2 * SECONDS;

export type WriteHealth = {
  /** Records the result of a write. */
  note(isWritten: boolean): void;
  /** Whether something can be written: the last write's result or, if that is old, a new try. */
  check(): Promise<boolean>;
};

/**
 * Remembers whether anything can be written.
 * @param tryWriting writes something that changes nothing, within a second; rejects when it can't
 */
export function writeHealth(
  tryWriting: () => Promise<unknown>,
  clock: () => number = () => performance.now(),
): WriteHealth {
  let last: { isGood: boolean; at: number } | undefined;
  let underway: Promise<boolean> | undefined;

  function note(isGood: boolean): void {
    last = { isGood, at: clock() };
  }

  async function retry(): Promise<boolean> {
    const isGood = await tryWriting().then(
      () => true,
      () => false,
    );
    note(isGood);
    underway = undefined;
    return isGood;
  }

  return {
    note,
    async check() {
      if (last && clock() - last.at < BELIEVED_FOR_MS) return last.isGood;
      underway ??= retry();
      return underway;
    },
  };
}
