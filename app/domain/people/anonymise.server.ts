import { and, eq, gte, inArray, isNotNull, isNull, lt, notExists, or, type SQL, sql } from "drizzle-orm";
import { payments, refunds } from "#db/schema/payments";
import { quoteStatuses, quotes } from "#db/schema/quotes";
import type { Tx } from "#db/store.server";
import { anonymise, anonymiseAndCancel } from "../parcels/quotes/old-quotes.server";
import type { Quote } from "../parcels/quotes/quote";

/** Takes people out of all other tables. */
export type EraseBookings = (tx: Tx, quoteIds: string[]) => Promise<void>;

/** Bookings with these statuses are unpaid, unless one of their payments says otherwise. */
const unpaid = ["pending_payment", "payfast_failed", "payfast_cancelled", "cancelled", "failed"] as const;

/**
 * Anonymises bookings that were never paid, and cancels them, because an address is needed to collect. Money that still
 * arrives is matched to its booking. A booking with a pending or received payment is left alone.
 * @returns how many, at most `atMost`
 */
export async function anonymiseUnpaid(
  tx: Tx,
  bookedBefore: Date,
  atMost: number,
  now: Date,
  eraseBookings: EraseBookings,
): Promise<number> {
  const money = sql`${payments.state} in ('pending', 'complete', 'duplicate', 'part')`;
  const due = await stillNamed(tx, unpaid, bookedBefore, atMost, [
    lt(quotes.expiresAt, now),
    notExists(paymentsOf(tx, money)),
  ]);
  return takeOut(tx, due, (id) => anonymiseAndCancel(tx, id, now), eraseBookings);
}

/**
 * Anonymises bookings whose tax year ended long enough ago. Amounts, postal codes and the waybill stay for the
 * accounts. A booking with a second payment that hasn't been refunded is left alone, because we still owe the money.
 * @param booksKeptSince the first moment of the oldest tax year that is kept
 */
export async function anonymiseClosedBooks(
  tx: Tx,
  booksKeptSince: Date,
  atMost: number,
  now: Date,
  eraseBookings: EraseBookings,
): Promise<number> {
  const isOpen = or(
    gte(payments.settledAt, booksKeptSince),
    and(inArray(payments.state, ["duplicate", "part"]), lt(refundedCents(tx), payments.paidCents)),
  );
  const due = await stillNamed(tx, quoteStatuses, booksKeptSince, atMost, [notExists(paymentsOf(tx, isOpen))]);
  return takeOut(tx, due, (id) => anonymise(tx, id, {}, now), eraseBookings);
}

async function takeOut(
  tx: Tx,
  ids: string[],
  takePeopleOut: (id: string) => Promise<void>,
  eraseBookings: EraseBookings,
): Promise<number> {
  await eraseBookings(tx, ids);
  for (const id of ids) await takePeopleOut(id);
  return ids.length;
}

async function stillNamed(
  tx: Tx,
  statuses: readonly Quote["status"][],
  bookedBefore: Date,
  atMost: number,
  conditions: SQL[],
): Promise<string[]> {
  const due = await tx
    .select({ id: quotes.id })
    .from(quotes)
    .where(
      and(
        inArray(quotes.status, statuses),
        isNotNull(quotes.bookedAt),
        lt(quotes.bookedAt, bookedBefore),
        isNull(quotes.anonymisedAt),
        ...conditions,
      ),
    )
    .limit(atMost);
  return due.map(({ id }) => id);
}

function paymentsOf(tx: Tx, which: SQL | undefined) {
  return tx
    .select({ one: sql`1` })
    .from(payments)
    .where(and(eq(payments.quoteId, quotes.id), which));
}

function refundedCents(tx: Tx) {
  return tx
    .select({ cents: sql<number>`coalesce(sum(${refunds.amountCents}), 0)` })
    .from(refunds)
    .where(eq(refunds.paymentId, payments.id));
}
