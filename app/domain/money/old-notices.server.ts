import { and, inArray, isNotNull, lt, sql } from "drizzle-orm";
import { paymentNotices } from "#db/schema/payments";
import { quotes } from "#db/schema/quotes";
import type { Tx } from "#db/store.server";
import { deleteAtMost } from "../values/delete-at-most.server";

/**
 * Deletes notices that were refused, or that PayFast couldn't confirm, received before a moment.
 * @returns how many, at most `atMost`
 */
export async function forgetRefusedNotices(tx: Tx, before: Date, atMost: number): Promise<number> {
  let forgotten = 0;
  // A literal rather than a parameter: SQLite uses the partial index only when it sees the value in the query.
  for (const outcome of [sql`outcome = 'refused'`, sql`outcome = 'ask_again'`]) {
    const isOld = and(outcome, lt(paymentNotices.receivedAt, before));
    forgotten += await deleteAtMost(tx, atMost - forgotten, paymentNotices.id, isOld);
  }
  return forgotten;
}

/** What replaces a notice when its booking is anonymised, because PayFast repeats the customer's details in it. */
export const emptiedNotice = { body: "(Not kept any longer.)", clientAddress: "" };

/** Empties the notices about anonymised bookings, and about the orders that those bookings were paid with. */
export async function emptyNotices(tx: Tx, quoteIds: string[]): Promise<void> {
  const orders = await tx
    .selectDistinct({ id: quotes.paymentOrderId })
    .from(quotes)
    .where(and(inArray(quotes.id, quoteIds), isNotNull(quotes.paymentOrderId)));
  const named = [...quoteIds, ...orders.flatMap(({ id }) => id ?? [])];
  await tx.update(paymentNotices).set(emptiedNotice).where(inArray(paymentNotices.quoteId, named));
}
