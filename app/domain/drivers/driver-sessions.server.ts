import { and, eq, isNull } from "drizzle-orm";
import { DAYS } from "#app/durations";
import { drivers } from "#db/schema/rounds";
import type { Reader, Tx } from "#db/store.server";
import { inspectLink, issueLink, redeemLink, revokeLinks } from "../accounts/action-links.server";
import { endSessions, findSession, startSession } from "../accounts/sessions.server";
import { type Driver, driversAtWork } from "./drivers.server";

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
  if (await findSession(tx, driversAtWork, token, now)) return true;
  const link = await redeemLink(tx, PURPOSE, code, now);
  if (!link) return false;
  const [driver] = await tx
    .select()
    .from(drivers)
    .where(and(eq(drivers.id, link.subject), isNull(drivers.blockedAt)));
  if (!driver) return false;
  await endSessions(tx, "driver", driver.id);
  await startSession(tx, "driver", { who: driver.id, browser: phone, token }, now);
  return true;
}
