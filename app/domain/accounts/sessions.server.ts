import { and, desc, eq, gt, lt, lte, ne, or } from "drizzle-orm";
import { HOURS } from "#app/durations";
import { rateLimits, sessions, users } from "#db/schema/accounts";
import type { Reader, Tx } from "#db/store.server";
import { type Limit, limits } from "../limits/limits";
import { newId } from "../values/ids.server";
import { sessionIdOf } from "../values/sha256.server";
import { isDueAgain } from "../values/stored-moment";
import type { Account } from "./account";
import { asAccount } from "./accounts.server";

export const SESSION_DAYS = 30;
/** The longest window for which tries are counted. */
const LONGEST_COUNTED_MS = Math.max(
  ...Object.values<Limit>(limits).map((limit) => ("windowMs" in limit ? limit.windowMs : 0)),
);
/** Often enough for the list on the account page. More often would write on every page view. */
const SEEN_EVERY_MS = 1 * HOURS;

export type Session = typeof sessions.$inferSelect;

/** Signs a user in on one browser. Returns the token for the cookie; the database keeps only its SHA-256. */
export async function startSession(
  tx: Tx,
  session: { uid: string; guestId: string | null; browser: string },
  now: Date,
): Promise<string> {
  await forgetEnded(tx, now);
  const token = newId();
  const expiresAt = new Date(now.getTime() + SESSION_DAYS * 24 * HOURS);
  await tx.insert(sessions).values({ ...session, id: sessionIdOf(token), createdAt: now, lastSeenAt: now, expiresAt });
  return token;
}

/** The session that a token belongs to; null when it was ended or has expired. */
export async function findSession(
  store: Reader,
  token: string,
  now: Date,
): Promise<{ session: Session; account: Account } | null> {
  const [found] = await store
    .select()
    .from(sessions)
    .innerJoin(users, eq(users.uid, sessions.uid))
    .where(and(eq(sessions.id, sessionIdOf(token)), gt(sessions.expiresAt, now)));
  return found ? { session: found.sessions, account: asAccount(found.users) } : null;
}

export function isDueToBeSeen(session: Session, now: Date): boolean {
  return isDueAgain(SEEN_EVERY_MS, session.lastSeenAt, now);
}

export async function markSeen(tx: Tx, id: string, now: Date): Promise<void> {
  await tx.update(sessions).set({ lastSeenAt: now }).where(eq(sessions.id, id));
}

/** A user's sessions, the most recently used first. */
export async function sessionsOf(store: Reader, uid: string, now: Date): Promise<Session[]> {
  return store
    .select()
    .from(sessions)
    .where(and(eq(sessions.uid, uid), gt(sessions.expiresAt, now)))
    .orderBy(desc(sessions.lastSeenAt));
}

/** Ends one session, if it belongs to this user. */
export async function endSession(tx: Tx, uid: string, id: string): Promise<void> {
  await tx.delete(sessions).where(and(eq(sessions.id, id), eq(sessions.uid, uid)));
}

/** Ends all of a user's sessions except one. */
export async function endSessions(tx: Tx, uid: string, keepId?: string): Promise<void> {
  await tx
    .delete(sessions)
    .where(and(eq(sessions.uid, uid), keepId === undefined ? undefined : ne(sessions.id, keepId)));
}

/** The guest ids of the browsers on which a user is signed in. */
export async function guestIdsOf(store: Reader, uid: string): Promise<string[]> {
  const rows = await store.select({ guestId: sessions.guestId }).from(sessions).where(eq(sessions.uid, uid));
  return rows.flatMap(({ guestId }) => guestId ?? []);
}

/** Deletes expired sessions and expired counts of tries. */
export async function forgetEnded(tx: Tx, now: Date): Promise<void> {
  await tx.delete(sessions).where(lt(sessions.expiresAt, now));
  await forgetTries(tx, now);
}

/** Deletes expired counts of tries, and counts from the future, which are left when the clock was set back. */
export async function forgetTries(tx: Tx, now: Date): Promise<void> {
  const tooFarAhead = new Date(now.getTime() + LONGEST_COUNTED_MS);
  await tx.delete(rateLimits).where(or(lte(rateLimits.expire, now), gt(rateLimits.expire, tooFarAhead)));
}
