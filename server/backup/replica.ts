import type { ChildProcess } from "node:child_process";
import { existsSync, rmSync } from "node:fs";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { Logger } from "pino";
import { SECONDS } from "../../app/durations";
import { type Lock, lockAlone } from "../../db/lock-file.server";
import { type Lag, lagOf, watchLag } from "./lag";
import { endLeftOver } from "./left-over";
import { findLitestream, type Replica, writeLitestreamConfig } from "./litestream";
import { relayLog } from "./litestream-log";
import { launchLitestream, type ProcessEnd } from "./litestream-process";

/**
 * SFTP has file times in whole seconds, and a restore follows the newest file. After a sudden end the next run must not
 * begin within the same second, or the older file could be taken for the newer.
 */
const FIRST_GAP_MS = 1.1 * SECONDS;
const LONGEST_GAP_MS = 60 * SECONDS;
/** After running this long, the next failure counts as the first. */
const STEADY_AFTER_MS = 60 * SECONDS;
const LOOK_AGAIN_MS = 5 * SECONDS;
/** Time to send the last commits; the rest is sent after the next start. */
const LAST_SYNC_MS = 2.5 * SECONDS;
const LOOK_EVERY_MS = 20;

export type RunningReplica = {
  /**
   * Whether Litestream runs, how often it was restarted, when something last reached the replica, and how long the
   * newest write has waited. Undefined while another process does this.
   */
  state(): { isRunning: boolean; restarts: number; lastWrittenAt: Date | undefined; behindMs: number | undefined };
  /** Call after the last commit, to let it reach the replica. Takes 2.5 seconds at most. */
  stop(): Promise<void>;
};

/**
 * Keeps a replica of the database elsewhere, about 100 ms behind, while the process runs. A failure of Litestream or of
 * the replica doesn't stop the site: it is logged and retried. Of several processes with one database, one does this;
 * when it ends, another takes over.
 * @throws ConfigError when Litestream isn't installed
 */
export function startReplica(
  { databaseFile, dataDir, replica }: { databaseFile: string; dataDir: string; replica: Replica },
  log: Logger,
): RunningReplica {
  const program = findLitestream(replica);
  const configFile = path.join(dataDir, "litestream.yml");
  const pidFile = path.join(dataDir, "litestream.pid");
  const stopping = new AbortController();
  let right: Lock | undefined;
  let isStopped = false;
  let child: ChildProcess | undefined;
  let restarts = 0;
  let lag: Lag | undefined;
  let endWatch: () => unknown = () => {};

  /** A full disk may keep us even from the lock, and passes. */
  async function keepAlways(): Promise<void> {
    for (;;) {
      await keep().catch((error: unknown) => {
        if (!stopping.signal.aborted) log.error({ err: error }, "no replica is written; trying again in a minute");
      });
      endWatch();
      if (stopping.signal.aborted) return;
      await unlessStopping(LONGEST_GAP_MS);
    }
  }

  async function keep(): Promise<void> {
    right ??= await rightToKeep();
    const ownLag = lagOf(databaseFile, new Date());
    lag = ownLag;
    endWatch = watchLag(ownLag, log, () => child?.kill("SIGKILL"));
    const endedSuddenly = existsSync(pidFile);
    await endLeftOver(pidFile, configFile);
    if (endedSuddenly) await pause(FIRST_GAP_MS);
    let gapMs = FIRST_GAP_MS;
    while (!isStopped) {
      const begin = performance.now();
      const ended = await attempt(ownLag);
      if (isStopped) return;
      if (performance.now() - begin > STEADY_AFTER_MS) gapMs = FIRST_GAP_MS;
      log.warn({ ...ended, nextTryInMs: gapMs }, "litestream ended; the replica waits");
      await unlessStopping(gapMs);
      gapMs = Math.min(2 * gapMs, LONGEST_GAP_MS);
      restarts += 1;
    }
  }

  /** A stop doesn't wait here, because the last commits must still be sent. */
  async function unlessStopping(ms: number): Promise<void> {
    await pause(ms, undefined, { signal: stopping.signal, ref: false }).catch(() => pause(LOOK_EVERY_MS));
  }

  async function rightToKeep(): Promise<Lock> {
    for (let isFirst = true; ; isFirst = false) {
      const lock = lockAlone(`${databaseFile}-second-copy`);
      if (lock) return lock;
      if (isFirst) log.info("another process writes the replica");
      await pause(LOOK_AGAIN_MS, undefined, { signal: stopping.signal, ref: false });
    }
  }

  /** Runs Litestream until it ends. */
  async function run(ownLag: Lag): Promise<ProcessEnd> {
    writeLitestreamConfig(configFile, databaseFile, replica);
    const litestream = launchLitestream({ program, configFile, pidFile }, replica);
    child = litestream.child;
    ownLag.started(new Date());
    relayLog(litestream.output, log, ownLag);
    try {
      return await litestream.ended;
    } finally {
      child = undefined;
      rmSync(pidFile, { force: true });
    }
  }

  /** A full disk, or a full process table, is a failure like any other and may pass. */
  async function attempt(ownLag: Lag): Promise<ProcessEnd | { err: unknown }> {
    return run(ownLag).catch((err: unknown) => ({ err }));
  }

  const endWithUs = () => child?.kill("SIGTERM");
  process.once("exit", endWithUs);
  const kept = keepAlways();

  return {
    state: () => ({
      isRunning: child !== undefined,
      restarts,
      lastWrittenAt: lag?.lastWrittenAt(),
      behindMs: lag?.behindMs(new Date()),
    }),
    async stop() {
      const givesUpAt = performance.now() + LAST_SYNC_MS;
      stopping.abort();
      endWatch();
      // It sends everything that it has read before it ends.
      while (right && !lag?.hasOpened(new Date()) && performance.now() < givesUpAt) await pause(LOOK_EVERY_MS);
      isStopped = true;
      const last = child;
      last?.kill("SIGTERM");
      await Promise.race([kept, pause(Math.max(0, givesUpAt - performance.now()), undefined, { ref: false })]);
      if (right && last?.exitCode !== 0) {
        log.warn("the last writes may not have reached the replica; they follow after the next start");
        last?.kill("SIGKILL");
      }
      process.off("exit", endWithUs);
      right?.release();
    },
  };
}
