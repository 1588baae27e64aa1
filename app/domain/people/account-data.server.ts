import type { Reader, Tx } from "#db/store.server";
import type { Account } from "../accounts/account";
import { everyQuoteOf } from "../quotes/owned-quotes.server";
import { bookingData } from "./booking-data.server";
import { type Copy, copyOf, eraseBookings, personalTables } from "./personal-tables.server";

type AccountData = Copy & { madeAt: Date; quotes: Awaited<ReturnType<typeof bookingData>>[] };

/** A user's copy of their own data (POPIA, section 23). The keys are table names. */
export async function accountData(store: Reader, account: Account, now: Date): Promise<AccountData> {
  const owned = await everyQuoteOf(store, account.uid);
  const copies = await Promise.all(owned.map(({ quote }) => bookingData(store, quote)));
  const ofAccount = await copyOf((copied) => ("account" in copied ? copied.account?.(store, account, now) : undefined));
  return { madeAt: now, ...ofAccount, quotes: copies };
}

/**
 * Deletes an account and everything that identifies its owner. Bookings stay without names, phones and emails: we must
 * keep the accounts, and a parcel under way still needs its address.
 */
export async function deleteAccount(tx: Tx, account: Account, now: Date): Promise<void> {
  const quoteIds = (await everyQuoteOf(tx, account.uid)).map(({ quote }) => quote.id);
  await eraseBookings(tx, quoteIds, "account deleted");
  for (const [, { erased }] of personalTables()) if ("account" in erased) await erased.account?.(tx, account, now);
}
