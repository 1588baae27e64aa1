import { emailsTo, forgetEmailsAbout, forgetEmailsTo } from "#app/domain/mail/stored-emails.server";
import type { Reader, Tx } from "#db/store.server";
import type { Account } from "../accounts/account";
import { isVerified } from "../accounts/account";
import { removeAccount } from "../accounts/accounts.server";
import { addressBook } from "../accounts/address-book.server";
import { sessionsOf } from "../accounts/sessions.server";
import { linksFor } from "../action-links/action-links.server";
import { casesFrom, forgetCasesFrom } from "../cases/cases.server";
import { stoppedSince } from "../messages/opt-out.server";
import { emptyNotices } from "../payments/old-notices.server";
import { everyQuoteOf, forgetQuotesOf } from "../quotes/owned-quotes.server";
import { bookingData } from "./booking-data.server";
import { quoteOccasions } from "./quote-emails.server";

/** Everything that is kept about somebody, for themselves (POPIA, section 23). Keys are the names of the tables. */
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
    // An address that wasn't proven may be somebody else's, and so are its emails.
    outgoing_mails: isVerified(account) ? await emailsTo(store, account.email) : [],
    message_stops: { email: await stoppedSince(store, "email", account.email) },
  };
}

/**
 * Removes an account and everything that says who it was. Bookings stay, without names, phones and emails: the books
 * have to be kept, and a parcel that is underway still needs its address.
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
