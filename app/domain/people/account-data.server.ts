import { emailsTo, forgetEmailsAbout, forgetEmailsTo } from "#app/domain/mail/stored-emails.server";
import type { Reader, Tx } from "#db/store.server";
import type { Account } from "../accounts/account";
import { isVerified } from "../accounts/account";
import { removeAccount } from "../accounts/accounts.server";
import { addressBook } from "../accounts/address-book.server";
import { blocksOf } from "../accounts/blocked-customers.server";
import { sessionsOf } from "../accounts/sessions.server";
import { linksFor } from "../action-links/action-links.server";
import { casesFrom, forgetCasesFrom } from "../cases/cases.server";
import { stoppedSince } from "../messages/opt-out.server";
import { emptyNotices } from "../payments/old-notices.server";
import { everyQuoteOf, forgetQuotesOf } from "../quotes/owned-quotes.server";
import { bookingData } from "./booking-data.server";
import { quoteOccasions } from "./quote-emails.server";

/** A user's copy of their own data (POPIA, section 23). The keys are table names. */
export async function accountData(store: Reader, account: Account, now: Date) {
  const owned = await everyQuoteOf(store, account.uid);
  const sessions = await sessionsOf(store, account.uid, now);
  return {
    madeAt: now,
    account,
    sessions: sessions.map(({ browser, createdAt, lastSeenAt, expiresAt }) => ({
      browser,
      createdAt,
      lastSeenAt,
      expiresAt,
    })),
    quotes: await Promise.all(owned.map(({ quote }) => bookingData(store, quote))),
    saved_addresses: await addressBook(store, account.uid),
    action_links: await linksFor(store, account.uid),
    cases: isVerified(account) ? await casesFrom(store, account.email) : [],
    // An email that isn't verified may belong to somebody else, and so may the messages sent to it.
    outgoing_mails: isVerified(account) ? await emailsTo(store, account.email) : [],
    blocked_customers: isVerified(account) ? await blocksOf(store, (contact) => contact === account.email) : [],
    message_stops: { email: await stoppedSince(store, "email", account.email) },
  };
}

/**
 * Deletes an account and everything that identifies its owner. Bookings stay without names, phones and emails: we must
 * keep the accounts, and a parcel under way still needs its address.
 */
export async function deleteAccount(tx: Tx, account: Account, now: Date): Promise<void> {
  const quoteIds = (await everyQuoteOf(tx, account.uid)).map(({ quote }) => quote.id);
  await emptyNotices(tx, quoteIds);
  for (const id of quoteIds) await forgetEmailsAbout(tx, await quoteOccasions(tx, id));
  await forgetQuotesOf(tx, account.uid, now);
  if (isVerified(account)) {
    await forgetEmailsTo(tx, account.email);
    await forgetCasesFrom(tx, account.email);
  }
  await removeAccount(tx, account.uid);
}
