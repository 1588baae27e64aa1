import { setTimeout as pause } from "node:timers/promises";
import { Cron } from "croner";
import { forgetEmailFiles, forgetEmails } from "#app/domain/mail/old-emails.server";
import type { Store, Tx } from "#db/store.server";
import { endBlocks } from "../accounts/blocked-customers.server";
import { forgetEnded, forgetTries } from "../accounts/sessions.server";
import { sweepLinks } from "../action-links/action-links.server";
import { forgetClosedCases } from "../cases/cases.server";
import { forgetSenders } from "../drivers/applications.server";
import { forgetApplications } from "../drivers/old-applications.server";
import { forgetCustomers } from "../invoices/invoices.server";
import { forgetRefusedNotices } from "../payments/old-notices.server";
import { forgetUnsigned } from "../payments/unsigned-notices.server";
import { forgetUnbooked } from "../quotes/old-quotes.server";
import { forgetSentDrafts } from "../quotes/sent-drafts.server";
import { forgetDriverSessions } from "../rounds/driver-sessions.server";
import { forgetPhotos } from "../waybills/delivery-proof.server";
import { anonymiseClosedBooks, anonymiseUnpaid } from "./anonymise.server";
import { booksKeptSince, daysBefore, keeping, monthsBefore } from "./keeping-times";

/** Small enough not to delay bookings made meanwhile. */
const ROWS_AT_A_TIME = 100;
const BREATH_MS = 20;
/** Before the nightly snapshot, so that deleted data isn't in it. */
const NIGHTLY = "30 1 * * *";
const EVERY_MINUTE = "* * * * *";

/** How many rows of each kind were deleted. */
export type Tidied = Partial<Record<keyof typeof rules | "emailFiles", number>>;

type Rule = (tx: Tx, now: Date, atMost: number) => Promise<number>;

const rules = {
  quotes: (tx, now, atMost) => forgetUnbooked(tx, daysBefore(now, keeping.quoteDays), atMost),
  unpaidBookings: (tx, now, atMost) => anonymiseUnpaid(tx, daysBefore(now, keeping.unpaidBookingDays), atMost, now),
  closedBooks: (tx, now, atMost) => anonymiseClosedBooks(tx, booksKeptSince(now), atMost, now),
  invoiceCustomers: (tx, now, atMost) => forgetCustomers(tx, booksKeptSince(now), atMost),
  emails: (tx, now, atMost) => forgetEmails(tx, daysBefore(now, keeping.emailDays), atMost),
  refusedNotices: (tx, now, atMost) => forgetRefusedNotices(tx, daysBefore(now, keeping.refusedNoticeDays), atMost),
  unsignedNotices: (tx, now, atMost) => forgetUnsigned(tx, daysBefore(now, keeping.unsignedNoticeDays), atMost),
  photos: (tx, now, atMost) => forgetPhotos(tx, daysBefore(now, keeping.photoDays), atMost),
  applications: (tx, now, atMost) => forgetApplications(tx, monthsBefore(now, keeping.applicationMonths), atMost),
  sentDrafts: (tx, now, atMost) => forgetSentDrafts(tx, now, atMost),
  cases: (tx, now, atMost) => forgetClosedCases(tx, monthsBefore(now, keeping.caseMonths), atMost),
  blocks: (tx, now, atMost) => endBlocks(tx, monthsBefore(now, keeping.blockMonths), atMost),
} satisfies Record<string, Rule>;

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
  await store.tx(async (tx) => {
    await forgetEnded(tx, now);
    await forgetDriverSessions(tx, now);
    await sweepLinks(tx, now);
    await forgetSenders(tx, now);
  });
  for (const what of Object.keys(rules) as (keyof typeof rules)[]) {
    const removed = await inSmallSteps(store, rules[what], now, isStopping);
    if (removed > 0) tidied[what] = removed;
  }
  const files = await forgetEmailFiles(emailFolder, daysBefore(now, keeping.emailDays));
  if (files > 0) tidied.emailFiles = files;
  return tidied;
}

/**
 * Deletes counts of tries and applications after an hour: the privacy page promises an hour, not a night. There are few
 * rows; when there are none, nothing is written.
 */
async function forgetCounts(store: Store, now: Date): Promise<void> {
  await store.tx(async (tx) => {
    await forgetTries(tx, now);
    await forgetSenders(tx, now);
  });
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

/**
 * Deletes at once, in case the last night was missed, and then every night while the process runs. What is kept for an
 * hour is deleted within a minute.
 * @param clock returns the current time
 */
export function startTidying(
  store: Store,
  emailFolder: string,
  clock: () => Date,
  report: { done(tidied: Tidied): unknown; failed(error: unknown): void },
) {
  let stopped = false;
  let round: Promise<void> | undefined;
  let counts: Promise<void> | undefined;
  function run() {
    round = tidy(store, emailFolder, clock(), () => stopped)
      .then(report.done)
      .then(() => undefined, report.failed);
    return round;
  }
  function forget() {
    counts = forgetCounts(store, clock())
      .catch(report.failed)
      .then(() => undefined);
    return counts;
  }
  const schedule = { timezone: "Africa/Johannesburg", protect: true, unref: true };
  const nightly = new Cron(NIGHTLY, schedule, run);
  const minutely = new Cron(EVERY_MINUTE, schedule, forget);
  void run();
  return {
    async stop() {
      stopped = true;
      nightly.stop();
      minutely.stop();
      await Promise.all([round, counts]);
    },
  };
}
