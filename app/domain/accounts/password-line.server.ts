/** Forms whose passwords are worked on at once. A login takes two hashes, each a core and 19 MiB for its time. */
const AT_ONCE = 2;
/** About five seconds of work for a small server. When so many wait, it is better to come back later than to wait too. */
const LONGEST_LINE = 60;

/** Somebody whose turn hasn't come; `begin` is told whether it has. */
type Waiting = { isGone: () => boolean; begin: (isTheirTurn: boolean) => void };

let underway = 0;
let line: Waiting[] = [];

/**
 * Hashes or checks the passwords of one form when its turn comes. The line is short, so that everybody in it is served in
 * time, however many others are turned away.
 * @param isGone whether the one who asked has hung up: nothing is then worked out for them
 * @returns null, and nothing was done, when the line is full or nobody waits for the answer any more
 */
export async function inPasswordLine<Result>(
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
 * Does what leads to the line as well as what is done in it, unless as many are on their way as it takes: to count the
 * tries of thousands, in a transaction each, would keep everybody waiting longer than the hashing.
 * @returns null, and nothing was done, when there is no room
 */
export async function ifRoomInPasswordLine<Result>(work: () => Promise<Result>): Promise<{ result: Result } | null> {
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

/** Those who have hung up must not keep others out. */
function sendHome(): void {
  const gone = line.filter((each) => each.isGone());
  line = line.filter((each) => !gone.includes(each));
  for (const each of gone) each.begin(false);
}

/** Hands the place on rather than giving it up, so that nobody slips in between. */
function passOn(): void {
  for (let next = line.shift(); next; next = line.shift()) {
    const isHere = !next.isGone();
    next.begin(isHere);
    if (isHere) return;
  }
  underway -= 1;
}
