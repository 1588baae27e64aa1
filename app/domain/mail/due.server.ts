import { and, eq, gt, isNotNull, isNull, lte, or, type SQL, sql } from "drizzle-orm";
import { preparedFor } from "#db/prepared.server";
import { channels, outgoingMails } from "#db/schema/mail";
import type { Reader } from "#db/store.server";
import { type Channel, CLOCKS_DIFFER_MS, tooFarAskedMs, tooFarMs } from "./channels";

/** What is due and not claimed. */
export function isDue(channel: Channel, now: Date) {
  return dueBy(channel, (aheadMs) => new Date(now.getTime() + aheadMs));
}

/** Whether anything is due, for any receiver. Runs every second, so it is a prepared query. */
export async function isAnyDue(store: Reader, channel: Channel, now: Date): Promise<boolean> {
  const aheads = [0, CLOCKS_DIFFER_MS, ...tooFarMs(channel), tooFarAskedMs(channel)];
  const moments = aheads.map((aheadMs) => [nameOf(aheadMs), new Date(now.getTime() + aheadMs)]);
  const found = await anyDue[channel](store).execute(Object.fromEntries(moments));
  return found.length > 0;
}

const prepareFor = (channel: Channel) =>
  preparedFor((store) => {
    const at = (aheadMs: number) => sql`${sql.param(sql.placeholder(nameOf(aheadMs)), outgoingMails.nextAttemptAt)}`;
    const { id } = outgoingMails;
    return store.select({ id }).from(outgoingMails).where(dueBy(channel, at)).limit(1).prepare();
  });

const anyDue = Object.fromEntries(channels.map((channel) => [channel, prepareFor(channel)])) as Record<
  Channel,
  ReturnType<typeof prepareFor>
>;

const nameOf = (aheadMs: number) => `after ${aheadMs} ms`;

/**
 * Due when its time has come, or when its time is further ahead than we ever wait: then the clock was set back. Before the
 * first attempt a message may be held for long, so there the clock was set back if the message was queued in the future.
 */
function dueBy(channel: Channel, at: (aheadMs: number) => Date | SQL) {
  const { state, claimedAt, nextAttemptAt, attempts, askedForAt, queuedAt } = outgoingMails;
  const tooFarAhead = tooFarMs(channel).map((aheadMs, made) =>
    and(
      eq(attempts, made),
      isNull(askedForAt),
      gt(nextAttemptAt, at(aheadMs)),
      made === 0 ? gt(queuedAt, at(CLOCKS_DIFFER_MS)) : undefined,
    ),
  );
  const tooFarAsked = and(isNotNull(askedForAt), gt(nextAttemptAt, at(tooFarAskedMs(channel))));
  const nearestTooFar = Math.min(...tooFarMs(channel), tooFarAskedMs(channel));
  return and(
    eq(state, "queued"),
    // Says nothing new, but lets both databases look at the two ends of their index instead of at all that is queued.
    or(lte(nextAttemptAt, at(0)), gt(nextAttemptAt, at(nearestTooFar))),
    eq(outgoingMails.channel, channel),
    isNull(claimedAt),
    or(lte(nextAttemptAt, at(0)), ...tooFarAhead, tooFarAsked),
  );
}
