import { and, asc, desc, eq, gte, lt, ne, or, type SQL } from "drizzle-orm";
import { outgoingMails } from "#db/schema/mail";
import type { Reader, Tx } from "#db/store.server";
import type { StoredLetter } from "./resend-letter.server";

/** What stands in place of a text that held a one-time link. */
export const NOT_KEPT = "(This letter held a one-time link. Its text is not kept.)";

/** What we wrote to an address, newest first. Of a letter with a one-time link that waits to be sent, not the text. */
export async function lettersTo(store: Reader, address: string) {
  const letters = await store
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
  return letters.map(({ isSecret, ...letter }) => (isSecret ? { ...letter, text: NOT_KEPT } : letter));
}

/** The letters of some occasions, oldest first: `booking-confirmed:<quote id>` has every letter whose key begins so. */
export async function lettersAbout(store: Reader, occasions: readonly string[]): Promise<StoredLetter[]> {
  return store
    .select()
    .from(outgoingMails)
    .where(or(...occasions.map(isOf)))
    .orderBy(asc(outgoingMails.queuedAt), asc(outgoingMails.id));
}

/** Blanks every letter that went to an address whose owner left. Those still queued go out first. */
export async function forgetLettersTo(tx: Tx, address: string): Promise<void> {
  await blank(tx, eq(outgoingMails.toAddress, address));
}

/** Blanks the letters of some occasions, whomever they went to. Those still queued go out first. */
export async function forgetLettersAbout(tx: Tx, occasions: readonly string[]): Promise<void> {
  await blank(tx, or(...occasions.map(isOf)));
}

async function blank(tx: Tx, which: SQL | undefined): Promise<void> {
  const words = "(Deleted at the request of its owner.)";
  await tx
    .update(outgoingMails)
    .set({ toAddress: words, subject: words, textBody: words, htmlBody: words, templateParams: null })
    .where(and(which, ne(outgoingMails.state, "queued")));
}

/** A semicolon is what comes after a colon: so the index of keys finds them, among however many letters. */
function isOf(occasion: string) {
  const { letterKey } = outgoingMails;
  return or(eq(letterKey, occasion), and(gte(letterKey, `${occasion}:`), lt(letterKey, `${occasion};`)));
}
