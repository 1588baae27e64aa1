import { and, eq, isNotNull, isNull, ne, or } from "drizzle-orm";
import { outgoingMails } from "#db/schema/mail";
import type { Tx } from "#db/store.server";
import { addressed } from "./channels";
import type { StoredEmail } from "./resend-email.server";

/**
 * Messages about a booking that still wait for one of its people, or may come back, go to the address or phone that the
 * person has today.
 * @param addressOf where a message would go today; null if its person can't be reached in its way any more
 */
export async function readdressWaiting(
  tx: Tx,
  aboutQuote: string,
  addressOf: (email: StoredEmail) => Promise<string | null>,
): Promise<void> {
  const { id, state, claimedAt, quoteId, person, channel, overtakenBy } = outgoingMails;
  const mayGo = or(and(eq(state, "queued"), isNull(claimedAt)), and(eq(state, "skipped"), isNotNull(overtakenBy)));
  const theirs = and(eq(quoteId, aboutQuote), isNotNull(person), ne(channel, "webhook"), mayGo);
  for (const email of await tx.select().from(outgoingMails).where(theirs)) {
    const to = await addressOf(email);
    if (to === email.toAddress) continue;
    const change = to
      ? addressed(email.channel, to)
      : ({ state: "skipped", overtakenBy: null, lastError: GONE } as const);
    await tx.update(outgoingMails).set(change).where(eq(id, email.id));
  }
}

const GONE = "not a number or email of its receiver any more";
