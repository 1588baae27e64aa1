import { createHash } from "node:crypto";
import { eq } from "drizzle-orm";
import { users } from "#db/schema/accounts";
import type { Tx } from "#db/store.server";
import { issueLink, redeemLink, revokeLinks } from "../action-links/action-links.server";
import { queueLetter } from "../mail/outbox.server";
import { accountById, asAccount, claimsOf, proveAddress } from "./accounts.server";
import { chooseNewPassword, type Occasion, yourPasswordWasChanged } from "./letters";
import { linkLives } from "./link-modes";
import { endSessions, type Session, startSession } from "./sessions.server";
import type { Proof } from "./verification.server";

/**
 * Mails a link to choose a new password, if the address has an account. A link that nobody gets is issued otherwise,
 * so that the answer takes as long.
 */
export async function askForNewPassword(tx: Tx, email: string, at: Occasion): Promise<void> {
  const [claim] = await claimsOf(tx, email);
  const subject = claim?.uid ?? `nobody:${createHash("sha256").update(email).digest("base64url")}`;
  await revokeLinks(tx, subject, ["resetPassword"], at.now);
  const livesMs = linkLives.resetPassword;
  const code = await issueLink(tx, { purpose: "resetPassword", subject, address: claim ? email : "", livesMs }, at.now);
  if (claim) await queueLetter(tx, chooseNewPassword(asAccount(claim), { code }, at), at.now);
}

/**
 * Uses a reset link: the password is the new one, the address is proven, and every session ends.
 * @param passwordHash of the new password, which was checked before
 */
export async function resetPassword(tx: Tx, code: string, passwordHash: string, now: Date): Promise<Proof> {
  const link = await redeemLink(tx, "resetPassword", code, now);
  const account = link && (await accountById(tx, link.subject));
  if (!account || account.email !== link.address) return { kind: "refused" };
  const lost = await proveAddress(tx, account.uid, account.email, now);
  if (!lost) return { kind: "refused" };
  await tx.update(users).set({ passwordHash, updatedAt: now }).where(eq(users.uid, account.uid));
  await endSessions(tx, account.uid);
  // A way back to an earlier address stays open: whoever took an account over could close it so.
  await revokeLinks(tx, account.uid, ["resetPassword", "verifyEmail", "verifyAndChangeEmail"], now);
  return { kind: "proven", account, lost };
}

/**
 * Changes the password of somebody who is signed in and has given the old one. Ends all their sessions and links, and
 * begins this browser's session anew: whoever has copied its token is out too.
 * @returns the new session's token; null when the account is gone
 */
export async function changePassword(
  tx: Tx,
  session: Session,
  passwordHash: string,
  at: Occasion,
): Promise<string | null> {
  const { uid, guestId, browser } = session;
  const account = await accountById(tx, uid);
  if (!account) return null;
  await tx.update(users).set({ passwordHash, updatedAt: at.now }).where(eq(users.uid, uid));
  await endSessions(tx, uid);
  await revokeLinks(tx, uid, ["resetPassword"], at.now);
  await queueLetter(tx, yourPasswordWasChanged(account, at), at.now);
  return startSession(tx, { uid, guestId, browser }, at.now);
}
