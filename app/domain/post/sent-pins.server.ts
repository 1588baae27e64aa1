import { and, eq, inArray } from "drizzle-orm";
import { outgoingMails } from "#db/schema/mail";
import type { Reader } from "#db/store.server";

/** The bookings, of these, whose receivers were sent their PIN, or will be. */
export async function receiversWithPin(store: Reader, quoteIds: string[]): Promise<string[]> {
  if (quoteIds.length === 0) return [];
  const { quoteId, holdsPin, person, state } = outgoingMails;
  const isSent = and(eq(holdsPin, true), eq(person, "receiver"), inArray(state, ["queued", "sent"]));
  const rows = await store
    .selectDistinct({ quoteId })
    .from(outgoingMails)
    .where(and(inArray(quoteId, quoteIds), isSent));
  return rows.flatMap((row) => row.quoteId ?? []);
}
