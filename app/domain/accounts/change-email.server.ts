import { eq } from "drizzle-orm";
import type { Asked } from "#app/domain/limits/cause";
import { users } from "#db/schema/accounts";
import type { Tx } from "#db/store.server";
import { queueEmail } from "../post/outbox.server";
import { type Account, isVerified } from "./account";
import { accountById, issueAccountLink, proveAddress, provenOwner } from "./accounts.server";
import { redeemLink, revokeLinks } from "./action-links.server";
import {
  chooseNewPassword,
  confirmNewEmail,
  type Occasion,
  somebodyWantsYourEmail,
  yourEmailWasChanged,
} from "./emails";
import { linkLives } from "./link-modes";
import { endMove } from "./move-account.server";
import { endSessions } from "./sessions.server";
import type { AddressProof } from "./verification.server";

/**
 * Emails a link to the new address; if that already has an account, a notice instead. Nothing changes until the link is
 * used.
 */
export async function askForNewEmail(
  tx: Tx,
  asked: Asked<"a letter" | "an email asked for">,
  uid: string,
  email: string,
  at: Occasion,
): Promise<void> {
  const account = await accountById(tx, uid);
  if (!account) return;
  await revokeLinks(tx, uid, ["verifyAndChangeEmail"], at.now);
  const code = await issueAccountLink(tx, "verifyAndChangeEmail", uid, email, at.now);
  const owner = await provenOwner(tx, email);
  const message = owner ? somebodyWantsYourEmail(owner, at) : confirmNewEmail(account, email, { code }, at);
  await queueEmail(tx, asked, message, at.now);
}

/**
 * Uses the link: the new address becomes the account's and other sessions end. The old address gets a link to undo
 * this, but only if it was verified: an unverified address may belong to somebody else.
 */
export async function changeEmail(
  tx: Tx,
  code: string,
  keepSessionId: string | undefined,
  at: Occasion,
): Promise<AddressProof> {
  const link = await redeemLink(tx, "verifyAndChangeEmail", code, at.now);
  const account = link && (await accountById(tx, link.subject));
  if (!account) return { kind: "refused" };
  const lost = await proveAddress(tx, account.uid, link.address, at.now);
  if (!lost) return { kind: "refused" };
  await revokeLinks(tx, account.uid, ["resetPassword"], at.now);
  await endMove(tx, account.uid, at.now);
  await endSessions(tx, "customer", account.uid, keepSessionId);
  if (isVerified(account)) await offerWayBack(tx, account, at);
  return { kind: "proven", account: { ...account, email: link.address }, lost };
}

/**
 * Uses the link to undo a change of email. The account has its old address again, every session ends and no other link
 * works. Nobody knows the password until the owner chooses one with the email that is sent.
 * @param unknownHash the hash of a random password that was not kept
 */
export async function recoverEmail(tx: Tx, code: string, unknownHash: string, at: Occasion): Promise<AddressProof> {
  const link = await redeemLink(tx, "recoverEmail", code, at.now);
  const account = link && (await accountById(tx, link.subject));
  if (!account) return { kind: "refused" };
  const lost = await proveAddress(tx, account.uid, link.address, at.now);
  if (!lost) return { kind: "refused" };
  await tx.update(users).set({ passwordHash: unknownHash }).where(eq(users.uid, account.uid));
  await endSessions(tx, "customer", account.uid);
  await revokeLinks(tx, account.uid, Object.keys(linkLives), at.now);

  const recovered = { ...account, email: link.address };
  const resetCode = await issueAccountLink(tx, "resetPassword", account.uid, link.address, at.now);
  await queueEmail(tx, "an emailed link", chooseNewPassword(recovered, { code: resetCode }, at), at.now);
  return { kind: "proven", account: recovered, lost };
}

async function offerWayBack(tx: Tx, account: Account, at: Occasion): Promise<void> {
  const code = await issueAccountLink(tx, "recoverEmail", account.uid, account.email, at.now);
  await queueEmail(tx, "an emailed link", yourEmailWasChanged(account, account.email, { code }, at), at.now);
}
