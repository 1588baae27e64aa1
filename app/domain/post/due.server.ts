import { and, asc, eq, gt, inArray, lte, sql } from "drizzle-orm";
import { preparedFor } from "#db/prepared.server";
import { channels, outgoingMails, waiting } from "#db/schema/mail";
import type { Reader, Store } from "#db/store.server";
import { CLOCKS_DIFFER_MS } from "../values/stored-moment";
import type { Channel } from "./channels";

const { id, channel, receiver, state, claimedAt, nextAttemptAt, queuedAt, scheduledAt } = outgoingMails;

/** A message whose time has come. */
export type Due = { id: string; receiver: string };

/** Whether anything is due, for any receiver. Runs every second, so it is a prepared query. */
export async function isAnyDue(store: Reader, of: Channel, now: Date): Promise<boolean> {
  return (await anyDue[of](store).execute({ now })).length > 0;
}

/**
 * The message that has been due longest for each receiver, the longest first. Goes from one receiver to the next in the
 * index, so it costs the same however much waits for each of them.
 */
export function dueByReceiver(store: Reader, of: Channel, now: Date) {
  const next = sql`select receiver from outgoing_mails where ${waiting} and channel = ${of}`;
  const receivers = sql`(with recursive waits (receiver) as (
    select * from (${next} order by receiver limit 1) as first_one
    union all
    select (${next} and receiver > waits.receiver order by receiver limit 1) from waits where waits.receiver is not null
  ) select receiver from waits where receiver is not null) as receivers`;
  const first = sql`(select id from outgoing_mails as due where ${waiting} and channel = ${of}
    and due.receiver = receivers.receiver and next_attempt_at <= ${sql.param(now, nextAttemptAt)}
    order by next_attempt_at, queued_at, id limit 1)`;
  return store
    .select({ id, receiver })
    .from(receivers)
    .innerJoin(outgoingMails, eq(id, first))
    .orderBy(asc(nextAttemptAt), asc(queuedAt), asc(id));
}

/** Of some messages those that are still to be sent, and whether it is their time. */
export async function queuedOf(store: Reader, ids: string[], now: Date): Promise<(Due & { isDue: boolean })[]> {
  const found = await store
    .select({ id, receiver, claimedAt, nextAttemptAt })
    .from(outgoingMails)
    .where(and(inArray(id, ids), eq(state, "queued")));
  return found.map(({ id, receiver, claimedAt, nextAttemptAt }) => ({
    ...{ id, receiver },
    isDue: claimedAt === null && nextAttemptAt <= now,
  }));
}

/** Lets what was scheduled before the clock was set back go at once: its time may be years ahead. */
export async function catchUp(store: Store, of: Channel, now: Date): Promise<void> {
  const latest = new Date(now.getTime() + CLOCKS_DIFFER_MS);
  if ((await anyScheduledAfter[of](store.read).execute({ latest })).length === 0) return;
  const isAhead = and(waiting, eq(channel, of), gt(scheduledAt, latest));
  await store.tx((tx) => tx.update(outgoingMails).set({ nextAttemptAt: now, scheduledAt: now }).where(isAhead));
}

const forEachChannel = <Question>(prepare: (of: Channel) => Question) =>
  Object.fromEntries(channels.map((of) => [of, prepare(of)])) as Record<Channel, Question>;

const anyDue = forEachChannel((of) =>
  preparedFor((store) => {
    const isDue = lte(nextAttemptAt, sql`${sql.param(sql.placeholder("now"), nextAttemptAt)}`);
    return store
      .select({ id })
      .from(outgoingMails)
      .where(and(waiting, eq(channel, of), isDue))
      .limit(1)
      .prepare();
  }),
);

const anyScheduledAfter = forEachChannel((of) =>
  preparedFor((store) => {
    const isAhead = gt(scheduledAt, sql`${sql.param(sql.placeholder("latest"), scheduledAt)}`);
    return store
      .select({ id })
      .from(outgoingMails)
      .where(and(waiting, eq(channel, of), isAhead))
      .limit(1)
      .prepare();
  }),
);
