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
import { type Ending, launchLitestream } from "./litestream-process";

/**
 * SFTP tells the time of a piece in whole seconds, and a restore follows the newest: after a sudden end the next copy must
 * not begin within the second of the last piece, or the older of two would be taken for the newer.
 */
const FIRST_GAP_MS = 1.1 * SECONDS;
const LONGEST_GAP_MS = 60 * SECONDS;
/** Having run so long, the next fault is a new one. */
const STEADY_AFTER_MS = 60 * SECONDS;
const LOOK_AGAIN_MS = 5 * SECONDS;
/** For what was written last to get there; the rest follows after the next start. */
const LAST_SYNC_MS = 2.5 * SECONDS;
const LOOK_EVERY_MS = 20;

export type SecondCopy = {
  /**
   * Whether Litestream runs, how often it had to be started again, when something last reached the replica, and how
   * long what was written has waited to get there: nothing while another process keeps it.
   */
  state(): { isRunning: boolean; restarts: number; lastWrittenAt: Date | undefined; behindMs: number | undefined };
  /** Call after the last commit: lets what was written last get there. Takes 2.5 seconds at most. */
  stop(): Promise<void>;
};

/**
 * Keeps a replica of the database elsewhere, up to date within about 100 ms, for as long as the process lives. No
 * fault of Litestream's or of that place takes the site down: it is told in the log and tried again.
 * Of several processes with one database, one keeps the copy; when it ends, another takes over.
 * @throws ConfigError when there is no Litestream on this machine
 */
export function startSecondCopy(
  { databaseFile, dataDir, replica }: { databaseFile: string; dataDir: string; replica: Replica },
  log: Logger,
): SecondCopy {
  const program = findLitestream(replica);
  const configFile = path.join(dataDir, "litestream.yml");
  const pidFile = path.join(dataDir, "litestream.pid");
  const stopping = new AbortController();
  let right: Lock | undefined;
  let isOver = false;
  let child: ChildProcess | undefined;
  let restarts = 0;
  let lag: Lag | undefined;
  let endWatch = () => {};

  async function keep(): Promise<void> {
    right = await rightToKeep();
    const ownLag = lagOf(databaseFile, new Date());
    lag = ownLag;
    endWatch = watchLag(ownLag, log, () => child?.kill("SIGKILL"));
    const endedSuddenly = existsSync(pidFile);
    await endLeftOver(pidFile, configFile);
    if (endedSuddenly) await pause(FIRST_GAP_MS);
    let gapMs = FIRST_GAP_MS;
    while (!isOver) {
      const begin = Date.now();
      const ended = await attempt(ownLag);
      if (isOver) return;
      if (Date.now() - begin > STEADY_AFTER_MS) gapMs = FIRST_GAP_MS;
      log.warn({ ...ended, nextTryInMs: gapMs }, "litestream ended; the replica waits");
      await unlessStopping(gapMs);
      gapMs = Math.min(2 * gapMs, LONGEST_GAP_MS);
      restarts += 1;
    }
  }

  /** A stop doesn't wait: what was written last must still get there. */
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

  /** Runs Litestream to its end. */
  async function run(ownLag: Lag): Promise<Ending> {
    writeLitestreamConfig(configFile, databaseFile, replica);
    const litestream = launchLitestream({ program, configFile, pidFile }, replica);
    child = litestream.child;
    ownLag.started(new Date());
    relayLog(litestream.said, log, ownLag);
    try {
      return await litestream.ended;
    } finally {
      child = undefined;
      rmSync(pidFile, { force: true });
    }
  }

  /** A full disk, or a system without room for one process more, is a fault like others: it passes. */
  async function attempt(ownLag: Lag): Promise<Ending | { err: unknown }> {
    return run(ownLag).catch((err: unknown) => ({ err }));
  }

  const endWithUs = () => child?.kill("SIGTERM");
  process.once("exit", endWithUs);
  const kept = keep().catch((error: unknown) => {
    if (!stopping.signal.aborted) log.error({ err: error }, "no replica is written");
  });

  return {
    state: () => ({
      isRunning: child !== undefined,
      restarts,
      lastWrittenAt: lag?.lastWrittenAt(),
      behindMs: lag?.behindMs(new Date()),
    }),
    async stop() {
      const givesUpAt = Date.now() + LAST_SYNC_MS;
      stopping.abort();
      endWatch();
      // What it reads last, it sends before it ends.
      while (right && !lag?.hasOpened(new Date()) && Date.now() < givesUpAt) await pause(LOOK_EVERY_MS);
      isOver = true;
      const last = child;
      last?.kill("SIGTERM");
      await Promise.race([kept, pause(givesUpAt - Date.now(), undefined, { ref: false })]);
      if (right && last?.exitCode !== 0) {
        log.warn("the last writes may not have reached the replica; they follow after the next start");
        last?.kill("SIGKILL");
      }
      process.off("exit", endWithUs);
      right?.release();
    },
  };
}
