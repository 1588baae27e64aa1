import { inArray } from "drizzle-orm";
import { outgoingMails } from "#db/schema/mail";
import type { Reader, Tx } from "#db/store.server";

/** What was queued in a transaction: a message's id, or one that isn't stored because it can never be sent. */
export type QueuedHere = string | QueuedMessage;

/** The messages of those transactions that are watched. */
const watched = new WeakMap<Tx, QueuedHere[]>();

/**
 * Does something in a transaction, and notes which messages are queued in it, whoever queues them: what is rolled back can
 * be read before.
 */
export async function watchingQueue<Result>(
  tx: Tx,
  work: (queued: readonly QueuedHere[]) => Promise<Result>,
): Promise<Result> {
  const queued: QueuedHere[] = [];
  watched.set(tx, queued);
  try {
    return await work(queued);
  } finally {
    // On SQLite the next transaction has the same connection.
    watched.delete(tx);
  }
}

/** Says that a message was queued. */
export function noteQueued(tx: Tx, id: string): void {
  watched.get(tx)?.push(id);
}

/** Says that a message would have been queued, if its receiver's phone took texts. */
export function noteUnsent(tx: Tx, message: QueuedMessage): void {
  watched.get(tx)?.push(message);
}

/** The messages that weren't queued in a watched transaction, because they could never be sent. */
export function unsentHere(tx: Tx): QueuedMessage[] {
  return (watched.get(tx) ?? []).filter((each) => typeof each !== "string");
}

export type QueuedMessage = Pick<
  typeof outgoingMails.$inferSelect,
  "emailKey" | "channel" | "toAddress" | "subject" | "textBody" | "holdsPin" | "quoteId" | "person"
> & { /** Why it isn't sent; null if it is. */ notSent: string | null };

/** Of these messages those that are still there, in the order in which they were queued. */
export async function queuedMessages(store: Reader, queued: readonly QueuedHere[]): Promise<QueuedMessage[]> {
  const ids = queued.filter((each) => typeof each === "string");
  const { id, emailKey, channel, state, toAddress, subject, textBody, holdsPin, quoteId, person, lastError } =
    outgoingMails;
  const rows =
    ids.length === 0
      ? []
      : await store
          .select({ id, emailKey, channel, state, toAddress, subject, textBody, holdsPin, quoteId, person, lastError })
          .from(outgoingMails)
          .where(inArray(id, ids));
  const stored = new Map(
    rows.map(({ id: its, state, lastError, ...row }) => [
      its,
      { ...row, notSent: state === "skipped" ? lastError : null },
    ]),
  );
  return queued.flatMap((each) => (typeof each === "string" ? (stored.get(each) ?? []) : each));
}
