import { eq } from "drizzle-orm";
import type { Asked } from "#app/domain/limits/cause";
import { SECONDS } from "#app/durations";
import { users } from "#db/schema/accounts";
import type { Tx } from "#db/store.server";
import { queueEmail } from "../post/outbox.server";
import { type Account, isVerified } from "./account";
import { accountById, issueAccountLink, proveAddress, provenOwner } from "./accounts.server";
import { redeemLink } from "./action-links.server";
import { type Occasion, verifyYourEmail, youHaveAnAccount } from "./emails";

/** Specification section 9. */
const RESEND_COOLDOWN_MS = 30 * SECONDS;

/** How long until another verification email may be asked for. Milliseconds. */
export function cooldownLeftMs(account: Pick<Account, "verificationSentAt">, now: Date): number {
  const sinceMs = account.verificationSentAt ? now.getTime() - account.verificationSentAt.getTime() : -1;
  // A time in the future means that the clock was set back.
  return sinceMs < 0 ? 0 : Math.max(0, RESEND_COOLDOWN_MS - sinceMs);
}

/**
 * Queues the verification email. If another account has verified this address, queues a notice to its owner instead.
 * Refuses while the last one is younger than the cooldown.
 * @param order.next where the link leads afterwards
 */
export async function sendVerification(
  tx: Tx,
  asked: Asked<"a letter" | "an email asked for">,
  uid: string,
  at: Occasion,
  order: { next?: string; isAgain: boolean },
): Promise<"sent" | "too_soon"> {
  const account = await accountById(tx, uid);
  if (!account || isVerified(account)) return "sent";
  if (cooldownLeftMs(account, at.now) > 0) return "too_soon";
  // Specification section 5, "Verify": pressing the button starts the cooldown.
  if (order.isAgain) await tx.update(users).set({ verificationSentAt: at.now }).where(eq(users.uid, uid));

  const code = await issueAccountLink(tx, "verifyEmail", uid, account.email, at.now);
  const owner = await provenOwner(tx, account.email);
  const email = owner ? youHaveAnAccount(account, at) : verifyYourEmail(account, { code, next: order.next }, at);
  await queueEmail(tx, asked, email, at.now);
  return "sent";
}

export type AddressProof =
  /** `lost`: other accounts that had claimed the address, now deleted. */
  { kind: "proven"; account: Account; lost: string[] } | { kind: "refused" };

/**
 * Uses a verification link. Whoever opens it reads that address's email, so the address is verified for the account
 * that is signed in there and claims it, even if another account asked for the link: somebody may have registered with
 * another person's address, hoping that its owner would verify it for them.
 * @param signedInUid the user signed in on the browser in which the link is used
 */
export async function verifyEmail(
  tx: Tx,
  code: string,
  signedInUid: string | undefined,
  now: Date,
): Promise<AddressProof> {
  const link = await redeemLink(tx, "verifyEmail", code, now);
  if (!link) return { kind: "refused" };
  const here = signedInUid === undefined ? null : await accountById(tx, signedInUid);
  const account = here?.email === link.address ? here : await accountById(tx, link.subject);
  if (!account || account.email !== link.address) return { kind: "refused" };
  const lost = await proveAddress(tx, account.uid, account.email, now);
  return lost ? { kind: "proven", account, lost } : { kind: "refused" };
}
