import { setTimeout as pause } from "node:timers/promises";
import { forgetEmailFiles } from "#app/domain/post/old-emails.server";
import { everyDay } from "#app/timers.server";
import type { Store, Tx } from "#db/store.server";
import { eraseDeletedAccounts } from "./deleted-accounts.server";
import { finishCustomerChanges } from "./finish-changes.server";
import { daysBefore, keeping } from "./keeping-times";
import { eraseBookings, personalTables, type Rule, type Swept } from "./personal-tables.server";

/**
 * A row of a file with a million quotes takes 3 ms of the event loop, on which customers wait. They have four fifths of
 * it: 15 ms of each 75 are for four rows and their commit.
 */
const ROWS_AT_A_TIME = 4;
const BREATH_MS = 60;
/** Before the nightly snapshot, so that deleted data isn't in it. */
const NIGHTLY = "30 1 * * *";
const EVERY_MINUTE = "* * * * *";

const erase = (tx: Tx, quoteIds: string[]) => eraseBookings(tx, quoteIds, "kept long enough");

/** How many rows of each kind were deleted. */
export type Tidied = Record<string, number>;

/**
 * Deletes data that has been kept for as long as the privacy page says, a few rows at a time, so that nobody waits. It
 * is safe to repeat and to interrupt.
 * @param emailFolder where emails are, or were, written to files
 * @param isStopping asked before each few rows
 */
export async function tidy(
  store: Store,
  emailFolder: string,
  now: Date,
  isStopping: () => boolean = () => false,
): Promise<Tidied> {
  const tidied: Tidied = {};
  await sweep(store, now);
  for (const [, { kept }] of personalTables()) {
    for (const [what, rule] of Object.entries("rules" in kept ? kept.rules : {})) {
      const removed = await inSmallSteps(store, rule, now, isStopping);
      if (removed > 0) tidied[what] = removed;
    }
  }
  const files = await forgetEmailFiles(emailFolder, daysBefore(now, keeping.emailDays));
  if (files > 0) tidied.emailFiles = files;
  return tidied;
}

/** Deletes what has expired. There are few rows; when there are none, nothing is written. */
async function sweep(store: Store, now: Date, isDue: (kept: Swept) => boolean = () => true): Promise<void> {
  await store.tx(async (tx) => {
    for (const [, { kept }] of personalTables()) if ("sweep" in kept && isDue(kept)) await kept.sweep(tx, now);
  });
}

async function inSmallSteps(store: Store, rule: Rule, now: Date, isStopping: () => boolean): Promise<number> {
  let removed = 0;
  while (!isStopping()) {
    const some = await store.tx((tx) => rule(tx, now, ROWS_AT_A_TIME, erase));
    removed += some;
    if (some < ROWS_AT_A_TIME) break;
    await pause(BREATH_MS);
  }
  return removed;
}

/**
 * Deletes at once, in case the last night was missed, and then every night while the process runs. What is kept for an
 * hour is deleted within a minute, and deleted accounts are erased as soon as `eraseAccounts` is called, or then; so is
 * finished what the office has begun.
 * @param clock returns the current time
 */
export function startTidying(
  store: Store,
  emailFolder: string,
  clock: () => Date,
  report: { done(tidied: Tidied): unknown; failed(error: unknown): void },
) {
  let stopped = false;
  const run = () => tidy(store, emailFolder, clock(), () => stopped).then(report.done);
  // The privacy page promises an hour for these, not a night.
  const forget = () => sweep(store, clock(), ({ everyMinute }) => everyMinute === true);
  const nightly = everyDay(NIGHTLY, run, report.failed);
  const minutely = everyDay(EVERY_MINUTE, forget, report.failed);
  let erasing: Promise<unknown> = Promise.resolve();
  const erase = () => {
    // One after the other: two at once would erase the same rows.
    erasing = erasing
      .then(() => eraseDeletedAccounts(store, clock(), () => stopped))
      .then(() => finishCustomerChanges(store, clock(), () => stopped))
      .catch(report.failed);
    return erasing;
  };
  const erasingAll = everyDay(EVERY_MINUTE, erase, report.failed);
  erase();
  const first = run().catch(report.failed);
  return {
    eraseAccounts: () => void erase(),
    async stop() {
      stopped = true;
      await Promise.all([first, nightly.stop(), minutely.stop(), erasingAll.stop()]);
      await erasing;
    },
  };
}
