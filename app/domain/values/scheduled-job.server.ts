import { Cron } from "croner";

/**
 * Does a job regularly while the process runs, one round at a time.
 * @param times a cron pattern, in South African time
 * @returns `stop` waits for a round that is under way
 */
export function scheduleJob(times: string, job: () => Promise<unknown>, onError: (error: unknown) => void) {
  let round: Promise<void> | undefined;
  const cron = new Cron(times, { timezone: "Africa/Johannesburg", protect: true, unref: true }, () => {
    round = job().then(() => undefined, onError);
    return round;
  });
  return {
    async stop() {
      cron.stop();
      await round;
    },
  };
}
