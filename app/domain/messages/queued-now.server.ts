import { and, eq, ne } from "drizzle-orm";
import { outgoingMails } from "#db/schema/mail";
import type { Tx } from "#db/store.server";
import type { Quote } from "../parcels/quotes/quote";
import { unsentHere } from "../post/queued-here.server";
import type { Person } from "./who-is-notified";

/** A message to one of a booking's people. `isSent`: else it can't be, such as a text to a landline. */
export type QueuedNow = { person: Person; name: string; way: "email" | "sms"; to: string; isSent: boolean };

/**
 * The messages about a booking that were queued at a moment, in this transaction or before: what an act of that moment
 * tells its people. Those that can't be sent only of a watched transaction.
 */
export async function queuedNow(tx: Tx, quote: Quote, now: Date): Promise<QueuedNow[]> {
  const { quoteId, queuedAt, channel, person, toAddress: to, state } = outgoingMails;
  const rows = await tx
    .select({ person, channel, to, state })
    .from(outgoingMails)
    .where(and(eq(quoteId, quote.id), eq(queuedAt, now), ne(channel, "webhook")))
    .orderBy(outgoingMails.id);
  const { fromName, toName } = quote.formSnapshot.addresses;
  const names: Record<Person, string> = { receiver: toName, sender: fromName, account: "The account that booked" };
  const order = Object.keys(names);
  const unsent = unsentHere(tx).filter((each) => each.quoteId === quote.id);
  return [...rows, ...unsent.map((each) => ({ ...each, to: each.toAddress, state: "skipped" as const }))]
    .flatMap(({ person, channel, to, state }) =>
      person && channel !== "webhook"
        ? [{ person, name: names[person], way: channel, to, isSent: state !== "skipped" }]
        : [],
    )
    .toSorted((one, other) => order.indexOf(one.person) - order.indexOf(other.person));
}
