import type { Reader } from "#db/store.server";
import { isVerified } from "../accounts/account";
import { accountById } from "../accounts/accounts.server";
import type { Quote } from "../quotes/quote";
import { contactsOf } from "../shipments/contacts.server";
import type { Party } from "../shipments/fields";
import { cellPhone } from "../texts/queue-text.server";

/**
 * The email of the account that booked, if it isn't the sender's own: a shop sends from other addresses than its own.
 * Null if the account's email isn't verified, because it may belong to somebody else.
 */
export async function accountAddress(store: Reader, quote: Pick<Quote, "uid" | "email">): Promise<string | null> {
  const account = quote.uid ? await accountById(store, quote.uid) : null;
  if (!account || !isVerified(account)) return null;
  return account.email.toLowerCase() === quote.email.toLowerCase() ? null : account.email;
}

/** The receiver's number that can receive texts. If neither can, the first, so that staff see that it failed. */
export function textedPhone(quote: Pick<Quote, "formSnapshot">): string {
  return cellPhoneOf(quote, "to") ?? quote.formSnapshot.addresses.toPhone;
}

/** A person's number that can receive texts, if they have one. */
export function cellPhoneOf({ formSnapshot: { addresses } }: Pick<Quote, "formSnapshot">, party: Party): string | null {
  // The second number is asked for in case the first is off.
  return contactsOf(addresses, party).phones.findLast((phone) => cellPhone(phone)) ?? null;
}
