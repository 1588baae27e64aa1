import { and, desc, eq, exists, gte, inArray, isNotNull, like, or, sql } from "drizzle-orm";
import { Asked, type Doing } from "#app/domain/limits/cause";
import { DAYS } from "#app/durations";
import { payments } from "#db/schema/payments";
import { quotes } from "#db/schema/quotes";
import type { Tx } from "#db/store.server";
import { limits } from "../../limits/limits";
import { paidStatuses, unpaidStatuses } from "../../money/payment-state";

/** Parcels without a price wait too, if somebody has asked for it, or a shop's program has left them. */
const priceless = ["manual", "error"] as const;
const PAID_WITHIN_MS = 30 * DAYS;
/** How the drafts of what shops' programs book begin. */
export const BY_KEY = "by-key-";

/**
 * Leave to book so many parcels, which `leaveToBook` alone gives and what books takes: a way to book that doesn't ask for
 * it isn't compiled.
 */
export class LeaveToBook extends Asked<"a booking stored"> {
  #left: number;

  constructor(
    readonly uid: string | null,
    parcels: number,
  ) {
    super();
    this.#left = parcels;
  }

  /** Uses it for one parcel. */
  use(): void {
    if (this.#left === 0) throw new Error("more parcels were booked than leave was asked for");
    this.#left -= 1;
  }
}

export type TooManyUnpaid = { refused: "limit-reached"; detail: string };

/**
 * Whether an account may book so many parcels more, asked in the transaction that books them. Guests may: what they book
 * is counted by their network.
 * @param unpaid how many of them wait to be paid: none of those that go on an account
 */
export async function leaveToBook(
  tx: Tx,
  _doing: Doing<"a booking stored">,
  uid: string | null,
  parcels: number,
  now: Date,
  unpaid = parcels,
): Promise<LeaveToBook | TooManyUnpaid> {
  if (uid === null || parcels === 0) return new LeaveToBook(uid, parcels);
  const wait = await tx.$count(quotes, and(eq(quotes.uid, uid), isWaiting));
  const wanted = unpaid === 0 ? 0 : wait + unpaid;
  const cancelled = await cancelledOf(tx, uid, new Date(now.getTime() - DAYS));
  const most = limits.unpaidBookings.points;
  const mostCancelled = limits.cancelledBookings.points;
  if (wanted <= most && cancelled < mostCancelled) return new LeaveToBook(uid, parcels);
  const since = new Date(now.getTime() - PAID_WITHIN_MS);
  const paid = await paidSince(tx, uid, since, Math.max(wanted, cancelled + 1));
  if (cancelled >= Math.max(mostCancelled, paid))
    return { refused: "limit-reached", detail: tooManyCancelled(cancelled) };
  if (wanted <= Math.max(most, paid)) return new LeaveToBook(uid, parcels);
  return { refused: "limit-reached", detail: inWords({ wait, wanted, most: Math.max(most, paid) }) };
}

/** How many of an account's bookings since a moment are cancelled: otherwise, who cancels each could book without end. */
function cancelledOf(tx: Tx, uid: string, since: Date): Promise<number> {
  return tx.$count(quotes, and(eq(quotes.uid, uid), gte(quotes.createdAt, since), eq(quotes.status, "cancelled")));
}

const isWaiting = and(
  inArray(quotes.status, [...unpaidStatuses, ...priceless]),
  or(inArray(quotes.status, unpaidStatuses), isNotNull(quotes.manualRequestedAt), like(quotes.draftId, `${BY_KEY}%`)),
);

/** How many of an account's bookings were paid since a moment; no more than `atMost` are counted. */
async function paidSince(tx: Tx, uid: string, since: Date, atMost: number): Promise<number> {
  const isPaid = and(eq(payments.quoteId, quotes.id), eq(payments.state, "complete"), gte(payments.settledAt, since));
  const payment = tx.select({ one: sql`1` }).from(payments).where(isPaid);
  const found = await tx
    .select({ id: quotes.id })
    .from(quotes)
    .where(and(eq(quotes.uid, uid), inArray(quotes.status, paidStatuses), exists(payment)))
    .orderBy(desc(quotes.createdAt))
    .limit(atMost);
  return found.length;
}

function tooManyCancelled(cancelled: number): string {
  return [
    `${cancelled} parcels that this account booked within a day were cancelled. Nothing was booked.`,
    "Please book again tomorrow, or phone us.",
  ].join(" ");
}

function inWords({ wait, wanted, most }: Record<"wait" | "wanted" | "most", number>): string {
  return [
    `${wait} parcels of this account are not paid yet, or have no price yet.`,
    `With this there would be ${wanted}, and at most ${most} can wait.`,
    "Nothing was booked. Pay for some, or cancel some, and book again.",
  ].join(" ");
}
