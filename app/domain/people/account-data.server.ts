import type { Doing } from "#app/domain/limits/cause";
import type { Reader, Tx } from "#db/store.server";
import type { Account } from "../accounts/account";
import { owedOnAccount } from "../money/credit.server";
import { everyQuoteOf } from "../parcels/quotes/owned-quotes.server";
import type { LongDocument } from "../values/json-pieces";
import { formatRand } from "../values/money";
import { type DoneOr, refused } from "../values/refused";
import { bookingData } from "./booking-data.server";
import { copyOf, personalTables } from "./personal-tables.server";

/** A user's copy of their own data (POPIA, section 23). The keys are table names. */
export async function accountData(
  store: Reader,
  _doing: Doing<"an account's data read">,
  account: Account,
  now: Date,
): Promise<LongDocument> {
  const ofAccount = await copyOf((copied) => ("account" in copied ? copied.account?.(store, account, now) : undefined));
  return { madeAt: now, ...ofAccount, quotes: bookingsOf(store, account) };
}

async function* bookingsOf(store: Reader, { uid }: Account) {
  for await (const { quote } of everyQuoteOf(store, uid)) yield bookingData(store, quote);
}

/**
 * Deletes an account: its owner is signed out everywhere, its keys and webhooks end, and its email is free for another
 * account. `eraseDeletedAccounts` then takes its owner out of its bookings. Refused while the account owes something.
 */
export async function deleteAccount(tx: Tx, account: Account, now: Date): Promise<DoneOr> {
  const { cents } = await owedOnAccount(tx, account.uid);
  if (cents > 0)
    return refused(
      `Your account owes ${formatRand(cents)}. You can delete it once that is paid, or the parcels are cancelled.`,
    );
  for (const [, { erased }] of personalTables()) if ("account" in erased) await erased.account?.(tx, account, now);
  return { ok: true };
}
