import { isVerified } from "#app/domain/accounts/account";
import { accountById } from "#app/domain/accounts/accounts.server";
import type { Email } from "#app/domain/mail/email";
import { queueEmail } from "#app/domain/mail/outbox.server";
import type { Quote } from "#app/domain/quotes/quote";
import type { Tx } from "#db/store.server";

/**
 * Queues an email about a parcel to its sender, and to the account that booked it, where that has another address: a shop
 * sends from addresses that aren't its own. An address that nobody has proven may be a stranger's, and gets none.
 */
export async function writeToCustomer(tx: Tx, quote: Pick<Quote, "uid">, email: Email, now: Date): Promise<void> {
  await queueEmail(tx, email, now);
  const account = quote.uid ? await accountById(tx, quote.uid) : null;
  if (!account || !isVerified(account) || account.email.toLowerCase() === email.to.toLowerCase()) return;
  await queueEmail(tx, { ...email, key: `${email.key}:account`, to: account.email }, now);
}
