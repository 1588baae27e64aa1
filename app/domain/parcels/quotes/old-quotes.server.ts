import { and, eq, isNull, lt, or } from "drizzle-orm";
import { quotes } from "#db/schema/quotes";
import type { Tx } from "#db/store.server";
import { withoutPeople } from "../../form/saved-form";
import { deleteAtMost } from "../../values/delete-at-most.server";
import { changeForm } from "./change-form.server";
import type { Quote } from "./quote";
import { setStatus } from "./saved-quotes.server";

/**
 * Deletes quotes that were never booked and whose price expired before a moment. Requests for a manual price are kept,
 * unless staff cancelled them.
 * @returns how many, at most `atMost`
 */
export async function forgetUnbooked(tx: Tx, before: Date, atMost: number): Promise<number> {
  const isCancelled = and(eq(quotes.status, "cancelled"), lt(quotes.updatedAt, before));
  const isNotWaiting = or(isNull(quotes.manualRequestedAt), isCancelled);
  return deleteAtMost(tx, atMost, quotes.id, and(isNull(quotes.bookedAt), lt(quotes.expiresAt, before), isNotWaiting));
}

/** Anonymises a booking that isn't paid, and cancels it, because an address is needed to collect. */
export async function anonymiseAndCancel(tx: Tx, id: string, now: Date): Promise<void> {
  await anonymise(tx, id, { uid: null }, now);
  await setStatus(tx, id, "cancelled", "anonymised", now);
}

/** Erases all personal data of a booking itself: names, phones, emails and streets. Amounts and postal codes stay. */
export async function anonymise(tx: Tx, id: string, also: Partial<Pick<Quote, "uid">>, now: Date): Promise<void> {
  const gone = { guestId: null, email: "", cancelReason: null, vatNumber: null, formHash: "", anonymisedAt: now };
  await changeForm(tx, id, (saved) => ({ ...also, ...gone, formSnapshot: withoutPeople(saved, "books-closed") }), now);
}
