import { eq } from "drizzle-orm";
import { users } from "#db/schema/accounts";
import type { Tx } from "#db/store.server";
import { queueEmail } from "../post/outbox.server";
import { type DoneOr, refused } from "../values/refused";
import { type Account, isVerified } from "./account";
import { accountById, claimsOf, issueAccountLink, proveAddress, provenOwner } from "./accounts.server";
import { inspectLink, linksFor, redeemLink, revokeLinks } from "./action-links.server";
import { accountMoves, accountStays, type Occasion, yourAccountMoves } from "./emails";
import { opensAt } from "./link-modes";
import { endSessions } from "./sessions.server";
import type { AddressProof } from "./verification.server";

export type Moving = DoneOr<
  { account: Account; opensAt: Date },
  {
    why:
      | "There is no account with this email."
      | "Nobody has verified the account's email: they open another one with the new email."
      | "The account has this email already."
      | "The new email has an account of its own. It must be deleted first.";
  }
>;

/**
 * Moves an account whose mailbox is lost, on the office's word. Both mailboxes are told at once. The new one gets a link that
 * works a day later; until then a link in the old one stops it.
 */
export async function moveAccount(tx: Tx, from: string, to: string, at: Occasion): Promise<Moving> {
  const [account] = await claimsOf(tx, from);
  if (!account) return refused("There is no account with this email.");
  if (!isVerified(account))
    return refused("Nobody has verified the account's email: they open another one with the new email.");
  const owner = await provenOwner(tx, to);
  if (owner?.uid === account.uid) return refused("The account has this email already.");
  if (owner) return refused("The new email has an account of its own. It must be deleted first.");
  await endMove(tx, account.uid, at.now);
  const code = await issueAccountLink(tx, "moveAccount", account.uid, to, at.now);
  const stop = await issueAccountLink(tx, "stopMove", account.uid, from, at.now);
  await queueEmail(tx, "the office", accountMoves(account, to, { code }, at), at.now);
  await queueEmail(tx, "the office", yourAccountMoves(account, { code: stop }, at), at.now);
  return { ok: true, account, opensAt: opensAt("moveAccount", at.now) };
}

/** Ends a move that hasn't happened: whoever uses the old mailbox has it. */
export function endMove(tx: Tx, uid: string, now: Date): Promise<void> {
  return revokeLinks(tx, uid, ["moveAccount", "stopMove"], now);
}

/**
 * Uses the link of the new mailbox, once it is open: the account has that email and a new password, and every session and
 * every other link to a password ends.
 * @param passwordHash of the new password, which was checked before
 */
export async function takeMovedAccount(tx: Tx, code: string, passwordHash: string, now: Date): Promise<AddressProof> {
  const state = await inspectLink(tx, "moveAccount", code, now);
  if (state.kind !== "good" || opensAt("moveAccount", state.link.createdAt) > now) return { kind: "refused" };
  const link = await redeemLink(tx, "moveAccount", code, now);
  const account = link && (await accountById(tx, link.subject));
  if (!account) return { kind: "refused" };
  const lost = await proveAddress(tx, account.uid, link.address, now);
  if (!lost) return { kind: "refused" };
  await tx.update(users).set({ passwordHash, updatedAt: now }).where(eq(users.uid, account.uid));
  await endSessions(tx, "customer", account.uid);
  await revokeLinks(tx, account.uid, ["resetPassword", "verifyAndChangeEmail", "recoverEmail", "stopMove"], now);
  return { kind: "proven", account: { ...account, email: link.address }, lost };
}

/** Uses the link of the old mailbox: the account stays, and the new mailbox is told. */
export async function stopMove(tx: Tx, code: string, at: Occasion): Promise<AddressProof> {
  const link = await redeemLink(tx, "stopMove", code, at.now);
  const account = link && (await accountById(tx, link.subject));
  if (!account) return { kind: "refused" };
  const to = (await linksFor(tx, account.uid)).find(
    ({ purpose, revokedAt }) => purpose === "moveAccount" && !revokedAt,
  );
  await endMove(tx, account.uid, at.now);
  if (to) await queueEmail(tx, "an emailed link", accountStays(account, to.address, at), at.now);
  return { kind: "proven", account, lost: [] };
}
