import type { Reader } from "#db/store.server";
import { isVerified } from "../accounts/account";
import { accountById } from "../accounts/accounts.server";
import type { Quote } from "../quotes/quote";
import { cellPhone } from "../texts/queue-text.server";

/**
 * The address of the account that booked, where it isn't the sender's: a shop sends from addresses that aren't its own. An
 * address that nobody has proven may be a stranger's, and gets none.
 */
export async function accountAddress(store: Reader, quote: Pick<Quote, "uid" | "email">): Promise<string | null> {
  const account = quote.uid ? await accountById(store, quote.uid) : null;
  if (!account || !isVerified(account)) return null;
  return account.email.toLowerCase() === quote.email.toLowerCase() ? null : account.email;
}

/** The receiver's number that takes texts; where neither does, the first, so that staff see it failed. */
export function textedPhone({ formSnapshot: { addresses } }: Pick<Quote, "formSnapshot">): string {
  const { toCell, toPhone } = addresses;
  return [toCell, toPhone].find((phone) => cellPhone(phone)) ?? toPhone;
}
