import { setTimeout as pause } from "node:timers/promises";

const SECONDS = 1000;
const LOOK_EVERY_MS = 5 * SECONDS;
/** Whoever hangs at the other end must not hold up a stop; what is in hand stays queued. */
const STOP_PATIENCE_MS = 1.5 * SECONDS;

/**
 * Looks for what is due, again and again, for as long as the process lives; never two rounds at once. `nudge` looks at
 * once, `stop` waits for what is in hand.
 * @param workOff works off what is due, and leaves the rest when it is told to stop
 */
export function startRounds(workOff: (isStopping: () => boolean) => Promise<void>, onError: (error: unknown) => void) {
  let round: Promise<void> | undefined;
  let again = false;
  let stopped = false;

  async function work() {
    do {
      again = false;
      await workOff(() => stopped);
    } while (again && !stopped);
  }
  function nudge() {
    if (stopped) return;
    if (round) {
      again = true;
      return;
    }
    round = work()
      .catch(onError)
      .finally(() => {
        round = undefined;
      });
  }
  const timer = setInterval(nudge, LOOK_EVERY_MS);
  timer.unref();
  nudge();

  return {
    nudge,
    async stop() {
      stopped = true;
      clearInterval(timer);
      await Promise.race([round, pause(STOP_PATIENCE_MS, undefined, { ref: false })]);
    },
  };
}
