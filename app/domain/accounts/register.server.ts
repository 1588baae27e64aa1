import { eq } from "drizzle-orm";
import type { Asked } from "#app/domain/limits/cause";
import { users } from "#db/schema/accounts";
import type { Reader, Tx } from "#db/store.server";
import { formKeyOf } from "../limits/done-once.server";
import { newId } from "../values/ids.server";
import type { Account } from "./account";
import { asAccount, storedPhone } from "./accounts.server";
import type { Registration } from "./forms";
import { hashPassword, isPassword } from "./password.server";

export type NewAccount = Omit<Registration, "password"> & { passwordHash: string; registrationKey: string };

/**
 * Creates an account whose email isn't verified yet, even if another account has the same email: only the email that is
 * sent then differs, so that nobody can find out who our customers are. A form sent twice returns its first account.
 * @returns the account, and whether it is new
 */
export async function register(
  tx: Tx,
  _asked: Asked<"an account made">,
  form: NewAccount,
  now: Date,
): Promise<{ account: Account; isNew: boolean }> {
  const registered = await registeredWith(tx, form.registrationKey);
  if (registered) return { account: asAccount(registered), isNew: false };
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
 * Hashes a registration's password beforehand, because that takes too long inside a transaction.
 * @param key random, from the form; with another answer it is a different registration
 */
export async function preparedRegistration(
  store: Reader,
  turn: Asked<"a password hashed">,
  form: Registration,
  key: string,
): Promise<NewAccount> {
  const { password, ...details } = form;
  const registrationKey = formKeyOf([key], [details]);
  const registered = await registeredWith(store, registrationKey);
  const isAgain = registered !== undefined && (await isPassword(turn, password, registered.passwordHash));
  const passwordHash = isAgain ? registered.passwordHash : await hashPassword(turn, password);
  return { ...details, passwordHash, registrationKey: registered && !isAgain ? newId() : registrationKey };
}

async function registeredWith(store: Reader, registrationKey: string) {
  const [row] = await store.select().from(users).where(eq(users.registrationKey, registrationKey));
  return row;
}
