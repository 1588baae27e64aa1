import type { Occasion } from "#app/domain/accounts/emails";
import type { Tx } from "#db/store.server";
import { changeEmail, recoverEmail } from "../accounts/change-email.server";
import type { LinkMode } from "../accounts/link-modes";
import { stopMove, takeMovedAccount } from "../accounts/move-account.server";
import { resetPassword } from "../accounts/reset-password.server";
import { guestIdsOf } from "../accounts/sessions.server";
import { type AddressProof, verifyEmail } from "../accounts/verification.server";
import { recordAction } from "../office/staff-actions.server";
import { giveGuestQuotes, releaseQuotes } from "../parcels/quotes/owned-quotes.server";

/** What is needed to use a link, beside its code. */
export type LinkUse = {
  mode: LinkMode;
  code: string;
  /**
   * For a reset and a moved account the new password's hash, for undoing a change of email the hash of a random password; otherwise blank.
   */
  passwordHash: string;
  /** The user signed in on the browser in which the link is used, if any. */
  here: { uid: string; sessionId: string } | undefined;
};

/**
 * Uses up an emailed link and does what it is for, in one transaction. Quotes made in the browsers where its owner is
 * signed in move to the account. Quotes of other accounts that had claimed the address stay with their browsers.
 */
export async function redeemActionLink(tx: Tx, use: LinkUse, at: Occasion): Promise<AddressProof> {
  const proof = await redeem(tx, use, at);
  if (proof.kind === "refused") return proof;
  const { uid } = proof.account;
  for (const lost of proof.lost) await releaseQuotes(tx, lost);
  for (const guestId of await guestIdsOf(tx, uid)) await giveGuestQuotes(tx, guestId, uid, at.now);
  return proof;
}

function redeem(tx: Tx, { mode, code, passwordHash, here }: LinkUse, at: Occasion): Promise<AddressProof> {
  if (mode === "verifyEmail") return verifyEmail(tx, code, here?.uid, at.now);
  if (mode === "resetPassword") return resetPassword(tx, code, passwordHash, at.now);
  if (mode === "verifyAndChangeEmail") return changeEmail(tx, code, here?.sessionId, at);
  if (mode === "moveAccount") return takeMovedAccount(tx, code, passwordHash, at.now);
  if (mode === "stopMove") return stopped(tx, code, at);
  return recoverEmail(tx, code, passwordHash, at);
}

/** The record says that the office's move came to nothing. */
async function stopped(tx: Tx, code: string, at: Occasion): Promise<AddressProof> {
  const proof = await stopMove(tx, code, at);
  if (proof.kind === "proven")
    await recordAction(
      tx,
      "the old mailbox",
      { action: "stopped moving account", subject: proof.account.uid, details: "" },
      at.now,
    );
  return proof;
}
