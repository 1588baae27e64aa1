/** A request that waits for its turn. `begin` is told whether the turn has come. */
type Waiting = { hasDisconnected: () => boolean; begin: (isTheirTurn: boolean) => void };
type Line = { inside: number; waiting: Waiting[] };

type Places = { atOnce: number; waiting: number };

/**
 * A queue with a length: so many pieces of work at once, others in their order. It is short, so that everybody in it is
 * answered in time; others are turned away.
 */
export function waitingLine(places: Places) {
  return waitingLines(places, ["only"]).only;
}

/**
 * Several such queues for the same places, which take from each in turn: whoever fills one keeps nobody in another
 * waiting. Each has the whole length.
 */
export function waitingLines<Name extends string>({ atOnce, waiting: longest }: Places, names: readonly Name[]) {
  let underway = 0;
  /** The one that was served last is at the end. */
  const lines: Line[] = [];

  function openLine() {
    const line: Line = { inside: 0, waiting: [] };
    lines.push(line);
    return { inTurn, ifRoom };

    /**
     * Does the work when its turn comes.
     * @param hasDisconnected whether the client has disconnected; then nothing is done
     * @returns null, and nothing is done, when the queue is full or the client has gone
     */
    async function inTurn<Result>(
      hasDisconnected: () => boolean,
      work: () => Promise<Result>,
    ): Promise<{ result: Result } | null> {
      if (!(await turn(line, hasDisconnected))) return null;
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
      if (line.inside >= atOnce + longest) {
        sendHome(line);
        return null;
      }
      line.inside += 1;
      try {
        return { result: await work() };
      } finally {
        line.inside -= 1;
      }
    }
  }

  function turn(line: Line, hasDisconnected: () => boolean): Promise<boolean> | boolean {
    if (underway < atOnce) {
      underway += 1;
      served(line);
      return true;
    }
    if (line.waiting.length >= longest) sendHome(line);
    if (line.waiting.length >= longest) return false;
    return new Promise((begin) => line.waiting.push({ hasDisconnected, begin }));
  }

  /** Removes clients that have disconnected, so that they don't take up places. */
  function sendHome(line: Line): void {
    const gone = line.waiting.filter((each) => each.hasDisconnected());
    line.waiting = line.waiting.filter((each) => !gone.includes(each));
    for (const each of gone) each.begin(false);
  }

  /** Passes the place to the next in the queues without freeing it, so that no new request can take it first. */
  function passOn(): void {
    for (let line = nextLine(); line; line = nextLine()) {
      const next = line.waiting.shift();
      const isConnected = next?.hasDisconnected() === false;
      next?.begin(isConnected);
      if (!isConnected) continue;
      served(line);
      return;
    }
    underway -= 1;
  }

  const nextLine = () => lines.find(({ waiting }) => waiting.length > 0);

  function served(line: Line): void {
    lines.splice(lines.indexOf(line), 1);
    lines.push(line);
  }

  return Object.fromEntries(names.map((name) => [name, openLine()])) as Record<Name, ReturnType<typeof openLine>>;
}
