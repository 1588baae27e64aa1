import { and, asc, eq, gt, inArray, isNotNull, isNull, lt, lte, notInArray, or, type SQL, sql } from "drizzle-orm";
import { HOURS, MINUTES, SECONDS } from "#app/durations";
import { type channels, outgoingMails } from "#db/schema/mail";
import { textAfter } from "#db/sql";
import type { Reader, Store, Tx } from "#db/store.server";
import { NOT_KEPT } from "./stored-emails.server";

/** How long to wait after each failed attempt; after the last one the email is `dead`, and staff see it. */
const RETRY_GAPS_MS = [30 * SECONDS, 2 * MINUTES, 10 * MINUTES, 1 * HOURS, 6 * HOURS, 24 * HOURS];
/** A message may be held so long before its first attempt, in case its reason is taken back. */
export const LONGEST_HOLD_MS = 1 * MINUTES;
/** The clocks of two machines differ by less. */
const CLOCKS_DIFFER_MS = 1 * MINUTES;

/** How a message goes out: by email, or as a text message. */
export type Channel = (typeof channels)[number];

type QueuedEmail = typeof outgoingMails.$inferSelect;

/** An email that this process alone may send now. `receiver` is its mail domain, or the whole address where there is none. */
export type Claim = { email: QueuedEmail; receiver: string };

/** What became of an attempt. `released`: it was given up before the email's text had left. */
export type Outcome = { kind: "sent" } | { kind: "failed"; error: string } | { kind: "released" };

const receiver = sql<string>`lower(${textAfter(outgoingMails.toAddress, "@")})`;

/**
 * Claims the email that has been due longest: the attempt is counted and the next one lies ahead before this one begins,
 * so that nobody else sends it meanwhile, whatever becomes of us. Writes nothing when nothing is due.
 * @param except receivers that may have no further email now
 */
export async function claimNext(
  store: Store,
  channel: Channel,
  except: string[],
  now: Date,
): Promise<Claim | undefined> {
  const { state, claimedAt, nextAttemptAt, queuedAt, id } = outgoingMails;
  const waits = and(eq(state, "queued"), eq(outgoingMails.channel, channel), isNull(claimedAt));
  const mayGo = and(waits, isDue(now), notInArray(receiver, except));
  const next = (from: Reader) =>
    from
      .select({ email: outgoingMails, receiver })
      .from(outgoingMails)
      .where(mayGo)
      .orderBy(asc(nextAttemptAt), asc(queuedAt), asc(id))
      .limit(1);
  while ((await next(store.read)).length > 0) {
    const claim = await store.tx(
      async (tx) => {
        const [due] = await next(tx);
        if (!due) return undefined;
        const attempts = due.email.attempts + 1;
        const claimed = { attempts, nextAttemptAt: retryAt(attempts, now) ?? now, claimedAt: now };
        // Of two processes that want the same one the second waits, and finds it taken.
        const isFree = and(eq(id, due.email.id), eq(state, "queued"), isNull(claimedAt));
        const taken = await tx.update(outgoingMails).set(claimed).where(isFree).returning({ id });
        return taken.length > 0 ? { receiver: due.receiver, email: { ...due.email, ...claimed } } : undefined;
      },
      { rowLocks: true },
    );
    if (claim) return claim;
  }
  return undefined;
}

/** Says that these are still in our hand. */
export async function renewClaims(store: Store, ids: string[], now: Date): Promise<void> {
  if (ids.length === 0) return;
  const { id, state, claimedAt } = outgoingMails;
  const ours = and(inArray(id, ids), eq(state, "queued"), isNotNull(claimedAt));
  await store.tx((tx) => tx.update(outgoingMails).set({ claimedAt: now }).where(ours), { rowLocks: true });
}

/** Notes what became of a claimed email. */
export async function noteOutcome(tx: Tx, { email }: Claim, outcome: Outcome, now: Date): Promise<void> {
  await tx
    .update(outgoingMails)
    .set({ claimedAt: null, ...noteOn(email, outcome, now) })
    .where(and(eq(outgoingMails.id, email.id), eq(outgoingMails.state, "queued")));
  await giveUpWithdrawn(tx, eq(outgoingMails.id, email.id), now);
}

/**
 * Frees what a process claimed that no longer runs. Whether those emails had left, nobody knows: they go (again).
 * @param before only what was claimed before that moment; all of it if unset
 */
export async function releaseClaims(store: Store, now: Date, before?: Date): Promise<void> {
  const { state, claimedAt } = outgoingMails;
  const isClaimed = and(eq(state, "queued"), before ? lt(claimedAt, before) : isNotNull(claimedAt));
  if ((await store.read.$count(outgoingMails, isClaimed)) === 0) return;
  await store.tx(async (tx) => {
    await giveUpWithdrawn(tx, isClaimed, now);
    await tx.update(outgoingMails).set({ claimedAt: null, nextAttemptAt: now }).where(isClaimed);
  });
}

/** What was taken back after it was tried has its correction by now: it isn't tried again. */
export async function giveUpWithdrawn(tx: Tx, which: SQL | undefined, now: Date): Promise<void> {
  const { state, withdrawnAt } = outgoingMails;
  await tx
    .update(outgoingMails)
    .set({ state: "skipped", claimedAt: null, nextAttemptAt: now, lastError: "taken back" })
    .where(and(which, eq(state, "queued"), isNotNull(withdrawnAt)));
}

function noteOn(email: QueuedEmail, outcome: Outcome, now: Date): Partial<QueuedEmail> {
  if (outcome.kind === "released") return { attempts: email.attempts - 1, nextAttemptAt: now };
  if (outcome.kind === "sent") {
    return { state: "sent", sentAt: now, nextAttemptAt: now, lastError: null, ...blanked(email) };
  }
  const again = retryAt(email.attempts, now);
  if (again) return { lastError: outcome.error, nextAttemptAt: again };
  return { state: "dead", lastError: outcome.error, nextAttemptAt: now, ...blanked(email) };
}

/** A one-time link must not be read out of a copy of the database, so its email is emptied when nobody sends it any more. */
function blanked({ isSecret }: QueuedEmail): Partial<QueuedEmail> {
  return isSecret ? { textBody: NOT_KEPT, htmlBody: NOT_KEPT } : {};
}

/** How many attempts a message has had, so long after the first, if all of them failed. */
export function attemptsWithin(ms: number): number {
  const madeAfter = RETRY_GAPS_MS.map((_, n) => RETRY_GAPS_MS.slice(0, n + 1).reduce((sum, gap) => sum + gap, 0));
  return 1 + madeAfter.filter((afterMs) => afterMs <= ms).length;
}

/** When to try again after so many attempts; undefined after the last. */
function retryAt(attempts: number, now: Date): Date | undefined {
  const gapMs = RETRY_GAPS_MS[attempts - 1];
  return gapMs === undefined ? undefined : new Date(now.getTime() + gapMs);
}

/** Its moment has come, or lies further ahead than we ever wait: then the clock was set back since. */
function isDue(now: Date) {
  const { nextAttemptAt, attempts } = outgoingMails;
  const tooFarAhead = [LONGEST_HOLD_MS, ...RETRY_GAPS_MS].map((gapMs, made) =>
    and(eq(attempts, made), gt(nextAttemptAt, new Date(now.getTime() + gapMs + CLOCKS_DIFFER_MS))),
  );
  return or(lte(nextAttemptAt, now), ...tooFarAhead);
}
