import { and, eq, inArray, isNull, lt, or } from "drizzle-orm";
import { quotes } from "#db/schema/quotes";
import type { Tx } from "#db/store.server";
import { withoutPeople } from "../shipments/saved-form";
import { forgetReceivers } from "../waybills/delivery-proof.server";
import { forgetNotes } from "./booking-notes.server";
import type { Quote } from "./quote";

/**
 * Deletes quotes that nobody booked and whose price ran out before a moment. A customer who asked for a manual price
 * still waits for it, unless staff cancelled the request.
 * @returns how many, at most `atMost`
 */
export async function forgetUnbooked(tx: Tx, before: Date, atMost: number): Promise<number> {
  const due = await tx
    .select({ id: quotes.id })
    .from(quotes)
    .where(
      and(
        isNull(quotes.bookedAt),
        lt(quotes.expiresAt, before),
        or(isNull(quotes.manualRequestedAt), and(eq(quotes.status, "cancelled"), lt(quotes.updatedAt, before))),
      ),
    )
    .limit(atMost);
  const ids = due.map(({ id }) => id);
  await tx.delete(quotes).where(inArray(quotes.id, ids));
  return ids.length;
}

/** Takes everybody out of a booking: no name, phone, email, street or word of theirs is left. Amounts and postal codes stay. */
export async function anonymise(
  tx: Tx,
  { id, formSnapshot }: Pick<Quote, "id" | "formSnapshot">,
  also: Partial<Pick<Quote, "status" | "uid">>,
  now: Date,
): Promise<void> {
  await forgetNotes(tx, [id]);
  await forgetReceivers(tx, [id]);
  await tx
    .update(quotes)
    .set({
      ...also,
      guestId: null,
      email: "",
      cancelReason: null,
      formHash: "",
      formSnapshot: withoutPeople(formSnapshot, "books-closed"),
      anonymisedAt: now,
      updatedAt: now,
    })
    .where(eq(quotes.id, id));
}
