import { and, eq, isNotNull, isNull, ne, or } from "drizzle-orm";
import { outgoingMails } from "#db/schema/mail";
import type { Reader, Tx } from "#db/store.server";
import { isVerified } from "../accounts/account";
import { accountById } from "../accounts/accounts.server";
import { cellPhoneOf } from "../form/contacts.server";
import type { Party } from "../form/fields";
import type { Quote } from "../parcels/quotes/quote";
import { quoteById } from "../parcels/quotes/saved-quotes.server";
import { addressed } from "../post/channels";
import { withdrawOvertaken } from "../post/overtaken.server";
import type { StoredEmail } from "../post/resend-email.server";
import { cellPhone } from "../values/phone.server";
import type { Person, Way } from "./who-is-notified";

/**
 * The email of the account that booked, if it isn't the sender's own: a shop sends from other addresses than its own.
 * Null if the account's email isn't verified, because it may belong to somebody else.
 */
export async function accountAddress(store: Reader, quote: Pick<Quote, "uid" | "email">): Promise<string | null> {
  const email = await verifiedEmail(store, quote);
  return email?.toLowerCase() === quote.email.toLowerCase() ? null : email;
}

/** The email of the account that booked, if it is verified. */
export async function verifiedEmail(store: Reader, { uid }: Pick<Quote, "uid">): Promise<string | null> {
  const account = uid ? await accountById(store, uid) : null;
  return account && isVerified(account) ? account.email : null;
}

type Addressed = Pick<StoredEmail, "channel" | "emailKey" | "quoteId" | "person" | "toAddress">;

/** After somebody's email or phone was put right: what waits for them goes there, and nothing to where they were before. */
export async function readdress(tx: Tx, quoteId: string, now: Date): Promise<void> {
  await withdrawOvertaken(tx, quoteId, { by: "readdressed" }, now);
  await readdressWaiting(tx, quoteId, (email) => addressToday(tx, email));
}

/**
 * Where a stored message would go today: its person's email or phone may have been put right since. Null if they can't be
 * reached in its way any more.
 */
export async function addressToday(
  store: Reader,
  { channel, emailKey, quoteId, person, toAddress }: Addressed,
): Promise<string | null> {
  const about = quoteId ?? firstOfList(emailKey);
  const quote = about && (await quoteById(store, about));
  if (!quote || !person || channel === "webhook" || isToFormer(emailKey)) return toAddress;
  const cell = (party: Party) => cellPhone(cellPhoneOf(quote.formSnapshot.addresses, party) ?? "");
  const today: Record<Way, Record<Person, () => Promise<string | null> | string | null>> = {
    email: {
      sender: () => quote.email,
      receiver: () => quote.formSnapshot.addresses.toEmail,
      account: () => verifiedEmail(store, quote),
    },
    sms: { sender: () => cell("from"), receiver: () => cell("to"), account: () => null },
  };
  return (await today[channel][person]()) || null;
}

/** The booking by which the letter of a paid list is addressed: the first of all that it tells of. */
function firstOfList(emailKey: string): string | undefined {
  const [kind, , first] = emailKey.split(":");
  return kind === "list-confirmed" ? first : undefined;
}

/** Whether a message is to the email or phone that a receiver had before (`tell-former-receiver.server.ts`). */
function isToFormer(emailKey: string): boolean {
  return emailKey.startsWith(`${TO_FORMER}:`);
}
export const TO_FORMER = "receiver-changed";

/** The receiver's number that can receive texts. If neither can, the first, so that staff are told that it doesn't. */
export function textedPhone({ formSnapshot: { addresses } }: Pick<Quote, "formSnapshot">): string {
  return cellPhoneOf(addresses, "to") ?? addresses.toPhone;
}

/**
 * Messages about a booking that still wait for one of its people, or may come back, go to the address or phone that the
 * person has today.
 * @param addressOf where a message would go today; null if its person can't be reached in its way any more
 */
export async function readdressWaiting(
  tx: Tx,
  aboutQuote: string,
  addressOf: (email: StoredEmail) => Promise<string | null>,
): Promise<void> {
  const { id, state, claimedAt, quoteId, person, channel, overtakenBy } = outgoingMails;
  const mayGo = or(and(eq(state, "queued"), isNull(claimedAt)), and(eq(state, "skipped"), isNotNull(overtakenBy)));
  const theirs = and(eq(quoteId, aboutQuote), isNotNull(person), ne(channel, "webhook"), mayGo);
  for (const email of await tx.select().from(outgoingMails).where(theirs)) {
    const to = await addressOf(email);
    if (to === email.toAddress) continue;
    const change = to
      ? addressed(email.channel, to)
      : ({ state: "skipped", overtakenBy: null, lastError: GONE } as const);
    await tx.update(outgoingMails).set(change).where(eq(id, email.id));
  }
}

const GONE = "not a number or email of its receiver any more";
