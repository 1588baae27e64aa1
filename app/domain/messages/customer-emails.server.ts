import type { Email } from "#app/domain/mail/email";
import { notifyPeople, type Words } from "#app/domain/messages/notify.server";
import type { NotifiedEvent } from "#app/domain/messages/who-is-notified";
import type { Quote } from "#app/domain/quotes/quote";
import type { Tx } from "#db/store.server";

/**
 * Emails the sender of a booking and the account that booked it, and the receiver if there is a message for them.
 * @param email null if the sender is told in another email
 */
export async function writeToCustomer(
  tx: Tx,
  quote: Quote,
  event: NotifiedEvent,
  email: Email | null,
  now: Date,
  receiver?: Words["receiver"],
  notBefore = now,
): Promise<void> {
  const sender: Words["sender"] =
    email === null
      ? undefined
      : (person, to) => (person === "account" ? { ...email, key: `${email.key}:account`, to } : { ...email, to });
  await notifyPeople(tx, quote, event, { sender, receiver }, now, notBefore);
}
