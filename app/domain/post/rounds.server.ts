import { SECONDS } from "#app/durations";
import { every } from "#app/timers.server";

const LOOK_EVERY_MS = 1 * SECONDS;

/**
 * Checks for due work, again and again while the process runs, one round at a time. `nudge` checks at once; `stop`
 * waits for the current round.
 */
export function startRounds(lookOnce: () => Promise<void>, onError: (error: unknown) => void) {
  let round: Promise<void> | undefined;
  let again = false;
  let stopped = false;

  async function work() {
    do {
      again = false;
      await lookOnce();
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
  const looking = every(LOOK_EVERY_MS, nudge, onError);
  nudge();

  return {
    nudge,
    async stop() {
      stopped = true;
      await looking.stop();
      await round;
    },
  };
}
