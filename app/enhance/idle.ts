/** The longest wait before the scripts run, however busy the phone is. Milliseconds. */
const PATIENCE_MS = 2_000;

/** Runs tasks one after the other while the browser is idle, so that a tap always comes first. */
export function whenIdle(tasks: (() => void)[]): void {
  // Safari lacks this call; a timer has to do.
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
