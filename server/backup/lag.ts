import { statSync } from "node:fs";
import type { Logger } from "pino";
import { SECONDS } from "../../app/durations";

const LOOK_EVERY_MS = 5 * SECONDS;
const TOLD_AFTER_MS = 60 * SECONDS;
/** A piece is some megabytes, 64 at most unless Litestream was long away. */
const SENT_WITHIN_MS = 5 * 60 * SECONDS;
/** It takes a tenth of a second; this is for a busy machine. */
const OPENED_WITHIN_MS = 1.5 * SECONDS;

export type Lag = ReturnType<typeof lagOf>;

/**
 * How long what is written to a database has waited to reach its replica. Litestream runs on, and counts as running,
 * while it can't write there; so we compare when the write-ahead log last grew with when something last arrived.
 * @param since from when on nothing has arrived yet
 */
export function lagOf(databaseFile: string, since: Date) {
  let lastWrittenAt: Date | undefined;
  let waitingSince: Date | undefined = since;
  let begunAt: Date | undefined;
  let startedAt: Date | undefined;
  let hasWritten = false;

  return {
    lastWrittenAt: () => lastWrittenAt,
    begun(now: Date) {
      begunAt = now;
    },
    written(now: Date) {
      lastWrittenAt = now;
      waitingSince = undefined;
      begunAt = undefined;
      hasWritten = true;
    },
    started(now: Date) {
      begunAt = undefined;
      startedAt = now;
      hasWritten = false;
    },
    /** Asked to end before it has opened the database, Litestream leaves without a look at the last commits. */
    hasOpened: (now: Date) =>
      hasWritten || (startedAt !== undefined && now.getTime() - startedAt.getTime() > OPENED_WITHIN_MS),
    /** Litestream 0.3 waits for ever, and says nothing, once it may not write a piece that it has begun. */
    hangs: (now: Date) => begunAt !== undefined && now.getTime() - begunAt.getTime() > SENT_WITHIN_MS,
    behindMs(now: Date): number {
      const wal = statSync(`${databaseFile}-wal`, { throwIfNoEntry: false });
      if (lastWrittenAt && wal?.size && wal.mtime > lastWrittenAt) waitingSince ??= wal.mtime;
      return waitingSince ? Math.max(0, now.getTime() - waitingSince.getTime()) : 0;
    },
  };
}

/**
 * Says once in the log when the replica falls behind, and when it has caught up. Call what it answers to end it.
 * @param onHang called when Litestream has to be started again
 */
export function watchLag(lag: Lag, log: Logger, onHang: () => void): () => void {
  let isTold = false;
  const timer = setInterval(() => {
    if (lag.hangs(new Date())) {
      log.warn("litestream hangs; restarting it");
      lag.started(new Date());
      onHang();
    }
    const behindMs = lag.behindMs(new Date());
    if (behindMs > TOLD_AFTER_MS && !isTold) {
      isTold = true;
      log.error({ behindMs }, "the replica is behind: nothing has reached it for a minute");
    } else if (behindMs === 0 && isTold) {
      isTold = false;
      log.info("the replica has caught up");
    }
  }, LOOK_EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}
