import { and, asc, desc, eq, isNull, ne } from "drizzle-orm";
import { deletedAccounts, users } from "#db/schema/accounts";
import { creditTerms } from "#db/schema/charges";
import type { Reader, Tx } from "#db/store.server";
import { deleteAtMost } from "../values/delete-at-most.server";
import { normalisePhone } from "../values/phone.server";
import { type Account, isVerified } from "./account";
import { forgetLinks, issueLink, revokeLinks } from "./action-links.server";
import { type LinkMode, linkLives } from "./link-modes";
import { endSessions, type Holders } from "./sessions.server";

type UserRow = typeof users.$inferSelect;

/** Whose sessions open customers' pages. */
export const customers: Holders<Account> = { kind: "customer", table: users, id: users.uid, as: asAccount };

/** The account with this id, or null. */
export async function accountById(store: Reader, uid: string): Promise<Account | null> {
  const [row] = await store.select().from(users).where(eq(users.uid, uid));
  return row ? asAccount(row) : null;
}

/** Every account that claims an email, password hashes included: the verified one first, then the newest. */
export async function claimsOf(store: Reader, email: string): Promise<UserRow[]> {
  const rows = await store.select().from(users).where(eq(users.email, email)).orderBy(desc(users.createdAt));
  return [...rows.filter(isVerified), ...rows.filter((row) => !isVerified(row))];
}

/** The account that has verified this email, or null. */
export async function provenOwner(store: Reader, email: string): Promise<Account | null> {
  const [first] = await claimsOf(store, email);
  return first && isVerified(first) ? asAccount(first) : null;
}

/** The accounts with this email or this phone that have verified their email, the newest first. */
export async function provenAccounts(store: Reader, contact: string): Promise<Account[]> {
  const isTheirs = contact.includes("@") ? eq(users.email, contact) : eq(users.phone, storedPhone(contact));
  const rows = await store.select().from(users).where(isTheirs).orderBy(desc(users.createdAt), asc(users.uid));
  return rows.filter(isVerified).map(asAccount);
}

/**
 * Records that an account has verified its email. Every other account that claimed the email without verifying it is
 * deleted, with its sessions.
 * @returns the ids of the deleted accounts; null, and nothing is changed, when another account has verified the email
 */
export async function proveAddress(tx: Tx, uid: string, email: string, now: Date): Promise<string[] | null> {
  const owner = await provenOwner(tx, email);
  if (owner && owner.uid !== uid) return null;
  const losing = await tx
    .select({ uid: users.uid })
    .from(users)
    .where(and(eq(users.email, email), ne(users.uid, uid), isNull(users.emailVerifiedAt)));
  const lost = losing.map((row) => row.uid);
  for (const other of lost) await removeAccount(tx, other);
  await tx.update(users).set({ email, emailVerifiedAt: now, updatedAt: now }).where(eq(users.uid, uid));
  await revokeLinks(tx, uid, ["verifyEmail"], now);
  return lost;
}

/** Changes the details that need no verification. */
export async function changeDetails(
  tx: Tx,
  uid: string,
  details: { name: string; phone: string },
  now: Date,
): Promise<void> {
  const phone = storedPhone(details.phone);
  await tx.update(users).set({ name: details.name, phone, updatedAt: now }).where(eq(users.uid, uid));
}

/** Issues one of an account's links. Returns its code. */
export function issueAccountLink(tx: Tx, mode: LinkMode, uid: string, address: string, now: Date): Promise<string> {
  return issueLink(tx, { purpose: mode, subject: uid, address, livesMs: linkLives[mode] }, now);
}

/** An account that its owner deleted. `email`: its verified email; null if it may be somebody else's. */
export type DeletedAccount = typeof deletedAccounts.$inferSelect;

/** Notes that an account is deleted, until all that it has left is erased. */
export async function noteDeleted(tx: Tx, deleted: DeletedAccount): Promise<void> {
  await tx.insert(deletedAccounts).values(deleted).onConflictDoNothing();
}

/** Forgets that an account was deleted. Returns how many there were: one or none. */
export async function forgetDeleted(tx: Tx, uid: string): Promise<number> {
  return deleteAtMost(tx, 1, deletedAccounts.uid, eq(deletedAccounts.uid, uid));
}

/** Deletes an account with its sessions and links. Its bookings are handled by another room. */
export async function removeAccount(tx: Tx, uid: string): Promise<void> {
  await forgetLinks(tx, uid);
  await endSessions(tx, "customer", uid);
  await tx.delete(creditTerms).where(eq(creditTerms.uid, uid));
  await tx.delete(users).where(eq(users.uid, uid));
}

export function asAccount({ passwordHash: _hash, registrationKey: _key, ...account }: UserRow): Account {
  return account;
}

/** A phone number in our stored form, or as it was typed when it isn't one that we understand. */
export function storedPhone(typed: string): string {
  return normalisePhone(typed) ?? typed;
}
