import { eq } from "drizzle-orm";
import type { Asked } from "#app/domain/limits/cause";
import { users } from "#db/schema/accounts";
import type { Tx } from "#db/store.server";
import { nextMomentToLeave } from "../post/leave-together";
import { queueEmail, takeBackEmail } from "../post/outbox.server";
import { sha256 } from "../values/sha256.server";
import { accountById, claimsOf, issueAccountLink, proveAddress } from "./accounts.server";
import { redeemLink, revokeLinks } from "./action-links.server";
import { chooseNewPassword, type Occasion, yourPasswordWasChanged } from "./emails";
import { endMove } from "./move-account.server";
import { endSessions, type Session, startSession } from "./sessions.server";
import type { AddressProof } from "./verification.server";

/**
 * Queues a link to choose a new password if the email has an account. If it hasn't, does the same work and withdraws
 * the email at once, so that the answer takes just as long. The caller must not send the outbox itself, because that
 * would take longer only when there is an email.
 */
export async function askForNewPassword(
  tx: Tx,
  asked: Asked<"a letter" | "an email asked for">,
  email: string,
  at: Occasion,
): Promise<void> {
  const [claim] = await claimsOf(tx, email);
  const owner = claim ?? nobodyAt(email);
  await revokeLinks(tx, owner.uid, ["resetPassword"], at.now);
  const code = await issueAccountLink(tx, "resetPassword", owner.uid, claim ? email : "", at.now);
  const message = chooseNewPassword(owner, { code }, at);
  await queueEmail(tx, asked, message, at.now, nextMomentToLeave(at.now));
  if (!claim) await takeBackEmail(tx, message.key);
}

/** Stands in for an account when the email has none. */
function nobodyAt(email: string) {
  return { uid: `nobody:${sha256(email)}`, email, name: "Thandi Nkosi" };
}

/**
 * Uses a reset link: sets the password, verifies the email and ends every session.
 * @param passwordHash of the new password, which was checked before
 */
export async function resetPassword(tx: Tx, code: string, passwordHash: string, now: Date): Promise<AddressProof> {
  const link = await redeemLink(tx, "resetPassword", code, now);
  const account = link && (await accountById(tx, link.subject));
  if (!account || account.email !== link.address) return { kind: "refused" };
  const lost = await proveAddress(tx, account.uid, account.email, now);
  if (!lost) return { kind: "refused" };
  await tx.update(users).set({ passwordHash, updatedAt: now }).where(eq(users.uid, account.uid));
  await endMove(tx, account.uid, now);
  await endSessions(tx, "customer", account.uid);
  // The link to undo a change of email stays valid: otherwise a thief could cancel it by resetting the password.
  await revokeLinks(tx, account.uid, ["resetPassword", "verifyEmail", "verifyAndChangeEmail"], now);
  return { kind: "proven", account, lost };
}

/**
 * Changes the password of a signed-in user who has given the old one. Ends all their sessions and links, and starts a
 * new session in this browser, so that a copy of the old token stops working too.
 * @returns the new session's token; null when the account no longer exists
 */
export async function changePassword(
  tx: Tx,
  asked: Asked<"a letter">,
  session: Session,
  passwordHash: string,
  at: Occasion,
): Promise<string | null> {
  const { who: uid, guestId, browser } = session;
  const account = await accountById(tx, uid);
  if (!account) return null;
  await tx.update(users).set({ passwordHash, updatedAt: at.now }).where(eq(users.uid, uid));
  await endSessions(tx, "customer", uid);
  await revokeLinks(tx, uid, ["resetPassword"], at.now);
  await queueEmail(tx, asked, yourPasswordWasChanged(account, at), at.now);
  return startSession(tx, "customer", { who: uid, guestId, browser }, at.now);
}
