import { and, asc, eq, gt, inArray, isNotNull, lt, sql } from "drizzle-orm";
import { outgoingMails, waiting } from "#db/schema/mail";
import type { Reader, Store, Tx } from "#db/store.server";
import { newId } from "../values/ids.server";
import { CLOCKS_DIFFER_MS } from "../values/stored-moment";
import { askedFor, type Channel, channelRules, retryAt } from "./channels";
import { inOneMessage } from "./digest";
import { type Due, dueByReceiver, isAnyDue, queuedOf } from "./due.server";
import { partsOf } from "./gsm7";
import { giveUpWithdrawn, NO_LONGER_TRUE } from "./overtaken.server";
import { NOT_KEPT } from "./stored-emails.server";
import { leavingWith } from "./together.server";
import type { MailTransport, RefusedError, Standing } from "./transport.server";

type QueuedEmail = typeof outgoingMails.$inferSelect;

/**
 * A message that only this process may send now, with those that leave in one with it. `receiver` is its mail domain, or
 * the whole address if it has none.
 */
export type Claim = { email: QueuedEmail; others: readonly QueuedEmail[]; receiver: string };

/** The result of an attempt. `released`: it was stopped before the email's text was sent. */
export type SendingOutcome =
  | { kind: "sent" }
  | { kind: "failed"; error: string; next?: RefusedError["next"]; isChannels?: boolean }
  | { kind: "released" };

const allAlike: Standing = { last: [], probes: new Map() };

/**
 * Claims the email that has been due longest. The attempt is counted and the next one scheduled before this one starts,
 * so that no other process sends the email meanwhile, even if this one crashes. Writes nothing when nothing is due.
 * @param except receivers that may get no further email now
 * @param passed told of a message that isn't sent any more, because its words are no longer true
 */
export async function claimNext(
  store: Store,
  channel: Channel,
  except: readonly string[],
  now: Date,
  standing = allAlike,
  passed?: MailTransport["passed"],
): Promise<Claim | undefined> {
  while (await isAnyDue(store.read, channel, now)) {
    const next = await nextInTurn(store.read, channel, new Set(except), now, standing);
    if (!next) return undefined;
    const claim = await claimed(store, next, now, passed);
    if (claim) return claim;
  }
  return undefined;
}

async function nextInTurn(
  store: Reader,
  channel: Channel,
  except: Set<string>,
  now: Date,
  { last, probes }: Standing,
): Promise<Due | undefined> {
  const due = (await dueByReceiver(store, channel, now)).filter(({ receiver }) => !except.has(receiver));
  const trying = new Map<string, Due & { isDue: boolean }>();
  if (due.some(({ receiver }) => probes.has(receiver)))
    for (const probe of await queuedOf(store, [...probes.values()], now)) trying.set(probe.receiver, probe);
  const groupOf = new Map(last.flatMap((group, at) => group.map((receiver) => [receiver, at + 1] as const)));
  return due
    .map((each) => trying.get(each.receiver) ?? { ...each, isDue: true })
    .filter(({ isDue }) => isDue)
    .toSorted((one, other) => (groupOf.get(one.receiver) ?? 0) - (groupOf.get(other.receiver) ?? 0))[0];
}

async function claimed(
  store: Store,
  { id, receiver }: Due,
  now: Date,
  passed?: MailTransport["passed"],
): Promise<Claim | undefined> {
  // When two processes want the same email, the second waits and then finds it claimed.
  const isFree = and(eq(outgoingMails.id, id), waiting);
  return store.tx(
    async (tx) => {
      const [email] = await tx.select().from(outgoingMails).where(isFree);
      if (!email) return undefined;
      if (isOver(email, now)) {
        const over = { state: "skipped", lastError: NO_LONGER_TRUE, nextAttemptAt: now, ...blanked(email) } as const;
        const skipped = await tx.update(outgoingMails).set(over).where(isFree).returning({ id: outgoingMails.id });
        // A mark that comes now changes this row too, so it waits, and sees what is written instead.
        if (skipped.length > 0) await passed?.(tx, email, now);
        return undefined;
      }
      const attempts = email.attempts + 1;
      const turn = retryAt(email.channel, attempts, now) ?? now;
      const together = await leavingWith(tx, email, now);
      const digestId = together.length > 1 ? (email.digestId ?? newId()) : email.digestId;
      const claimed = { attempts, digestId, nextAttemptAt: turn, scheduledAt: now, claimedAt: now };
      const ids = together.map((each) => each.id);
      const free = and(inArray(outgoingMails.id, ids), waiting);
      const taken = await tx.update(outgoingMails).set(claimed).where(free).returning({ id: outgoingMails.id });
      const isTaken = new Set(taken.map((each) => each.id));
      const [first, ...others] = together
        .filter((each) => isTaken.has(each.id))
        .map((each) => ({ ...each, ...claimed }));
      return first && { receiver, email: first, others };
    },
    { rowLocks: true },
  );
}

const isOver = ({ trueUntil }: QueuedEmail, now: Date) => trueUntil !== null && trueUntil <= now;

/** Renews the claims on emails that are still being sent. */
export async function renewClaims(store: Store, ids: string[], now: Date): Promise<void> {
  if (ids.length === 0) return;
  const { id, state, claimedAt } = outgoingMails;
  const ours = and(inArray(id, ids), eq(state, "queued"), isNotNull(claimedAt));
  await store.tx((tx) => tx.update(outgoingMails).set({ claimedAt: now }).where(ours), { rowLocks: true });
}

/**
 * The channel works: makes a few of the messages due that wait because it didn't: those that failed longest ago, so that
 * some which always fail don't keep the others waiting. That try isn't counted. The next few go with the next success.
 */
export async function releaseWaiting(tx: Tx, of: Channel, now: Date): Promise<void> {
  const { id, channel, waitsForChannel, attempts, scheduledAt } = outgoingMails;
  const waits = and(waiting, sql`waits_for_channel`, eq(channel, of));
  const few = await tx
    .select({ id })
    .from(outgoingMails)
    .where(waits)
    .orderBy(asc(scheduledAt))
    .limit(channelRules[of].places);
  if (few.length === 0) return;
  const ids = few.map((each) => each.id);
  await tx
    .update(outgoingMails)
    .set({ attempts: sql`${attempts} - 1`, nextAttemptAt: now, scheduledAt: now, waitsForChannel: false })
    .where(and(inArray(id, ids), waiting, eq(waitsForChannel, true)));
}

/** Records the result of a claimed email's attempt, and that of those that left in one with it. */
export async function noteOutcome(tx: Tx, { email, others }: Claim, outcome: SendingOutcome, now: Date): Promise<void> {
  const all = [email, ...others] as const;
  const parts = others.length > 0 && email.channel === "sms" ? partsOf(inOneMessage(all).text) : null;
  for (const each of all)
    await tx
      .update(outgoingMails)
      .set({
        ...{ claimedAt: null, scheduledAt: now, waitsForChannel: false, ...noteOn(each, outcome, now) },
        ...(parts !== null && outcome.kind === "sent" && { parts: each === email ? parts : 0 }),
      })
      .where(and(eq(outgoingMails.id, each.id), eq(outgoingMails.state, "queued")));
  const ids = all.map(({ id }) => id);
  await giveUpWithdrawn(tx, inArray(outgoingMails.id, ids), now);
}

/**
 * Releases the claims of a process that has died. Its emails may or may not have been sent, so they are sent again.
 * @param madeBefore only claims made before that moment; all of them if unset
 */
export async function releaseClaims(store: Store, now: Date, madeBefore?: Date): Promise<void> {
  const { state, claimedAt } = outgoingMails;
  const isClaimed = and(eq(state, "queued"), madeBefore ? lt(claimedAt, madeBefore) : isNotNull(claimedAt));
  if (madeBefore) await restart(store, now);
  if ((await store.read.$count(outgoingMails, isClaimed)) === 0) return;
  await store.tx(async (tx) => {
    await giveUpWithdrawn(tx, isClaimed, now);
    await tx.update(outgoingMails).set({ claimedAt: null, nextAttemptAt: now, scheduledAt: now }).where(isClaimed);
  });
}

/** A claim that is still to come, made while the clock was ahead, begins anew: a living process renews it. */
async function restart(store: Store, now: Date): Promise<void> {
  const { state, claimedAt } = outgoingMails;
  const isAhead = and(eq(state, "queued"), gt(claimedAt, new Date(now.getTime() + CLOCKS_DIFFER_MS)));
  if ((await store.read.$count(outgoingMails, isAhead)) === 0) return;
  await store.tx((tx) => tx.update(outgoingMails).set({ claimedAt: now }).where(isAhead), { rowLocks: true });
}

function noteOn(email: QueuedEmail, outcome: SendingOutcome, now: Date): Partial<QueuedEmail> {
  if (outcome.kind === "released") return { attempts: email.attempts - 1, nextAttemptAt: now };
  if (outcome.kind === "sent") {
    return { state: "sent", sentAt: now, nextAttemptAt: now, lastError: null, ...blanked(email) };
  }
  const { error: lastError, next, isChannels = false } = outcome;
  const refusals = email.refusals + (next === "new id" ? 1 : 0);
  const turn = next === "give up" ? undefined : retryAt(email.channel, email.attempts, now);
  if (turn && next instanceof Date) {
    const asked = askedFor(email.channel, next, turn, now);
    return { lastError, nextAttemptAt: asked, refusals };
  }
  if (turn) return { lastError, nextAttemptAt: turn, refusals, waitsForChannel: isChannels && isYoung(email, now) };
  return { state: "dead", lastError, nextAttemptAt: now, refusals, ...blanked(email) };
}

/** One that fails while others go isn't tried for ever: after the time of all its gaps, each try counts. */
function isYoung({ channel, queuedAt }: QueuedEmail, now: Date): boolean {
  return now.getTime() - queuedAt.getTime() < channelRules[channel].gapsMs.reduce((sum, gapMs) => sum + gapMs, 0);
}

/**
 * Empties an email with a one-time link once it is no longer needed, so that a copy of the database doesn't reveal the
 * link.
 */
function blanked({ isSecret }: QueuedEmail): Partial<QueuedEmail> {
  return isSecret ? { textBody: NOT_KEPT, htmlBody: NOT_KEPT } : {};
}
