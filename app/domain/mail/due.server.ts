import { and, eq, gt, isNull, lte, or, type Placeholder, type SQL, sql } from "drizzle-orm";
import { HOURS, MINUTES, SECONDS } from "#app/durations";
import { preparedFor } from "#db/prepared.server";
import { type channels, outgoingMails } from "#db/schema/mail";
import type { Reader } from "#db/store.server";

/** How long to wait after each failed attempt. After the last one the email is `dead`, and staff see it. */
const RETRY_GAPS_MS = [30 * SECONDS, 2 * MINUTES, 10 * MINUTES, 1 * HOURS, 6 * HOURS, 24 * HOURS];
/** The longest time that a message may be held before its first attempt, in case its reason is undone. */
export const LONGEST_HOLD_MS = 1 * MINUTES;
/** The most by which two machines' clocks may differ. */
const CLOCKS_DIFFER_MS = 1 * MINUTES;
/** The next attempt is never further ahead than this, by the number of attempts made. */
const TOO_FAR_MS = [LONGEST_HOLD_MS, ...RETRY_GAPS_MS].map((gapMs) => gapMs + CLOCKS_DIFFER_MS);

/** How a message is sent: by email or text message. */
export type Channel = (typeof channels)[number];

/** How many attempts have been made this long after the first, if all of them failed. */
export function attemptsWithin(ms: number): number {
  const madeAfter = RETRY_GAPS_MS.map((_, n) => RETRY_GAPS_MS.slice(0, n + 1).reduce((sum, gap) => sum + gap, 0));
  return 1 + madeAfter.filter((afterMs) => afterMs <= ms).length;
}

/** When to try again after this many attempts; undefined after the last. */
export function retryAt(attempts: number, now: Date): Date | undefined {
  const gapMs = RETRY_GAPS_MS[attempts - 1];
  return gapMs === undefined ? undefined : new Date(now.getTime() + gapMs);
}

/** What is due and not claimed. */
export function isDue(channel: Channel, now: Date) {
  return dueBy(channel, (aheadMs) => new Date(now.getTime() + aheadMs));
}

/** Whether anything is due, for any receiver. Runs every second, so it is a prepared query. */
export async function isAnyDue(store: Reader, channel: Channel, now: Date): Promise<boolean> {
  const moments = [0, ...TOO_FAR_MS].map((aheadMs) => [nameOf(aheadMs), new Date(now.getTime() + aheadMs)]);
  const found = await anyDue(store).execute({ channel, ...Object.fromEntries(moments) });
  return found.length > 0;
}

const anyDue = preparedFor((store) => {
  const at = (aheadMs: number) => sql`${sql.param(sql.placeholder(nameOf(aheadMs)), outgoingMails.nextAttemptAt)}`;
  const { id } = outgoingMails;
  return store
    .select({ id })
    .from(outgoingMails)
    .where(dueBy(sql.placeholder("channel"), at))
    .limit(1)
    .prepare();
});

const nameOf = (aheadMs: number) => `after ${aheadMs} ms`;

/** Due when its time has come, or when its time is further ahead than we ever wait: then the clock was set back. */
function dueBy(channel: Channel | Placeholder, at: (aheadMs: number) => Date | SQL) {
  const { state, claimedAt, nextAttemptAt, attempts } = outgoingMails;
  const tooFarAhead = TOO_FAR_MS.map((aheadMs, made) => and(eq(attempts, made), gt(nextAttemptAt, at(aheadMs))));
  return and(
    eq(state, "queued"),
    eq(outgoingMails.channel, channel),
    isNull(claimedAt),
    or(lte(nextAttemptAt, at(0)), ...tooFarAhead),
  );
}
