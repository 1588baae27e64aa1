import { createHash } from "node:crypto";
import { and, eq, gt, isNull, lt } from "drizzle-orm";
import { DAYS } from "#app/durations";
import { driverSessions, drivers } from "#db/schema/rounds";
import type { Reader, Tx } from "#db/store.server";
import { inspectLink, issueLink, redeemLink, revokeLinks } from "../action-links/action-links.server";
import type { Driver } from "./drivers.server";

export const DRIVER_SESSION_DAYS = 30;
const LINK_LIVES_MS = 7 * DAYS;
const PURPOSE = "driver";

/** Makes the link that signs one phone in, once. Earlier links of the driver no longer work. Returns its code. */
export async function newSignInCode(tx: Tx, driver: Driver, now: Date): Promise<string> {
  await revokeLinks(tx, driver.id, [PURPOSE], now);
  return issueLink(tx, { purpose: PURPOSE, subject: driver.id, address: driver.phone, livesMs: LINK_LIVES_MS }, now);
}

/** Where a sign-in code stands; looking changes nothing. */
export async function signInCodeState(store: Reader, code: string, now: Date) {
  return (await inspectLink(store, PURPOSE, code, now)).kind;
}

/**
 * Signs a phone in. The phone that the driver had before is signed out.
 * @param token what the phone's cookie will hold, made from the code and the form: a form that is sent again, because its
 * answer was lost, finds the session that it began
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
    id: hashOf(token),
    driverId: driver.id,
    phone,
    createdAt: now,
    expiresAt: new Date(now.getTime() + DRIVER_SESSION_DAYS * DAYS),
  });
  return true;
}

/** Whose phone this is; null when it was never signed in, was signed out, or its driver was blocked. */
export async function findDriver(
  store: Reader,
  token: string,
  now: Date,
): Promise<{ driver: Driver; sessionId: string } | null> {
  const [found] = await store
    .select()
    .from(driverSessions)
    .innerJoin(drivers, eq(drivers.id, driverSessions.driverId))
    .where(and(eq(driverSessions.id, hashOf(token)), gt(driverSessions.expiresAt, now), isNull(drivers.blockedAt)));
  return found ? { driver: found.drivers, sessionId: found.driver_sessions.id } : null;
}

/** Forgets sessions that have run out. */
export async function forgetDriverSessions(tx: Tx, now: Date): Promise<void> {
  await tx.delete(driverSessions).where(lt(driverSessions.expiresAt, now));
}

function hashOf(token: string): string {
  return createHash("sha256").update(token).digest("base64url");
}
