/** Nobody waits longer for the nicer page than this, however busy the phone is. Milliseconds. */
const PATIENCE_MS = 2_000;

/** Does these things one after the other whenever the browser has nothing else to do: a tap always comes first. */
export function whenIdle(tasks: (() => void)[]): void {
  // Safari has no such call; there the next free moment has to do.
  const wait = globalThis.requestIdleCallback ?? ((work: IdleRequestCallback) => setTimeout(work, 0, alwaysLate));
  const left = [...tasks];
  const work: IdleRequestCallback = (deadline) => {
    do left.shift()?.();
    while (left.length > 0 && deadline.timeRemaining() > 0);
    if (left.length > 0) wait(work, { timeout: PATIENCE_MS });
  };
  wait(work, { timeout: PATIENCE_MS });
}

const alwaysLate: IdleDeadline = { didTimeout: true, timeRemaining: () => 0 };
