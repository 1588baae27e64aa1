import type { users } from "#db/schema/accounts";

type UserRow = typeof users.$inferSelect;

/** A customer's account, without the columns that only this room needs. */
export type Account = Omit<UserRow, "passwordHash" | "registrationKey">;

export function isVerified(account: Pick<Account, "emailVerifiedAt">): boolean {
  return account.emailVerifiedAt !== null;
}

/** `th•••••@example.co.za`: enough for the owner to recognise, too little for somebody looking over their shoulder. */
export function maskedEmail(email: string): string {
  const [local = "", domain = ""] = email.split("@");
  return `${local.slice(0, local.length > 3 ? 2 : 1)}•••••@${domain}`;
}
