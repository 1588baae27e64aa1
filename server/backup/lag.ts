import { statSync } from "node:fs";
import type { Logger } from "pino";
import { notToCome } from "../../app/domain/values/stored-moment";
import { SECONDS } from "../../app/durations";
import { every } from "../../app/timers.server";

const LOOK_EVERY_MS = 5 * SECONDS;
const REPORTED_AFTER_MS = 60 * SECONDS;
/** A segment is some megabytes; at most 64 unless Litestream was down for long. */
const SENT_WITHIN_MS = 5 * 60 * SECONDS;
/** It takes a tenth of a second; this allows for a busy machine. */
const OPENED_WITHIN_MS = 1.5 * SECONDS;

export type Lag = ReturnType<typeof lagOf>;

/**
 * How long the newest write has waited to reach the replica. Litestream keeps running even when it can't write there,
 * so we compare when the write-ahead log last grew with when something last arrived.
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
    /** Litestream stopped before it has opened the database would exit without sending the last commits. */
    hasOpened: (now: Date) =>
      hasWritten || (startedAt !== undefined && now.getTime() - startedAt.getTime() > OPENED_WITHIN_MS),
    /**
     * Litestream 0.3 waits for ever, without a message, if it loses permission to write a segment that it has begun.
     */
    hangs: (now: Date) => begunAt !== undefined && now.getTime() - begunAt.getTime() > SENT_WITHIN_MS,
    behindMs(now: Date): number {
      // What the clock showed while it was ahead would hide what hasn't arrived since.
      lastWrittenAt = lastWrittenAt && notToCome(lastWrittenAt, now);
      waitingSince = waitingSince && notToCome(waitingSince, now);
      const wal = statSync(`${databaseFile}-wal`, { throwIfNoEntry: false });
      if (lastWrittenAt && wal?.size && wal.mtime > lastWrittenAt) waitingSince ??= wal.mtime;
      return waitingSince ? Math.max(0, now.getTime() - waitingSince.getTime()) : 0;
    },
  };
}

/**
 * Logs once when the replica falls behind, and once when it has caught up. Returns a function that stops it.
 * @param onHang called when Litestream has to be restarted
 */
export function watchLag(lag: Lag, log: Logger, onHang: () => void): () => Promise<void> {
  let isReported = false;
  const look = () => {
    if (lag.hangs(new Date())) {
      log.warn("litestream hangs; restarting it");
      lag.started(new Date());
      onHang();
    }
    const behindMs = lag.behindMs(new Date());
    if (behindMs > REPORTED_AFTER_MS && !isReported) {
      isReported = true;
      log.error({ behindMs }, "the replica is behind: nothing has reached it for a minute");
    } else if (behindMs === 0 && isReported) {
      isReported = false;
      log.info("the replica has caught up");
    }
  };
  const failed = (err: unknown) => log.error({ err }, "the replica could not be watched");
  return every(LOOK_EVERY_MS, look, failed).stop;
}
