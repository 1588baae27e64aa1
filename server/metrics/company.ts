import { and, count, eq, gt, inArray, isNotNull, isNull, like, lt, min, ne, notInArray, sql, sum } from "drizzle-orm";
import { saDay } from "#app/domain/values/sa-time";
import { outgoingMails } from "#db/schema/mail";
import { paymentNotices, paymentStates, payments, refunds, unsignedNotices } from "#db/schema/payments";
import { quoteStatuses, quotes } from "#db/schema/quotes";
import { waybills } from "#db/schema/waybills";
import type { Reader } from "#db/store.server";
import { DAYS, MINUTES } from "../../app/durations";
import { type Metric, single } from "./text";

/** PayFast answers within minutes; the view staff_payments_unanswered says the same. */
const ANSWERED_WITHIN_MS = 30 * MINUTES;
/** After a week a customer who left the payment page isn't news any more. */
const NEWS_FOR_MS = 7 * DAYS;

/**
 * How the company does: what came in within a day, what waits, what failed. Each figure is read from an index that
 * holds little more than what is counted, so that a scrape takes as long with a million quotes as with none.
 */
export async function companyMetrics(read: Reader, now: Date): Promise<Metric[]> {
  return [...(await lastDay(read, now)), ...(await waiting(read, now)), ...(await mail(read, now))];
}

async function lastDay(read: Reader, now: Date): Promise<Metric[]> {
  const since = new Date(now.getTime() - DAYS);
  const byStatus = await read
    .select({ journey: quotes.journey, status: quotes.status, value: count() })
    .from(quotes)
    .where(and(inArray(quotes.status, quoteStatuses), gt(quotes.createdAt, since)))
    .groupBy(quotes.journey, quotes.status);
  const byState = await read
    .select({ state: payments.state, value: count() })
    .from(payments)
    .where(gt(payments.startedAt, since))
    .groupBy(payments.state);
  const [issued] = await read.select({ value: count() }).from(waybills).where(gt(waybills.issuedAt, since));
  const refused = and(sql`outcome = 'refused'`, gt(paymentNotices.receivedAt, since));
  const [unbelieved] = await read.select({ value: count() }).from(paymentNotices).where(refused);
  const [unsigned] = await read
    .select({ value: sum(unsignedNotices.notices) })
    .from(unsignedNotices)
    .where(eq(unsignedNotices.day, saDay(now)));
  return [
    {
      name: "thuma_quotes_last_day",
      help: "Quotes made within 24 hours, by wizard and by what became of them.",
      type: "gauge",
      samples: byStatus.map(({ journey, status, value }) => ({ labels: { journey, status }, value })),
    },
    single("gauge", "thuma_bookings_last_day", "Waybills issued within 24 hours: paid bookings.", issued?.value ?? 0),
    {
      name: "thuma_payments_last_day",
      help: "Attempts to pay begun within 24 hours, by state.",
      type: "gauge",
      samples: paymentStates.map((state) => ({
        labels: { state },
        value: byState.find((row) => row.state === state)?.value ?? 0,
      })),
    },
    single(
      "gauge",
      "thuma_payment_notices_refused_last_day",
      "Payment notices of 24 hours that were not believed.",
      unbelieved?.value ?? 0,
    ),
    single(
      "gauge",
      "thuma_payment_notices_unsigned_today",
      "Payment notices of today that were not properly signed.",
      Number(unsigned?.value ?? 0),
    ),
  ];
}

async function waiting(read: Reader, now: Date): Promise<Metric[]> {
  // A condition that is a parameter would not be seen to fit the index of just these payments.
  const [unanswered] = await read
    .select({ value: count() })
    .from(payments)
    .innerJoin(quotes, eq(quotes.id, payments.quoteId))
    .where(
      and(
        sql`${payments.state} in ('started', 'pending')`,
        gt(payments.startedAt, new Date(now.getTime() - NEWS_FOR_MS)),
        lt(payments.startedAt, new Date(now.getTime() - ANSWERED_WITHIN_MS)),
        notInArray(quotes.status, ["paid", "payfast_complete", "waybill_created"]),
      ),
    );
  const refunded = read
    .select({ cents: sum(refunds.amountCents) })
    .from(refunds)
    .where(eq(refunds.paymentId, payments.id));
  const money = { paidCents: payments.paidCents, refundedCents: sql<number>`${refunded}` };
  const duplicates = await read.select(money).from(payments).where(sql`${payments.state} = 'duplicate'`);
  const cancelled = await read
    .select(money)
    .from(quotes)
    // CROSS JOIN keeps the order: first the few that were cancelled.
    .crossJoin(payments)
    .where(and(isNotNull(quotes.cancelledAt), eq(payments.quoteId, quotes.id), eq(payments.state, "complete")));
  const toRefund = [...duplicates, ...cancelled].filter(
    ({ paidCents, refundedCents }) => refundedCents < (paidCents ?? 0),
  ).length;
  const [manual] = await read
    .select({ value: count(), oldest: min(quotes.manualRequestedAt) })
    .from(quotes)
    .where(and(isNotNull(quotes.manualRequestedAt), isNull(quotes.bookedAt), ne(quotes.status, "cancelled")));
  return [
    single(
      "gauge",
      "thuma_payments_unanswered",
      "Attempts to pay of the last week without PayFast's final word for half an hour.",
      unanswered?.value ?? 0,
    ),
    single(
      "gauge",
      "thuma_payments_to_refund",
      "Payments that came twice or for a booking that staff cancelled, not paid back yet.",
      toRefund,
    ),
    single("gauge", "thuma_manual_quotes_waiting", "Customers who wait for a price.", manual?.value ?? 0),
    single(
      "gauge",
      "thuma_manual_quote_oldest_seconds",
      "How long the first of them has waited.",
      ageOf(manual?.oldest, now),
    ),
  ];
}

async function mail(read: Reader, now: Date): Promise<Metric[]> {
  const emails = await read
    .select({ state: outgoingMails.state, value: count(), oldest: min(outgoingMails.queuedAt) })
    .from(outgoingMails)
    .where(inArray(outgoingMails.state, ["queued", "dead"]))
    .groupBy(outgoingMails.state);
  const applications = await read
    .select({ state: outgoingMails.state, value: count() })
    .from(outgoingMails)
    .where(and(inArray(outgoingMails.state, ["queued", "dead"]), like(outgoingMails.emailKey, "driver-application:%")))
    .groupBy(outgoingMails.state);
  const byState = (rows: { state: string; value: number }[]) =>
    ["queued", "dead"].map((state) => ({
      labels: { state },
      value: rows.find((row) => row.state === state)?.value ?? 0,
    }));
  return [
    {
      name: "thuma_letters",
      help: "Letters in the outbox, and dead ones: given up after the last attempt.",
      type: "gauge",
      samples: byState(emails),
    },
    single(
      "gauge",
      "thuma_letter_oldest_seconds",
      "Age of the oldest letter that isn't sent yet.",
      ageOf(emails.find(({ state }) => state === "queued")?.oldest, now),
    ),
    {
      name: "thuma_applications",
      help: "Owner drivers' applications that are not mailed yet, and dead ones.",
      type: "gauge",
      samples: byState(applications),
    },
  ];
}

function ageOf(moment: Date | null | undefined, now: Date): number {
  return moment ? Math.max(0, now.getTime() - moment.getTime()) / 1000 : 0;
}
