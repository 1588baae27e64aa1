import { isLockedOut, StoreBusyError } from "./store-error";

/** How often the first in the queue tries to take the lock; each try takes some 20 microseconds. */
const ASK_EVERY_MS = 20;

type Waiting = { go(): void; refuse(error: unknown): void };

export type WriteQueue = {
  /**
   * Waits in the queue for the write lock.
   * @param waitMs how long at most; 0 doesn't wait at all
   * @returns a function that passes the turn to the next
   * @throws StoreBusyError when the time is over
   */
  turn(waitMs: number): Promise<() => void>;
  /** Resolves once the queue is empty. */
  empty(): Promise<void>;
};

/**
 * The queue for a file's write lock, which other programs may hold too. Only the first in the queue tries to take it.
 * Each has a deadline counted from its own arrival, so the last waits no longer than the first.
 * @param take takes the lock, or throws SQLite's "busy" at once
 */
export function writeQueue(take: () => void): WriteQueue {
  const line: Waiting[] = [];
  const whenEmpty: (() => void)[] = [];
  let isTaken = false;
  let asking: NodeJS.Timeout | undefined;

  function advance(): void {
    clearTimeout(asking);
    while (!isTaken) {
      const first = line[0];
      if (!first) break;
      try {
        take();
        isTaken = true;
        first.go();
      } catch (error) {
        if (isLockedOut(error)) {
          asking = setTimeout(advance, ASK_EVERY_MS);
          return;
        }
        first.refuse(error);
      }
      line.shift();
    }
    if (!isTaken) for (const resolve of whenEmpty.splice(0)) resolve();
  }

  function leave(): void {
    isTaken = false;
    advance();
  }

  return {
    turn: (waitMs) =>
      new Promise((resolve, reject) => {
        let deadline: NodeJS.Timeout | undefined;
        let hasEnded = false;
        const end = () => {
          hasEnded = true;
          clearTimeout(deadline);
        };
        const waiting: Waiting = {
          go() {
            end();
            resolve(leave);
          },
          refuse(error) {
            end();
            reject(error);
          },
        };
        line.push(waiting);
        if (line.length === 1) advance();
        if (hasEnded) return;
        const giveUp = () => {
          line.splice(line.indexOf(waiting), 1);
          waiting.refuse(new StoreBusyError(`another program locked the database for ${waitMs} ms`));
        };
        if (waitMs === 0) giveUp();
        else deadline = setTimeout(giveUp, waitMs);
      }),
    empty: () =>
      new Promise((resolve) => {
        whenEmpty.push(resolve);
        advance();
      }),
  };
}
