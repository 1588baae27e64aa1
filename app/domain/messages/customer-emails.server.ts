import type { Cause } from "#app/domain/limits/cause";
import { notifyPeople, type Wordings } from "#app/domain/messages/notify.server";
import type { NotifiedEvent, Person } from "#app/domain/messages/who-is-notified";
import type { Quote } from "#app/domain/parcels/quotes/quote";
import type { Email } from "#app/domain/post/email";
import { queueEmail } from "#app/domain/post/outbox.server";
import type { Tx } from "#db/store.server";
import { accountById } from "../accounts/accounts.server";

/**
 * Emails the sender of a booking and the account that booked it, and the receiver if there is a message for them.
 * @param email the same for both, or as each is greeted; null if the sender is told in another email
 */
export async function writeToCustomer(
  tx: Tx,
  cause: Cause,
  quote: Quote,
  event: NotifiedEvent,
  email: Email | ((person: Person) => Email) | null,
  now: Date,
  receiver?: Wordings["receiver"],
  notBefore = now,
): Promise<void> {
  const sender: Wordings["sender"] =
    email === null
      ? undefined
      : (person, to) => {
          const written = typeof email === "function" ? email(person) : email;
          return { ...written, key: person === "account" ? `${written.key}:account` : written.key, to };
        };
  await notifyPeople(tx, cause, quote, event, { sender, receiver }, now, notBefore);
}

/**
 * Emails the account that booked, at its own proven address, and nobody else: the booking's other addresses are what
 * somebody typed. Nobody where the account is gone.
 */
export async function writeToAccount(tx: Tx, quote: Quote, write: (person: Person) => Email, now: Date): Promise<void> {
  const account = quote.uid === null ? null : await accountById(tx, quote.uid);
  if (!account) return;
  const email = write("account");
  await queueEmail(tx, "its own account", { ...email, to: account.email, quoteId: quote.id, person: "account" }, now);
}
