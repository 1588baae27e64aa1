import { setTimeout as pause } from "node:timers/promises";
import { Cron } from "croner";
import type { Store, Tx } from "#db/store.server";
import { forgetEnded } from "../accounts/sessions.server";
import { sweepLinks } from "../action-links/action-links.server";
import { forgetSenders } from "../drivers/applications.server";
import { forgetApplications } from "../drivers/old-applications.server";
import { forgetLetterFiles, forgetLetters } from "../mail/old-letters.server";
import { forgetRefusedNotices } from "../payments/old-notices.server";
import { forgetUnbooked } from "../quotes/old-quotes.server";
import { anonymiseClosedBooks, anonymiseUnpaid } from "./anonymise.server";
import { booksKeptSince, daysBefore, keeping, monthsBefore } from "./keeping-times";

/** Small enough that whoever books meanwhile doesn't notice. */
const ROWS_AT_A_TIME = 100;
const BREATH_MS = 20;
/** Before the snapshot of the night, so that what goes is not in it. */
const NIGHTLY = "30 1 * * *";

/** How many of what were removed. */
export type Tidied = Partial<Record<keyof typeof rules | "letterFiles", number>>;

type Rule = (tx: Tx, now: Date, atMost: number) => Promise<number>;

const rules = {
  quotes: (tx, now, atMost) => forgetUnbooked(tx, daysBefore(now, keeping.quoteDays), atMost),
  unpaidBookings: (tx, now, atMost) => anonymiseUnpaid(tx, daysBefore(now, keeping.unpaidBookingDays), atMost, now),
  closedBooks: (tx, now, atMost) => anonymiseClosedBooks(tx, booksKeptSince(now), atMost, now),
  letters: (tx, now, atMost) => forgetLetters(tx, daysBefore(now, keeping.letterDays), atMost),
  refusedNotices: (tx, now, atMost) => forgetRefusedNotices(tx, daysBefore(now, keeping.refusedNoticeDays), atMost),
  applications: (tx, now, atMost) => forgetApplications(tx, monthsBefore(now, keeping.applicationMonths), atMost),
} satisfies Record<string, Rule>;

/**
 * Removes whatever has been kept for as long as the privacy page says. A few rows at a time, so that nobody waits;
 * doing it again, or being cut off in the middle, does no harm.
 * @param letterFolder where letters are, or were, written to files
 * @param isStopping asked before each few rows
 */
export async function tidy(
  store: Store,
  letterFolder: string,
  now: Date,
  isStopping: () => boolean = () => false,
): Promise<Tidied> {
  const tidied: Tidied = {};
  await store.tx(async (tx) => {
    await forgetEnded(tx, now);
    await sweepLinks(tx, now);
    await forgetSenders(tx, now);
  });
  for (const what of Object.keys(rules) as (keyof typeof rules)[]) {
    const removed = await inSmallSteps(store, rules[what], now, isStopping);
    if (removed > 0) tidied[what] = removed;
  }
  const files = await forgetLetterFiles(letterFolder, daysBefore(now, keeping.letterDays));
  if (files > 0) tidied.letterFiles = files;
  return tidied;
}

async function inSmallSteps(store: Store, rule: Rule, now: Date, isStopping: () => boolean): Promise<number> {
  let removed = 0;
  while (!isStopping()) {
    const some = await store.tx((tx) => rule(tx, now, ROWS_AT_A_TIME));
    removed += some;
    if (some < ROWS_AT_A_TIME) break;
    await pause(BREATH_MS);
  }
  return removed;
}

/** Tidies at once, in case the last night was missed, and then every night, for as long as the process lives. */
export function startTidying(
  store: Store,
  letterFolder: string,
  report: { done(tidied: Tidied): unknown; failed(error: unknown): void },
) {
  let stopped = false;
  let round: Promise<void> | undefined;
  function run() {
    round = tidy(store, letterFolder, new Date(), () => stopped)
      .then(report.done)
      .then(() => undefined, report.failed);
    return round;
  }
  const nightly = new Cron(NIGHTLY, { timezone: "Africa/Johannesburg", protect: true, unref: true }, run);
  void run();
  return {
    async stop() {
      stopped = true;
      nightly.stop();
      await round;
    },
  };
}
