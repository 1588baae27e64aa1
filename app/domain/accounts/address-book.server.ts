import { and, asc, eq, inArray, like, sql } from "drizzle-orm";
import { savedAddresses } from "#db/schema/address-book";
import type { Reader, Tx } from "#db/store.server";
import type { PartyAddress } from "../form/saved-form";
import { limits } from "../limits/limits";

export type SavedAddress = typeof savedAddresses.$inferSelect;

/** An account's address book, sorted by name. */
export async function addressBook(store: Reader, uid: string): Promise<SavedAddress[]> {
  return store
    .select()
    .from(savedAddresses)
    .where(eq(savedAddresses.uid, uid))
    .orderBy(asc(savedAddresses.label), asc(savedAddresses.id));
}

/** The address with this id, if it belongs to this account. */
export async function savedAddress(store: Reader, uid: string, id: string): Promise<SavedAddress | null> {
  const [found] = await store
    .select()
    .from(savedAddresses)
    .where(and(eq(savedAddresses.id, id), eq(savedAddresses.uid, uid)));
  return found ?? null;
}

/**
 * Saves an address. An existing id is changed.
 * @param id of an address of this account, or made of the form and its answers, so that the form sent twice adds one
 * @returns false when the book is full, or the id belongs to another account
 */
export async function saveAddress(
  tx: Tx,
  { id, uid, label, address }: { id: string; uid: string; label: string; address: PartyAddress },
  now: Date,
): Promise<boolean> {
  const isKnown = (await savedAddress(tx, uid, id)) !== null;
  if (!isKnown && (await tx.$count(savedAddresses, eq(savedAddresses.uid, uid))) >= limits.savedAddresses.points)
    return false;
  const saved = await tx
    .insert(savedAddresses)
    .values({ id, uid, label, address, createdAt: now, updatedAt: now })
    .onConflictDoUpdate({
      target: savedAddresses.id,
      set: { label, address, updatedAt: now },
      setWhere: eq(savedAddresses.uid, uid),
    })
    .returning({ id: savedAddresses.id });
  return saved.length > 0;
}

/** Deletes the entries that contain an email from every address book. */
export async function forgetAddressesOf(
  tx: Tx,
  isTheirs: (address: PartyAddress) => boolean,
  text: string,
): Promise<void> {
  const likely = await tx
    .select()
    .from(savedAddresses)
    .where(like(sql`lower(cast(${savedAddresses.address} as text))`, `%${text.toLowerCase()}%`));
  const ids = likely.filter(({ address }) => isTheirs(address)).map(({ id }) => id);
  await tx.delete(savedAddresses).where(inArray(savedAddresses.id, ids));
}

/** Deletes an address. Deleting it again changes nothing. */
export async function deleteAddress(tx: Tx, uid: string, id: string): Promise<void> {
  await tx.delete(savedAddresses).where(and(eq(savedAddresses.id, id), eq(savedAddresses.uid, uid)));
}
