import { and, count, eq, gt, inArray, isNotNull, isNull, lt, min, ne, notInArray, sql, sum } from "drizzle-orm";
import { paidStatuses } from "#app/domain/money/payment-state";
import { REST_COMES_WITHIN_MS } from "#app/domain/money/refunds.server";
import { openCases } from "#app/domain/parcels/cases.server";
import { type Figure, figure } from "#app/domain/values/figure";
import { DAYS, MINUTES, SECONDS } from "#app/durations";
import { payments, refunds } from "#db/schema/payments";
import { quotes } from "#db/schema/quotes";
import { isOfSite } from "#db/site-facts.server";
import type { Reader } from "#db/store.server";

/** PayFast answers within minutes. The view staff_payments_unanswered has the same limit. */
const ANSWERED_WITHIN_MS = 30 * MINUTES;
/** A customer who left the payment page more than a week ago is no longer reported. */
const NEWS_FOR_MS = 7 * DAYS;

/** What is waiting: for PayFast's answer, or for staff. */
export async function figuresOfWhatWaits(read: Reader, now: Date): Promise<Figure[]> {
  const [manual] = await read
    .select({ value: count(), oldest: min(quotes.manualRequestedAt) })
    .from(quotes)
    .where(and(isNotNull(quotes.manualRequestedAt), isNull(quotes.bookedAt), ne(quotes.status, "cancelled")));
  const oldest = manual?.oldest;
  const cases = await openCases(read);
  return [
    figure(
      "thuma_payments_unanswered",
      "Attempts to pay of the last week, in the site's mode, without PayFast's final word for half an hour.",
      await unanswered(read, now),
    ),
    figure(
      "thuma_payments_to_refund",
      "Payments of the site's mode that are to be paid back: list refunds.",
      await toRefund(read, now),
    ),
    figure("thuma_manual_quotes_waiting", "Customers who wait for a price.", manual?.value ?? 0),
    figure("thuma_manual_quote_oldest_seconds", "How long the first of them has waited.", secondsSince(oldest, now)),
    figure("thuma_cases_open", "Parcels that somebody says something is wrong with, not closed yet.", cases.open),
    figure("thuma_case_oldest_seconds", "How long the first of them is open.", secondsSince(cases.oldest, now)),
  ];
}

function secondsSince(moment: Date | null | undefined, now: Date): number {
  return moment ? Math.max(0, now.getTime() - moment.getTime()) / SECONDS : 0;
}

async function unanswered(read: Reader, now: Date): Promise<number> {
  const [row] = await read
    .select({ value: count() })
    .from(payments)
    .innerJoin(quotes, eq(quotes.id, payments.quoteId))
    .where(
      and(
        // A literal rather than a parameter: SQLite uses the partial index only when it sees the values in the query.
        sql`${payments.state} in ('started', 'pending')`,
        gt(payments.startedAt, new Date(now.getTime() - NEWS_FOR_MS)),
        lt(payments.startedAt, new Date(now.getTime() - ANSWERED_WITHIN_MS)),
        notInArray(quotes.status, paidStatuses),
        isOfSite(payments.mode),
      ),
    );
  return row?.value ?? 0;
}

/** As the view staff_payments_to_refund lists them. */
async function toRefund(read: Reader, now: Date): Promise<number> {
  const refunded = read
    .select({ cents: sum(refunds.amountCents) })
    .from(refunds)
    .where(eq(refunds.paymentId, payments.id));
  const money = { paidCents: payments.paidCents, refundedCents: sql<number>`coalesce(${refunded}, 0)` };
  const ofSite = isOfSite(payments.mode);
  const duplicates = await read
    .select(money)
    .from(payments)
    .where(and(sql`${payments.state} = 'duplicate'`, ofSite));
  const parts = await read
    .select(money)
    .from(payments)
    .innerJoin(quotes, eq(quotes.id, payments.quoteId))
    .where(
      and(
        sql`${payments.state} = 'part'`,
        isNull(quotes.cancelledAt),
        lt(payments.settledAt, new Date(now.getTime() - REST_COMES_WITHIN_MS)),
        ofSite,
      ),
    );
  const isOfCancelled = and(isNotNull(quotes.cancelledAt), eq(payments.quoteId, quotes.id));
  const cancelled = await read
    .select(money)
    .from(quotes)
    // CROSS JOIN fixes the join order: first the few that were cancelled.
    .crossJoin(payments)
    .where(and(isOfCancelled, inArray(payments.state, ["complete", "part"]), ofSite));
  const isOpen = ({ paidCents, refundedCents }: { paidCents: number | null; refundedCents: number }) =>
    refundedCents < (paidCents ?? 0);
  return [...duplicates, ...parts, ...cancelled].filter(isOpen).length;
}
