import { MINUTES, SECONDS } from "#app/durations";
import type { Lock } from "#db/lock-file.server";
import type { Store } from "#db/store.server";
import { releaseClaims, renewClaims } from "./claims.server";
import { startRounds } from "./rounds.server";
import { emailsOnTheirWay, type OutboxReport, pause } from "./sending.server";
import type { MailTransport } from "./transport.server";

/** Whoever hasn't renewed a claim for so long was killed. */
const CLAIM_LASTS_MS = 2 * MINUTES;
const RENEW_EVERY_MS = 20 * SECONDS;

/**
 * Sends queued emails and text messages for as long as the process lives.
 * @param transports one for each channel
 * @param now says what time it is
 * @param takeTurn only one process sends at a time: a lock that the system takes back when that process ends, or
 *   undefined while another has it. Whoever gets it knows that what is claimed in the database is in nobody's hand.
 *   `shared`: processes on several machines send at the same time; what one has claimed is its own for as long as it renews that.
 */
export function startOutbox(
  store: Store,
  transports: MailTransport | readonly MailTransport[],
  report: OutboxReport,
  now: () => Date,
  takeTurn: (() => Lock | undefined) | "shared" = () => ({ release: () => undefined }),
) {
  const lanes = [transports]
    .flat()
    .map((transport) => emailsOnTheirWay(store, transport, { now, pause }, report, () => rounds.nudge()));
  let turn: Lock | undefined;
  let hasTakenOver = false;
  let renewedAt = now();
  /** Since when the database has answered without a fault. */
  let heardSince: Date | undefined;

  /** Whoever could not renew while the database was away gets as long again before their claims are freed. */
  async function renewAndRelease(at: Date): Promise<void> {
    heardSince ??= at;
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
    if (takeTurn === "shared") await renewAndRelease(now());
    else {
      turn ??= takeTurn();
      if (!turn) return;
      if (!hasTakenOver) await releaseClaims(store, now());
      hasTakenOver = true;
    }
    for (const lane of lanes) await lane.fill();
  }, failed);
  return {
    nudge: rounds.nudge,
    async stop() {
      await Promise.all([rounds.stop(), ...lanes.map((lane) => lane.stop())]);
      turn?.release();
    },
  };
}

function msBetween(earlier: Date, later: Date): number {
  return Math.abs(later.getTime() - earlier.getTime());
}
