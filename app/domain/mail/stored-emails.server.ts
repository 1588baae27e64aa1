import { and, asc, desc, eq, gte, inArray, lt, ne, or, type SQL } from "drizzle-orm";
import { outgoingMails } from "#db/schema/mail";
import type { Reader, Tx } from "#db/store.server";
import type { StoredEmail } from "./resend-email.server";

/** What stands in place of a text that held a one-time link. */
export const NOT_KEPT = "(This email had a one-time link, so its text is not kept.)";

/** What we wrote to an address, newest first. Of an email with a one-time link that waits to be sent, not the text. */
export async function emailsTo(store: Reader, address: string) {
  const emails = await store
    .select({
      subject: outgoingMails.subject,
      text: outgoingMails.textBody,
      state: outgoingMails.state,
      isSecret: outgoingMails.isSecret,
      queuedAt: outgoingMails.queuedAt,
      sentAt: outgoingMails.sentAt,
    })
    .from(outgoingMails)
    .where(eq(outgoingMails.toAddress, address))
    .orderBy(desc(outgoingMails.queuedAt));
  return emails.map(({ isSecret, ...email }) => (isSecret ? { ...email, text: NOT_KEPT } : email));
}

/** The emails of some occasions, oldest first: `booking-confirmed:<quote id>` has every email whose key begins so. */
export async function emailsAbout(store: Reader, occasions: readonly string[]): Promise<StoredEmail[]> {
  return store
    .select()
    .from(outgoingMails)
    .where(or(...occasions.map(isOf)))
    .orderBy(asc(outgoingMails.queuedAt), asc(outgoingMails.emailKey));
}

/** Blanks every email that went to an address whose owner left. Those still queued go out first. */
export async function forgetEmailsTo(tx: Tx, address: string): Promise<void> {
  await blank(tx, eq(outgoingMails.toAddress, address));
}

/** Blanks the emails of some occasions, whomever they went to. Those still queued go out first. */
export async function forgetEmailsAbout(tx: Tx, occasions: readonly string[]): Promise<void> {
  await blank(tx, or(...occasions.map(isOf)));
}

/** Blanks every message to some addresses or phones, and takes back those that still wait: nobody there wants them. */
export async function stopMessagesTo(tx: Tx, addresses: readonly string[]): Promise<void> {
  await takeBackAndBlank(tx, inArray(outgoingMails.toAddress, [...addresses]));
}

/** The same of the messages about some bookings, whomever they go to: they name both people. */
export async function forgetMessagesAbout(tx: Tx, quoteIds: readonly string[]): Promise<void> {
  await takeBackAndBlank(tx, inArray(outgoingMails.quoteId, [...quoteIds]));
}

async function takeBackAndBlank(tx: Tx, which: SQL): Promise<void> {
  await tx
    .update(outgoingMails)
    .set({ state: "skipped", claimedAt: null, lastError: null })
    .where(and(which, eq(outgoingMails.state, "queued")));
  await blank(tx, which);
}

async function blank(tx: Tx, which: SQL | undefined): Promise<void> {
  const words = "(Deleted at the request of its owner.)";
  await tx
    .update(outgoingMails)
    .set({ toAddress: words, subject: words, textBody: words, htmlBody: words, templateParams: null })
    .where(and(which, ne(outgoingMails.state, "queued")));
}

/** A semicolon is what comes after a colon: so the index of keys finds them, among however many emails. */
function isOf(occasion: string) {
  const { emailKey } = outgoingMails;
  return or(eq(emailKey, occasion), and(gte(emailKey, `${occasion}:`), lt(emailKey, `${occasion};`)));
}
