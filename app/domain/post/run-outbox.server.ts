import { MINUTES, SECONDS } from "#app/durations";
import { every } from "#app/timers.server";
import type { Lock } from "#db/lock-file.server";
import type { Store } from "#db/store.server";
import { releaseClaims, renewClaims } from "./claims.server";
import { emailsOnTheirWay, type OutboxReport, realTime } from "./sending.server";
import type { MailTransport } from "./transport.server";

/** A process that hasn't renewed its claims for this long has died. */
const CLAIM_LASTS_MS = 2 * MINUTES;
const RENEW_EVERY_MS = 20 * SECONDS;

/**
 * Sends queued emails and text messages while the process runs.
 * @param transports one for each channel
 * @param now the current time; of several machines the same clock for all, which `Store.now` is
 * @param takeTurn returns a lock that the system releases when the process ends, or undefined while another process has
 * it. Only its holder sends, so any claim that it finds in the database is left from a dead process. `shared` instead:
 * processes on several machines send at the same time, and each keeps its claims by renewing them.
 */
export function startOutbox(
  store: Store,
  transports: MailTransport | readonly MailTransport[],
  report: OutboxReport,
  now: () => Date | Promise<Date>,
  takeTurn: (() => Lock | undefined) | "shared" = () => ({ release: () => undefined }),
) {
  const lanes = [transports]
    .flat()
    .map((transport) => emailsOnTheirWay(store, transport, { ...realTime, now }, report, () => rounds.nudge()));
  let lock: Lock | undefined;
  let hasTakenOver = false;
  let renewedAt: Date | undefined;
  /** Since when the database has answered without an error. */
  let heardSince: Date | undefined;

  /** After a database failure other processes get time to renew before their claims are released. */
  async function renewAndRelease(at: Date): Promise<void> {
    heardSince ??= at;
    renewedAt ??= at;
    if (msBetween(renewedAt, at) >= RENEW_EVERY_MS) {
      await renewClaims(
        store,
        lanes.flatMap((lane) => lane.ids()),
        at,
      );
      renewedAt = at;
    }
    if (msBetween(heardSince, at) >= CLAIM_LASTS_MS)
      await releaseClaims(store, at, new Date(at.getTime() - CLAIM_LASTS_MS));
  }

  function failed(error: unknown): void {
    heardSince = undefined;
    report.failed(error);
  }

  const rounds = startRounds(async () => {
    if (takeTurn === "shared") await renewAndRelease(await now());
    else {
      lock ??= takeTurn();
      if (!lock) return;
      if (!hasTakenOver) await releaseClaims(store, await now());
      hasTakenOver = true;
    }
    for (const lane of lanes) await lane.fill();
  }, failed);
  return {
    nudge: rounds.nudge,
    async stop() {
      await Promise.all([rounds.stop(), ...lanes.map((lane) => lane.stop())]);
      lock?.release();
    },
  };
}

function msBetween(earlier: Date, later: Date): number {
  return Math.abs(later.getTime() - earlier.getTime());
}

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
