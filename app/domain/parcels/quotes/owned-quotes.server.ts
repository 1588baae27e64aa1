import { setImmediate as nextTurn } from "node:timers/promises";
import { and, desc, eq, inArray, isNull, or } from "drizzle-orm";
import { olderThan } from "#db/older-than.server";
import { quotes } from "#db/schema/quotes";
import { waybills } from "#db/schema/waybills";
import type { Reader, Tx } from "#db/store.server";
import { isContactOf } from "../../form/contacts.server";
import { withoutPeople } from "../../form/saved-form";
import { paidStatuses } from "../../money/payment-state";
import { normaliseEmail } from "../../values/email";
import { changeForm } from "./change-form.server";
import type { Quote } from "./quote";
import { isInGroup, type QuoteGroup } from "./quote-groups.server";

/** Specification section 9, "Dashboard". */
export const QUOTES_SHOWN = 30;

/** A quote, and its waybill number if it is a booking (specification section 4, "Dashboard classification"). */
export type OwnedQuote = { quote: Quote; waybillNo: string | null };

/** The last quote of a page: the next page starts after it. */
export type Bookmark = { createdAt: Date; id: string };

/**
 * An account's quotes, newest first: all, or those of a group.
 * @returns at most 30, and a bookmark if there are older ones
 */
export async function quotesOf(
  store: Reader,
  uid: string,
  before?: Bookmark,
  group?: QuoteGroup,
): Promise<{ list: OwnedQuote[]; older: Bookmark | null }> {
  const isOlder = before && olderThan(quotes.createdAt, quotes.id, { at: before.createdAt, id: before.id });
  const rows = await store
    .select({ quote: quotes, waybillNo: waybills.waybillNo })
    .from(quotes)
    .leftJoin(waybills, eq(waybills.quoteId, quotes.id))
    .where(and(eq(quotes.uid, uid), isOlder, group ? isInGroup(group) : undefined))
    .orderBy(desc(quotes.createdAt), desc(quotes.id))
    .limit(QUOTES_SHOWN + 1);
  const list = rows.slice(0, QUOTES_SHOWN);
  const last = list.at(-1)?.quote;
  return { list, older: rows.length > QUOTES_SHOWN && last ? { createdAt: last.createdAt, id: last.id } : null };
}

/** The quote with this id, if it belongs to this account. */
export async function ownedQuote(store: Reader, uid: string, id: string): Promise<Quote | null> {
  const [quote] = await store
    .select()
    .from(quotes)
    .where(and(eq(quotes.id, id), eq(quotes.uid, uid)));
  return quote ?? null;
}

/**
 * The id of one of the newest paid bookings of a browser, if its sender has this email or phone; null if none has.
 * @param contact an email in lower case, or a phone as `+27821234567`
 */
export async function paidBookingOf(store: Reader, guestId: string, contact: string): Promise<string | null> {
  const paid = await store
    .select({ id: quotes.id, email: quotes.email, formSnapshot: quotes.formSnapshot })
    .from(quotes)
    .where(and(eq(quotes.guestId, guestId), inArray(quotes.status, paidStatuses)))
    .orderBy(desc(quotes.createdAt))
    .limit(QUOTES_SHOWN);
  const isTheirs = ({ email, formSnapshot: { addresses } }: (typeof paid)[number]) =>
    normaliseEmail(email) === contact || isContactOf(addresses, "from", contact);
  return paid.find(isTheirs)?.id ?? null;
}

/** Every quote of an account, newest first, a page at a time: others have their turn between two. */
export async function* everyQuoteOf(store: Reader, uid: string): AsyncGenerator<OwnedQuote> {
  let before: Bookmark | null = null;
  do {
    const { list, older } = await quotesOf(store, uid, before ?? undefined);
    yield* list;
    before = older;
    await nextTurn();
  } while (before);
}

/**
 * Moves a browser's quotes to an account. The browser alone can't open them any more: phones are shared, and after a
 * sign-out nobody else may see them.
 */
export async function giveGuestQuotes(tx: Tx, guestId: string, uid: string, now: Date): Promise<void> {
  await tx
    .update(quotes)
    .set({ uid, guestId: null, updatedAt: now })
    .where(and(eq(quotes.guestId, guestId), or(isNull(quotes.uid), eq(quotes.uid, uid))));
}

/**
 * Detaches quotes from an account that is deleted before its email was verified. They stay with the browser that made
 * them.
 */
export async function releaseQuotes(tx: Tx, uid: string): Promise<void> {
  await tx.update(quotes).set({ uid: null }).where(eq(quotes.uid, uid));
}

/** Some of an account's quotes, at most so many. */
export async function someQuotesOf(store: Reader, uid: string, atMost: number): Promise<OwnQuote[]> {
  return store
    .select({ id: quotes.id, bookedAt: quotes.bookedAt })
    .from(quotes)
    .where(eq(quotes.uid, uid))
    .limit(atMost);
}

type OwnQuote = Pick<Quote, "id" | "bookedAt">;

/** Deletes a deleted account's quotes that were never booked. Bookings stay, but nobody's name. */
export async function forgetQuotes(tx: Tx, some: readonly OwnQuote[], now: Date): Promise<void> {
  const unbooked = some.filter(({ bookedAt }) => bookedAt === null).map(({ id }) => id);
  await tx.delete(quotes).where(inArray(quotes.id, unbooked));
  const gone = { uid: null, guestId: null, email: "", cancelReason: null };
  for (const { id } of some.filter(({ bookedAt }) => bookedAt !== null)) {
    await changeForm(tx, id, (saved) => ({ ...gone, formSnapshot: withoutPeople(saved, "account-deleted") }), now);
  }
}

/** A bookmark as a query parameter, and back. */
export function bookmarkWord({ createdAt, id }: Bookmark): string {
  return `${createdAt.toISOString()}_${id}`;
}

export function bookmarkOf(word: string | null): Bookmark | undefined {
  const [moment = "", ...id] = word?.split("_") ?? [];
  const createdAt = new Date(moment);
  return Number.isNaN(createdAt.getTime()) ? undefined : { createdAt, id: id.join("_") };
}
