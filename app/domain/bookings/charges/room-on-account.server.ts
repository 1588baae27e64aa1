import type { Reader } from "#db/store.server";
import { isBlocked } from "../../accounts/blocked-customers.server";
import { type Credit, creditOf, owedOnAccount } from "../../money/credit.server";
import type { Quote } from "../../parcels/quotes/quote";
import { type Cents, formatRand } from "../../values/money";
import { saDay, shortDate } from "../../values/sa-time";

/** An account that pays by month, before something is put on it. */
export type RoomOnAccount = { uid: string; credit: Credit; owedCents: Cents };

/**
 * Whether something goes on an account: there is `room` for it; it `waits` for payment as it would without an account, and
 * why, for its owner and for the office; or nobody has ever let the account pay by month (null).
 */
export type OnAccountOrNot = { room: RoomOnAccount } | { waits: string } | null;

/**
 * What the page before a payment says to an account that pays by month. `token`: of the form that puts the bookings on it;
 * null where the words say why there is none.
 */
export type OnAccountOffer = { words: string; token: string | null };

/** What is to go on an account: bookings at their prices, or as much more for one of them. */
export type ToOwe = { uid: string | null; quotes: readonly Pick<Quote, "formSnapshot">[]; cents: Cents };

/**
 * Asks for all of it together, in the transaction that puts it on the account: two bookings at once can't both have the
 * last room.
 */
export async function roomOnAccount(store: Reader, { uid, quotes, cents }: ToOwe, now: Date): Promise<OnAccountOrNot> {
  const credit = uid === null ? null : await creditOf(store, uid);
  if (uid === null || credit === null) return null;
  if (credit.stoppedAt) return { waits: "The account does not pay by month any more." };
  for (const { formSnapshot } of quotes)
    if (await isBlocked(store, { uid, ...formSnapshot }))
      return { waits: "The account, or the sender, is blocked: please phone us." };
  const { cents: owedCents, dueFirst } = await owedOnAccount(store, uid);
  if (dueFirst !== null && dueFirst < saDay(now))
    return { waits: `Something that the account owes was due on ${shortDate(dueFirst)}. It is to be paid first.` };
  if (owedCents + cents > credit.limitCents)
    return { waits: overLimit(credit.limitCents, owedCents, cents, quotes.length) };
  return { room: { uid, credit, owedCents } };
}

function overLimit(limitCents: Cents, owedCents: Cents, cents: Cents, bookings: number): string {
  const [limit, owed, then] = [limitCents, owedCents, owedCents + cents].map(formatRand);
  return `The account owes ${owed}. With ${bookings > 1 ? `these ${bookings} bookings` : "this"} it would owe ${then}, and it may owe ${limit} at most.`;
}
