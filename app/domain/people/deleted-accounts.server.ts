import { setTimeout as pause } from "node:timers/promises";
import { asc } from "drizzle-orm";
import { deletedAccounts } from "#db/schema/accounts";
import type { Store } from "#db/store.server";
import type { DeletedAccount } from "../accounts/accounts.server";
import { personalTables } from "./personal-tables.server";

/** Others have half of the event loop at least: 14,000 bookings take some three minutes. */
const BREATH_MS = 25;

/**
 * Erases what deleted accounts have left, a few rows at a time, so that nobody waits: everything that identifies their
 * owners. Bookings stay without names, phones and emails: we must keep the accounts, and a parcel under way still needs
 * its address. It is safe to repeat and to interrupt.
 * @param isStopping asked before each few rows
 */
export async function eraseDeletedAccounts(
  store: Store,
  now: Date,
  isStopping: () => boolean = () => false,
): Promise<void> {
  const all = await store.read.select().from(deletedAccounts).orderBy(asc(deletedAccounts.deletedAt));
  for (const deleted of all) await eraseLeft(store, deleted, now, isStopping);
}

async function eraseLeft(store: Store, deleted: DeletedAccount, now: Date, isStopping: () => boolean): Promise<void> {
  for (const [, { erased }] of personalTables()) {
    const left = "left" in erased ? erased.left : undefined;
    if (!left) continue;
    while (!isStopping()) {
      const some = await store.tx((tx) => left.erase(tx, deleted, left.rows, now));
      if (some < left.rows) break;
      await pause(BREATH_MS);
    }
  }
}
