import { SECONDS } from "#app/durations";

const LOOK_EVERY_MS = 1 * SECONDS;

/**
 * Looks for what is due, again and again, for as long as the process lives; never two rounds at once. `nudge` looks at
 * once, `stop` waits for the round that is underway.
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
  const timer = setInterval(nudge, LOOK_EVERY_MS);
  timer.unref();
  nudge();

  return {
    nudge,
    async stop() {
      stopped = true;
      clearInterval(timer);
      await round;
    },
  };
}
