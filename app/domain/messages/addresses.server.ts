import type { Reader } from "#db/store.server";
import { isVerified } from "../accounts/account";
import { accountById } from "../accounts/accounts.server";
import type { StoredEmail } from "../mail/resend-email.server";
import type { Quote } from "../quotes/quote";
import { quoteById } from "../quotes/saved-quotes.server";
import { contactsOf } from "../shipments/contacts.server";
import type { Party } from "../shipments/fields";
import { cellPhone } from "../texts/queue-text.server";
import type { Person, Way } from "./who-is-notified";

/**
 * The email of the account that booked, if it isn't the sender's own: a shop sends from other addresses than its own.
 * Null if the account's email isn't verified, because it may belong to somebody else.
 */
export async function accountAddress(store: Reader, quote: Pick<Quote, "uid" | "email">): Promise<string | null> {
  const account = quote.uid ? await accountById(store, quote.uid) : null;
  if (!account || !isVerified(account)) return null;
  return account.email.toLowerCase() === quote.email.toLowerCase() ? null : account.email;
}

type Addressed = Pick<StoredEmail, "channel" | "emailKey" | "quoteId" | "person" | "toAddress">;

/** Where a stored message would go today: its person's email or phone may have been put right since. */
export async function addressToday(store: Reader, stored: Addressed): Promise<string> {
  const { channel, emailKey, quoteId, person, toAddress } = stored;
  const quote = quoteId && (await quoteById(store, quoteId));
  if (!quote || !person || isToFormer(emailKey)) return toAddress;
  const today: Record<Way, Record<Person, () => Promise<string | null> | string | null>> = {
    email: {
      sender: () => quote.email,
      receiver: () => quote.formSnapshot.addresses.toEmail,
      account: () => accountAddress(store, quote),
    },
    sms: { sender: () => cellPhoneOf(quote, "from"), receiver: () => textedPhone(quote), account: () => null },
  };
  return (channel !== "webhook" && (await today[channel][person]())) || toAddress;
}

/** Whether a message is to the email or phone that a receiver had before (`tell-former-receiver.server.ts`). */
export function isToFormer(emailKey: string): boolean {
  return emailKey.startsWith(`${TO_FORMER}:`);
}
export const TO_FORMER = "receiver-changed";

/** The receiver's number that can receive texts. If neither can, the first, so that staff see that it failed. */
export function textedPhone(quote: Pick<Quote, "formSnapshot">): string {
  return cellPhoneOf(quote, "to") ?? quote.formSnapshot.addresses.toPhone;
}

/** A person's number that can receive texts, if they have one. */
export function cellPhoneOf({ formSnapshot: { addresses } }: Pick<Quote, "formSnapshot">, party: Party): string | null {
  // The second number is asked for in case the first is off.
  return contactsOf(addresses, party).phones.findLast((phone) => cellPhone(phone)) ?? null;
}
