import { and, eq, gt, isNull, lt } from "drizzle-orm";
import { DAYS } from "#app/durations";
import { driverSessions, drivers } from "#db/schema/rounds";
import type { Reader, Tx } from "#db/store.server";
import { inspectLink, issueLink, redeemLink, revokeLinks } from "../accounts/action-links.server";
import { sessionIdOf } from "../values/sha256.server";
import type { Driver } from "./drivers.server";

export const DRIVER_SESSION_DAYS = 30;
export const LINK_LIVES_MS = 7 * DAYS;
const PURPOSE = "driver";

/** Makes a link that signs one phone in, once. The driver's earlier links stop working. Returns the link's code. */
export async function newSignInCode(tx: Tx, driver: Driver, now: Date): Promise<string> {
  await revokeLinks(tx, driver.id, [PURPOSE], now);
  return issueLink(tx, { purpose: PURPOSE, subject: driver.id, address: driver.phone, livesMs: LINK_LIVES_MS }, now);
}

/** The state of a sign-in code. Reading it changes nothing. */
export async function signInCodeState(store: Reader, code: string, now: Date) {
  return (await inspectLink(store, PURPOSE, code, now)).kind;
}

/**
 * Signs a phone in, and signs out the driver's phone before it.
 * @param token the value for the phone's cookie, derived from the code and the form, so that a form that is sent again
 * because its answer was lost finds the session that it started
 */
export async function signInDriver(
  tx: Tx,
  { code, token, phone }: { code: string; token: string; phone: string },
  now: Date,
): Promise<boolean> {
  if (await findDriver(tx, token, now)) return true;
  const link = await redeemLink(tx, PURPOSE, code, now);
  if (!link) return false;
  const [driver] = await tx
    .select()
    .from(drivers)
    .where(and(eq(drivers.id, link.subject), isNull(drivers.blockedAt)));
  if (!driver) return false;
  await tx.delete(driverSessions).where(eq(driverSessions.driverId, driver.id));
  await tx.insert(driverSessions).values({
    id: sessionIdOf(token),
    driverId: driver.id,
    phone,
    createdAt: now,
    expiresAt: new Date(now.getTime() + DRIVER_SESSION_DAYS * DAYS),
  });
  return true;
}

/**
 * The driver whose phone has this token; null when it was never signed in, was signed out, or the driver is blocked.
 */
export async function findDriver(
  store: Reader,
  token: string,
  now: Date,
): Promise<{ driver: Driver; sessionId: string } | null> {
  const [found] = await store
    .select()
    .from(driverSessions)
    .innerJoin(drivers, eq(drivers.id, driverSessions.driverId))
    .where(
      and(eq(driverSessions.id, sessionIdOf(token)), gt(driverSessions.expiresAt, now), isNull(drivers.blockedAt)),
    );
  return found ? { driver: found.drivers, sessionId: found.driver_sessions.id } : null;
}

/** Signs a driver's phone out. */
export async function endDriverSession(tx: Tx, sessionId: string): Promise<void> {
  await tx.delete(driverSessions).where(eq(driverSessions.id, sessionId));
}

/** Deletes expired sessions. */
export async function forgetDriverSessions(tx: Tx, now: Date): Promise<void> {
  await tx.delete(driverSessions).where(lt(driverSessions.expiresAt, now));
}
