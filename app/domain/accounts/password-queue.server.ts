/** How many forms have their passwords hashed at once. A login takes two hashes; each uses a core and 19 MiB. */
const AT_ONCE = 2;
/** About five seconds of work for a small server. With so many waiting, others are asked to try again later. */
const LONGEST_LINE = 60;

/** A request that waits for its turn. `begin` is told whether the turn has come. */
type Waiting = { isGone: () => boolean; begin: (isTheirTurn: boolean) => void };

let underway = 0;
let line: Waiting[] = [];

/**
 * Hashes or checks the passwords of one form when its turn comes. The queue is short, so that everybody in it is
 * answered in time; others are turned away.
 * @param isGone whether the client has disconnected; then nothing is calculated
 * @returns null, and nothing is done, when the queue is full or the client has gone
 */
export async function inPasswordQueue<Result>(
  isGone: () => boolean,
  work: () => Promise<Result>,
): Promise<{ result: Result } | null> {
  if (!(await turn(isGone))) return null;
  try {
    return { result: await work() };
  } finally {
    passOn();
  }
}

let inside = 0;

/**
 * Also limits the work before the queue: counting the tries of thousands of requests, each in its own transaction,
 * would take longer than the hashing.
 * @returns null, and nothing is done, when there is no room
 */
export async function ifRoomInPasswordQueue<Result>(work: () => Promise<Result>): Promise<{ result: Result } | null> {
  if (inside >= AT_ONCE + LONGEST_LINE) {
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

function turn(isGone: () => boolean): Promise<boolean> | boolean {
  if (underway < AT_ONCE) {
    underway += 1;
    return true;
  }
  if (line.length >= LONGEST_LINE) sendHome();
  if (line.length >= LONGEST_LINE) return false;
  return new Promise((begin) => line.push({ isGone, begin }));
}

/** Removes clients that have disconnected, so that they don't take up places. */
function sendHome(): void {
  const gone = line.filter((each) => each.isGone());
  line = line.filter((each) => !gone.includes(each));
  for (const each of gone) each.begin(false);
}

/** Passes the place to the next in the queue without freeing it, so that no new request can take it first. */
function passOn(): void {
  for (let next = line.shift(); next; next = line.shift()) {
    const isHere = !next.isGone();
    next.begin(isHere);
    if (isHere) return;
  }
  underway -= 1;
}
