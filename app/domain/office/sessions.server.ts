import { and, eq, gt, isNull, lte, or } from "drizzle-orm";
import { HOURS, MINUTES, SECONDS } from "#app/durations";
import { officePeople, officeSessions } from "#db/schema/office-people";
import type { Reader, Tx } from "#db/store.server";
import { newId } from "../values/ids.server";
import { sessionIdOf } from "../values/sha256.server";
import { isDueAgain, isWithinLast } from "../values/stored-moment";
import type { OfficePerson } from "./people.server";

const LONGEST_MS = 12 * HOURS;
const LONGEST_IDLE_MS = 30 * MINUTES;
/** Often enough to end a session on time, and seldom enough that not every page writes. */
const SEEN_EVERY_MS = 30 * SECONDS;
/** How long after a code a person may use what asks for one. */
const CODE_HOLDS_MS = 10 * MINUTES;

/** A session that hasn't ended, and whose it is. */
export type OfficeSession = { id: string; lastSeenAt: Date; codeAt: Date; person: OfficePerson };

/** Signs a person in on one browser. Returns the token for the cookie; the database keeps only its SHA-256. */
export async function startOfficeSession(
  tx: Tx,
  { personId, browser, token = newId() }: { personId: string; browser: string; token?: string },
  now: Date,
): Promise<string> {
  const expiresAt = new Date(now.getTime() + LONGEST_MS);
  const times = { createdAt: now, lastSeenAt: now, codeAt: now, expiresAt };
  await tx.insert(officeSessions).values({ id: sessionIdOf(token), personId, browser, ...times });
  return token;
}

/** The session that a token belongs to; null when it has ended or was ended, and for a blocked person. */
export function findOfficeSession(store: Reader, token: string, now: Date): Promise<OfficeSession | null> {
  return liveOfficeSession(store, sessionIdOf(token), now);
}

/** The same by the session's own id. */
export async function liveOfficeSession(store: Reader, sessionId: string, now: Date): Promise<OfficeSession | null> {
  const [found] = await store
    .select()
    .from(officeSessions)
    .innerJoin(officePeople, eq(officePeople.id, officeSessions.personId))
    .where(
      and(
        eq(officeSessions.id, sessionId),
        gt(officeSessions.expiresAt, now),
        gt(officeSessions.lastSeenAt, idleSince(now)),
        isNull(officePeople.blockedAt),
      ),
    );
  if (!found) return null;
  const { id, lastSeenAt, codeAt } = found.office_sessions;
  const { name, email, officeRight, ...person } = found.office_people;
  return { id, lastSeenAt, codeAt, person: { id: person.id, name, email, right: officeRight } };
}

export function isDueToBeSeen({ lastSeenAt }: OfficeSession, now: Date): boolean {
  return isDueAgain(SEEN_EVERY_MS, lastSeenAt, now);
}

export async function markSeen(tx: Tx, id: string, now: Date): Promise<void> {
  await tx.update(officeSessions).set({ lastSeenAt: now }).where(eq(officeSessions.id, id));
}

/** A code was typed in a session. */
export async function markCode(tx: Tx, id: string, now: Date): Promise<void> {
  await tx.update(officeSessions).set({ codeAt: now, lastSeenAt: now }).where(eq(officeSessions.id, id));
}

/** Whether a code was typed so lately that the person may use what asks for one. */
export function isRecent(codeAt: Date, now: Date): boolean {
  return isWithinLast(CODE_HOLDS_MS, codeAt, now);
}

export async function endOfficeSession(tx: Tx, id: string): Promise<void> {
  await tx.delete(officeSessions).where(eq(officeSessions.id, id));
}

/** Signs a person out everywhere. */
export async function endOfficeSessions(tx: Tx, personId: string): Promise<void> {
  await tx.delete(officeSessions).where(eq(officeSessions.personId, personId));
}

/** Deletes sessions that have ended by themselves. */
export async function forgetOfficeSessions(tx: Tx, now: Date): Promise<void> {
  const hasEnded = or(lte(officeSessions.expiresAt, now), lte(officeSessions.lastSeenAt, idleSince(now)));
  await tx.delete(officeSessions).where(hasEnded);
}

function idleSince(now: Date): Date {
  return new Date(now.getTime() - LONGEST_IDLE_MS);
}
