import { createHash } from "node:crypto";
import { eq } from "drizzle-orm";
import { users } from "#db/schema/accounts";
import type { Reader, Tx } from "#db/store.server";
import { newId } from "../values/ids.server";
import type { Account } from "./account";
import { asAccount, storedPhone } from "./accounts.server";
import type { Registration } from "./forms";
import { hashPassword, isPassword } from "./password.server";

export type NewAccount = Omit<Registration, "password"> & { passwordHash: string; registrationKey: string };

/**
 * Makes an account whose address isn't proven yet, also for an address that has one already: only the email that is
 * sent to it differs, so that nobody learns here who our customers are. A form sent again finds its first account.
 * @returns the account, and whether this made it
 */
export async function register(tx: Tx, form: NewAccount, now: Date): Promise<{ account: Account; isNew: boolean }> {
  const before = await registeredWith(tx, form.registrationKey);
  if (before) return { account: asAccount(before), isNew: false };
  const [created] = await tx
    .insert(users)
    .values({
      ...form,
      phone: storedPhone(form.phone),
      uid: newId(),
      role: "customer",
      createdAt: now,
      lastLoginAt: now,
      updatedAt: now,
    })
    .returning();
  if (!created) throw new Error("a new account was not returned");
  return { account: asAccount(created), isNew: true };
}

/**
 * A registration with its password hashed, which takes too long for inside a transaction.
 * @param key random, from the form; with another address or password it is another registration
 */
export async function preparedRegistration(store: Reader, form: Registration, key: string): Promise<NewAccount> {
  const { password, ...details } = form;
  const registrationKey = createHash("sha256")
    .update(JSON.stringify([key, form.email]))
    .digest("base64url");
  const before = await registeredWith(store, registrationKey);
  const isAgain = before !== undefined && (await isPassword(password, before.passwordHash));
  const passwordHash = isAgain ? before.passwordHash : await hashPassword(password);
  return { ...details, passwordHash, registrationKey: before && !isAgain ? newId() : registrationKey };
}

async function registeredWith(store: Reader, registrationKey: string) {
  const [row] = await store.select().from(users).where(eq(users.registrationKey, registrationKey));
  return row;
}
