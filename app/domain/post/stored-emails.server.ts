import { and, asc, desc, eq, inArray, lte, ne, or, type SQL } from "drizzle-orm";
import { olderThan } from "#db/older-than.server";
import { outgoingMails } from "#db/schema/mail";
import type { Reader, Tx } from "#db/store.server";
import { isOf } from "./occasion.server";
import type { StoredEmail } from "./resend-email.server";

/** Replaces a text that contained a one-time link. */
export const NOT_KEPT = "(This email had a one-time link, so its text is not kept.)";

/** Stands for a text with a PIN, in a copy that a manager makes and sees too. */
const PIN_NOT_SHOWN = "(This message had the PIN of a delivery, so its text is not shown.)";
const EMAILS_AT_A_TIME = 30;

/**
 * The emails to an address, newest first, without the text of those that hold a one-time link or a PIN. They are read some
 * at a time: there may be tens of thousands.
 */
export async function* emailsTo(store: Reader, address: string) {
  const { toAddress, queuedAt, id } = outgoingMails;
  let last: { queuedAt: Date; id: string } | undefined;
  do {
    const isOlder = last && olderThan(queuedAt, id, { at: last.queuedAt, id: last.id });
    const emails = await store
      .select({
        id,
        subject: outgoingMails.subject,
        text: outgoingMails.textBody,
        state: outgoingMails.state,
        isSecret: outgoingMails.isSecret,
        holdsPin: outgoingMails.holdsPin,
        queuedAt,
        sentAt: outgoingMails.sentAt,
      })
      .from(outgoingMails)
      .where(and(eq(toAddress, address), isOlder))
      .orderBy(desc(queuedAt), desc(id))
      .limit(EMAILS_AT_A_TIME);
    for (const { isSecret, holdsPin, id: _, text, ...email } of emails)
      yield { ...email, text: isSecret ? NOT_KEPT : holdsPin ? PIN_NOT_SHOWN : text };
    last = emails.length === EMAILS_AT_A_TIME ? emails.at(-1) : undefined;
  } while (last);
}

/**
 * The emails of some occasions, oldest first: `booking-confirmed:<quote id>` finds every email whose key begins with
 * it.
 */
export async function emailsAbout(store: Reader, occasions: readonly string[]): Promise<StoredEmail[]> {
  return store
    .select()
    .from(outgoingMails)
    .where(or(...occasions.map(isOf)))
    .orderBy(asc(outgoingMails.queuedAt), asc(outgoingMails.emailKey));
}

/**
 * Erases emails to an address whose account was deleted at this moment. Those still queued are sent first.
 * @returns how many, at most `atMost`
 */
export async function forgetEmailsTo(tx: Tx, address: string, deletedAt: Date, atMost: number): Promise<number> {
  const { toAddress, queuedAt, state } = outgoingMails;
  const some = await tx
    .select({ id: outgoingMails.id })
    .from(outgoingMails)
    .where(and(eq(toAddress, address), lte(queuedAt, deletedAt), ne(state, "queued")))
    .limit(atMost);
  const ids = some.map(({ id }) => id);
  await blank(tx, inArray(outgoingMails.id, ids));
  return ids.length;
}

/** Erases the emails of some occasions, to anybody. Those still queued are sent first. */
export async function forgetEmailsAbout(tx: Tx, occasions: readonly string[]): Promise<void> {
  await blank(tx, or(...occasions.map(isOf)));
}

/**
 * Erases every message to some addresses or phones, and withdraws those still queued, because the receivers don't want
 * them.
 */
export async function stopMessagesTo(tx: Tx, addresses: readonly string[]): Promise<void> {
  await takeBackAndBlank(tx, inArray(outgoingMails.toAddress, [...addresses]));
}

/** The same for messages about some bookings, to anybody: they name both people. */
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
    .set({
      ...{ toAddress: words, receiver: "", subject: words, textBody: words, htmlBody: words },
      ...{ templateParams: null, digestRow: null },
      // Nothing brings it back: there is nobody to send it to.
      overtakenBy: null,
    })
    .where(and(which, ne(outgoingMails.state, "queued")));
}
