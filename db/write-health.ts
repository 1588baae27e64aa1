import { SECONDS } from "../app/durations";

/** What was found is believed for so long: a stranger who keeps asking must not keep the database writing. */
const BELIEVED_FOR_MS = 2 * SECONDS;

export type WriteHealth = {
  /** Notes what became of a write. */
  note(isWritten: boolean): void;
  /** Whether something can be written: what the last write found or, when that is old, a new try. */
  check(): Promise<boolean>;
};

/**
 * Knows whether anything can be written.
 * @param tryWriting writes something that changes nothing, in a second at most; rejects when it can't
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

  async function tryAnew(): Promise<boolean> {
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
      underway ??= tryAnew();
      return underway;
    },
  };
}
