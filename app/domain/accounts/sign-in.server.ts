import { eq } from "drizzle-orm";
import type { Asked } from "#app/domain/limits/cause";
import { users } from "#db/schema/accounts";
import type { Reader, Tx } from "#db/store.server";
import { type Account, isVerified } from "./account";
import { asAccount, claimsOf } from "./accounts.server";
import { isPassword } from "./password.server";

/**
 * The account with this email and password: the one that has verified the email, or else the newest. Two passwords are
 * checked whether there are two, one or no accounts, so that neither the answer nor its time shows which.
 */
export async function accountByPassword(
  store: Reader,
  _tried: Asked<"a password tried">,
  turn: Asked<"a password hashed">,
  email: string,
  password: string,
): Promise<Account | null> {
  const claims = await claimsOf(store, email);
  const owner = claims.find(isVerified);
  const claimant = claims.find((claim) => !isVerified(claim));
  const [isOwner, isClaimant] = await Promise.all([
    isPassword(turn, password, owner?.passwordHash),
    isPassword(turn, password, claimant?.passwordHash),
  ]);
  const found = isOwner ? owner : isClaimant ? claimant : undefined;
  return found ? asAccount(found) : null;
}

/** Whether this is the account's password. Asked again before changes that could lose the owner their account. */
export async function isPasswordOf(
  store: Reader,
  _tried: Asked<"a password tried">,
  turn: Asked<"a password hashed">,
  uid: string,
  password: string,
): Promise<boolean> {
  const [row] = await store.select({ passwordHash: users.passwordHash }).from(users).where(eq(users.uid, uid));
  return isPassword(turn, password, row?.passwordHash);
}

export async function recordLogin(tx: Tx, uid: string, now: Date): Promise<void> {
  await tx.update(users).set({ lastLoginAt: now, updatedAt: now }).where(eq(users.uid, uid));
}
