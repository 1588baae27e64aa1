import type { Reader, Tx } from "#db/store.server";
import type { Account } from "../accounts/account";
import { everyQuoteOf } from "../quotes/owned-quotes.server";
import { bookingData } from "./booking-data.server";
import { type Copy, copyOf, personalTables } from "./personal-tables.server";

type AccountData = Copy & { madeAt: Date; quotes: Awaited<ReturnType<typeof bookingData>>[] };

/** A user's copy of their own data (POPIA, section 23). The keys are table names. */
export async function accountData(store: Reader, account: Account, now: Date): Promise<AccountData> {
  const owned = await everyQuoteOf(store, account.uid);
  const copies = await Promise.all(owned.map(({ quote }) => bookingData(store, quote)));
  const ofAccount = await copyOf((copied) => ("account" in copied ? copied.account?.(store, account, now) : undefined));
  return { madeAt: now, ...ofAccount, quotes: copies };
}

/**
 * Deletes an account: its owner is signed out everywhere, its keys and webhooks end, and its email is free for another
 * account. `eraseDeletedAccounts` then takes its owner out of its bookings.
 */
export async function deleteAccount(tx: Tx, account: Account, now: Date): Promise<void> {
  for (const [, { erased }] of personalTables()) if ("account" in erased) await erased.account?.(tx, account, now);
}
