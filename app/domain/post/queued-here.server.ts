import { inArray } from "drizzle-orm";
import { outgoingMails } from "#db/schema/mail";
import type { Reader, Tx } from "#db/store.server";

/** The ids of the messages that were queued in a transaction, for those transactions that are watched. */
const watched = new WeakMap<Tx, string[]>();

/**
 * Does something in a transaction, and notes which messages are queued in it, whoever queues them: what is rolled back can
 * be read before.
 */
export async function watchingQueue<Result>(
  tx: Tx,
  work: (ids: readonly string[]) => Promise<Result>,
): Promise<Result> {
  const ids: string[] = [];
  watched.set(tx, ids);
  try {
    return await work(ids);
  } finally {
    // On SQLite the next transaction has the same connection.
    watched.delete(tx);
  }
}

/** Says that a message was queued. */
export function noteQueued(tx: Tx, id: string): void {
  watched.get(tx)?.push(id);
}

export type QueuedMessage = Pick<
  typeof outgoingMails.$inferSelect,
  "emailKey" | "channel" | "toAddress" | "subject" | "textBody" | "holdsPin" | "quoteId" | "person"
> & { /** Why it isn't sent; null if it is. */ notSent: string | null };

/** Of these messages those that are still there, in the order in which they were queued. */
export async function queuedMessages(store: Reader, ids: readonly string[]): Promise<QueuedMessage[]> {
  if (ids.length === 0) return [];
  const { id, emailKey, channel, state, toAddress, subject, textBody, holdsPin, quoteId, person, lastError } =
    outgoingMails;
  const rows = await store
    .select({ id, emailKey, channel, state, toAddress, subject, textBody, holdsPin, quoteId, person, lastError })
    .from(outgoingMails)
    .where(inArray(id, [...ids]));
  return rows
    .toSorted((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id))
    .map(({ id: _, state, lastError, ...row }) => ({ ...row, notSent: state === "skipped" ? lastError : null }));
}
