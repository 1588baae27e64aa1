import { SECONDS } from "../app/durations";
import { log } from "../app/log.server";

/** Four seconds less than the whole, which leaves time to close the database and let the replica catch up. */
export const DRAIN_MS = 6 * SECONDS;
export const WHOLE_MS = 10 * SECONDS;

/** Shuts down in an orderly way on a signal, or after an error that leaves the process in an unknown state. */
export function stopWhenAsked(finish: () => Promise<void>): void {
  let stopping = false;

  async function stop(why: string, exitCode: number): Promise<void> {
    if (stopping) process.exit(1);
    stopping = true;
    setTimeout(() => process.exit(1), WHOLE_MS).unref();
    log.info(`${why}: finishing requests in progress`);
    try {
      await finish();
    } catch (error) {
      log.error({ err: error }, "could not shut down cleanly");
      process.exit(1);
    }
    process.exit(exitCode);
  }

  process.on("SIGTERM", () => stop("asked to stop", 0));
  process.on("SIGINT", () => stop("asked to stop", 0));
  for (const event of ["uncaughtException", "unhandledRejection"] as const) {
    process.on(event, (error: unknown) => {
      log.fatal({ err: error }, "an uncaught error");
      void stop("stopping because of an error", 1);
    });
  }
}
