import { statSync } from "node:fs";
import type { Logger } from "pino";

const SECONDS = 1000;
const LOOK_EVERY_MS = 5 * SECONDS;
const TOLD_AFTER_MS = 60 * SECONDS;

export type Lag = ReturnType<typeof lagOf>;

/**
 * How long what is written to a database has waited to reach its second copy. Litestream runs on, and counts as running,
 * while it can't write there; so we compare when the write-ahead log last grew with when something last arrived.
 * @param since from when on nothing has arrived yet
 */
export function lagOf(databaseFile: string, since: Date) {
  let lastWrittenAt: Date | undefined;
  let waitingSince: Date | undefined = since;

  return {
    lastWrittenAt: () => lastWrittenAt,
    written(now: Date) {
      lastWrittenAt = now;
      waitingSince = undefined;
    },
    behindMs(now: Date): number {
      const wal = statSync(`${databaseFile}-wal`, { throwIfNoEntry: false });
      if (lastWrittenAt && wal?.size && wal.mtime > lastWrittenAt) waitingSince ??= wal.mtime;
      return waitingSince ? Math.max(0, now.getTime() - waitingSince.getTime()) : 0;
    },
  };
}

/** Says once in the log when the second copy falls behind, and when it has caught up. Call what it answers to end it. */
export function watchLag(lag: Lag, log: Logger): () => void {
  let isTold = false;
  const timer = setInterval(() => {
    const behindMs = lag.behindMs(new Date());
    if (behindMs > TOLD_AFTER_MS && !isTold) {
      isTold = true;
      log.error({ behindMs }, "the second copy is behind: nothing has reached it for a minute");
    } else if (behindMs === 0 && isTold) {
      isTold = false;
      log.info("the second copy has caught up");
    }
  }, LOOK_EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}
