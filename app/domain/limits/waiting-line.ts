/** A request that waits for its turn. `begin` is told whether the turn has come. */
type Waiting = { hasDisconnected: () => boolean; begin: (isTheirTurn: boolean) => void };

/**
 * A queue with a length: so many pieces of work at once, others in their order. It is short, so that everybody in it is
 * answered in time; others are turned away.
 */
export function waitingLine({ atOnce, waiting: longest }: { atOnce: number; waiting: number }) {
  let inside = 0;
  let underway = 0;
  let line: Waiting[] = [];

  /**
   * Does the work when its turn comes.
   * @param hasDisconnected whether the client has disconnected; then nothing is done
   * @returns null, and nothing is done, when the queue is full or the client has gone
   */
  async function inTurn<Result>(
    hasDisconnected: () => boolean,
    work: () => Promise<Result>,
  ): Promise<{ result: Result } | null> {
    if (!(await turn(hasDisconnected))) return null;
    try {
      return { result: await work() };
    } finally {
      passOn();
    }
  }

  /**
   * Does work that comes before the queue: counting the tries of thousands of requests, each in its own transaction,
   * would take longer than what they wait for.
   * @returns null, and nothing is done, when there is no room
   */
  async function ifRoom<Result>(work: () => Promise<Result>): Promise<{ result: Result } | null> {
    if (inside >= atOnce + longest) {
      sendHome();
      return null;
    }
    inside += 1;
    try {
      return { result: await work() };
    } finally {
      inside -= 1;
    }
  }

  function turn(hasDisconnected: () => boolean): Promise<boolean> | boolean {
    if (underway < atOnce) {
      underway += 1;
      return true;
    }
    if (line.length >= longest) sendHome();
    if (line.length >= longest) return false;
    return new Promise((begin) => line.push({ hasDisconnected, begin }));
  }

  /** Removes clients that have disconnected, so that they don't take up places. */
  function sendHome(): void {
    const gone = line.filter((each) => each.hasDisconnected());
    line = line.filter((each) => !gone.includes(each));
    for (const each of gone) each.begin(false);
  }

  /** Passes the place to the next in the queue without freeing it, so that no new request can take it first. */
  function passOn(): void {
    for (let next = line.shift(); next; next = line.shift()) {
      const isConnected = !next.hasDisconnected();
      next.begin(isConnected);
      if (isConnected) return;
    }
    underway -= 1;
  }

  return { inTurn, ifRoom };
}
