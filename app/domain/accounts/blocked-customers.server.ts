import { eq, inArray, lt } from "drizzle-orm";
import { contact } from "#app/contact";
import { blockedCustomers, users } from "#db/schema/accounts";
import type { Reader, Tx } from "#db/store.server";
import type { AddressesShown } from "../form/address-lines";
import { contactsOf } from "../form/contacts.server";
import { normaliseEmail } from "../values/email";
import { storedPhone } from "./accounts.server";

/** An email or a phone whose bookings staff take themselves. */
export type Block = typeof blockedCustomers.$inferSelect;

/** What a customer reads. It may not be their own doing: somebody may have booked with their phone. */
export const blockedInWords = () =>
  `Bookings with this email or phone are made by our office. Please phone ${contact().phoneShown}, and we book it with you. Nothing that you typed is lost, and parcels that you have paid for go ahead as before.`;

/** @returns false if it was blocked before */
export async function blockCustomer(tx: Tx, typed: string, because: string, now: Date): Promise<boolean> {
  const block = { contact: asContact(typed), because, blockedAt: now };
  const added = await tx.insert(blockedCustomers).values(block).onConflictDoNothing().returning();
  return added.length > 0;
}

/** @returns false if it wasn't blocked */
export async function unblockCustomer(tx: Tx, typed: string): Promise<boolean> {
  const gone = await tx
    .delete(blockedCustomers)
    .where(eq(blockedCustomers.contact, asContact(typed)))
    .returning();
  return gone.length > 0;
}

type MadeBy = { uid: string | null; addresses: AddressesShown };

/** Whether a booking is blocked. */
export async function isBlocked(store: Reader, booking: MadeBy): Promise<boolean> {
  const theirs = await contactsToBlock(store, booking);
  return (await store.$count(blockedCustomers, inArray(blockedCustomers.contact, theirs))) > 0;
}

/**
 * By whom a booking is blocked: its sender, and the account that it is made in. Nobody is blocked as a receiver, and nobody
 * for the network that they use.
 */
export async function contactsToBlock(store: Reader, { uid, addresses }: MadeBy): Promise<string[]> {
  const [account] = uid === null ? [] : await store.select().from(users).where(eq(users.uid, uid));
  const { emails, phones } = contactsOf(addresses, "from");
  const theirs = [...emails, ...phones, account?.email ?? "", account?.phone ?? ""].filter(Boolean);
  return [...new Set(theirs.map(asContact))];
}

/** The blocks of somebody's emails and phones. There are few in all. */
export async function blocksOf(store: Reader, isTheirs: (contact: string) => boolean): Promise<Block[]> {
  return (await store.select().from(blockedCustomers)).filter((block) => isTheirs(block.contact));
}

/** Ends blocks that are older than this moment. Returns how many, at most `atMost`. */
export async function endBlocks(tx: Tx, before: Date, atMost: number): Promise<number> {
  const due = await tx.select().from(blockedCustomers).where(lt(blockedCustomers.blockedAt, before)).limit(atMost);
  for (const block of due) await unblockCustomer(tx, block.contact);
  return due.length;
}

const asContact = (typed: string) => (typed.includes("@") ? normaliseEmail(typed) : storedPhone(typed));
