import { and, type Column, desc, eq, gt, lte, ne, or, type SQL } from "drizzle-orm";
import { DAYS, HOURS, MINUTES, SECONDS } from "#app/durations";
import { rateLimits } from "#db/schema/accounts";
import { sessions } from "#db/schema/sessions";
import type { Reader, Tx } from "#db/store.server";
import { type Limit, limits } from "../limits/limits";
import { newId } from "../values/ids.server";
import { sessionIdOf } from "../values/sha256.server";
import { isDueAgain } from "../values/stored-moment";

export type Session = typeof sessions.$inferSelect;
type Kind = Session["kind"];

export const SESSION_DAYS = 30;
export const DRIVER_SESSION_DAYS = 30;

/** An office's session that isn't used for so long has ended. */
const LONGEST_IDLE_MS = 30 * MINUTES;
/** How long sessions last, and how often it is noted that they are used: not on every page view. */
const lasts: Record<Kind, { longestMs: number; seenEveryMs?: number }> = {
  // Often enough for the list on the account page.
  customer: { longestMs: SESSION_DAYS * DAYS, seenEveryMs: 1 * HOURS },
  driver: { longestMs: DRIVER_SESSION_DAYS * DAYS },
  // Often enough to end it on time.
  office: { longestMs: 12 * HOURS, seenEveryMs: 30 * SECONDS },
};

type AnyTable = Parameters<Tx["delete"]>[0];

/** Whose sessions are of a kind: the table that `sessions.who` names, and which of its people may come in. */
export type Holders<Holder> = {
  kind: Kind;
  table: AnyTable;
  id: Column;
  mayComeIn?: SQL;
  as(row: never): Holder;
};

/** A session that hasn't ended, and whose it is. */
export type SignIn<Holder> = { session: Session; holder: Holder };

/** The longest window for which tries are counted. */
const LONGEST_COUNTED_MS = Math.max(
  ...Object.values<Limit>(limits).map((limit) => ("windowMs" in limit ? limit.windowMs : 0)),
);

/** Signs somebody in on one browser. Returns the token for the cookie; the database keeps only its SHA-256. */
export async function startSession(
  tx: Tx,
  kind: Kind,
  started: { who: string; browser: string; guestId?: string | null; token?: string },
  now: Date,
): Promise<string> {
  await forgetExpired(tx, now);
  const { token = newId(), ...session } = started;
  const times = { createdAt: now, lastSeenAt: now, expiresAt: new Date(now.getTime() + lasts[kind].longestMs) };
  const codeAt = kind === "office" ? now : null;
  await tx.insert(sessions).values({ ...session, ...times, kind, codeAt, id: sessionIdOf(token) });
  return token;
}

/** The session of these holders that a token belongs to; null when it has ended or was ended, and for any other kind's. */
export function findSession<Holder>(
  store: Reader,
  holders: Holders<Holder>,
  token: string,
  now: Date,
): Promise<SignIn<Holder> | null> {
  return liveSession(store, holders, sessionIdOf(token), now);
}

/** The same by the session's own id. */
export async function liveSession<Holder>(
  store: Reader,
  { kind, table, id: holderId, mayComeIn, as }: Holders<Holder>,
  id: string,
  now: Date,
): Promise<SignIn<Holder> | null> {
  const isIt = and(eq(sessions.id, id), eq(sessions.kind, kind), mayComeIn);
  const isUsed = kind === "office" ? gt(sessions.lastSeenAt, idleSince(now)) : undefined;
  const [found] = await store
    .select({ session: sessions, holder: table })
    .from(sessions)
    .innerJoin(table, eq(holderId, sessions.who))
    .where(and(isIt, gt(sessions.expiresAt, now), isUsed));
  return found ? { session: found.session, holder: as(found.holder as never) } : null;
}

export function isDueToBeSeen({ kind, lastSeenAt }: Session, now: Date): boolean {
  return isDueAgain(lasts[kind].seenEveryMs ?? Number.POSITIVE_INFINITY, lastSeenAt, now);
}

export async function markSeen(tx: Tx, id: string, now: Date): Promise<void> {
  await tx.update(sessions).set({ lastSeenAt: now }).where(eq(sessions.id, id));
}

/** A code was typed in a session. */
export async function markCode(tx: Tx, id: string, now: Date): Promise<void> {
  await tx.update(sessions).set({ codeAt: now, lastSeenAt: now }).where(eq(sessions.id, id));
}

/** A customer's sessions, the most recently used first. */
export async function sessionsOf(store: Reader, uid: string, now: Date): Promise<Session[]> {
  return store
    .select()
    .from(sessions)
    .where(and(areOf("customer", uid), gt(sessions.expiresAt, now)))
    .orderBy(desc(sessions.lastSeenAt));
}

/** Ends one session, if it is of this kind and person. */
export async function endSession(tx: Tx, kind: Kind, who: string, id: string): Promise<void> {
  await tx.delete(sessions).where(and(areOf(kind, who), eq(sessions.id, id)));
}

/** Ends all of a person's sessions except one. */
export async function endSessions(tx: Tx, kind: Kind, who: string, keepId?: string): Promise<void> {
  await tx.delete(sessions).where(and(areOf(kind, who), keepId === undefined ? undefined : ne(sessions.id, keepId)));
}

/** The guest ids of the browsers on which a customer is signed in. */
export async function guestIdsOf(store: Reader, uid: string): Promise<string[]> {
  const rows = await store.select({ guestId: sessions.guestId }).from(sessions).where(areOf("customer", uid));
  return rows.flatMap(({ guestId }) => guestId ?? []);
}

/** Deletes sessions that have ended by themselves, and expired counts of tries. */
export async function forgetEnded(tx: Tx, now: Date): Promise<void> {
  await tx.delete(sessions).where(and(eq(sessions.kind, "office"), lte(sessions.lastSeenAt, idleSince(now))));
  await forgetExpired(tx, now);
}

/** At each sign-in, by an index: only the tidying looks for the office's idle sessions, which open nothing any more. */
async function forgetExpired(tx: Tx, now: Date): Promise<void> {
  await tx.delete(sessions).where(lte(sessions.expiresAt, now));
  await forgetTries(tx, now);
}

/** Deletes expired counts of tries, and counts from the future, which are left when the clock was set back. */
export async function forgetTries(tx: Tx, now: Date): Promise<void> {
  const tooFarAhead = new Date(now.getTime() + LONGEST_COUNTED_MS);
  await tx.delete(rateLimits).where(or(lte(rateLimits.expire, now), gt(rateLimits.expire, tooFarAhead)));
}

function areOf(kind: Kind, who: string) {
  return and(eq(sessions.kind, kind), eq(sessions.who, who));
}

function idleSince(now: Date): Date {
  return new Date(now.getTime() - LONGEST_IDLE_MS);
}
