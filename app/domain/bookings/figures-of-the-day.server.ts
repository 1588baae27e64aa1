import { and, count, eq, gt, inArray, sql, sum } from "drizzle-orm";
import { type Figure, figure } from "#app/domain/values/figure";
import { saDay } from "#app/domain/values/sa-time";
import { DAYS } from "#app/durations";
import { paymentNotices, paymentStates, payments, unsignedNotices } from "#db/schema/payments";
import { quoteStatuses, quotes } from "#db/schema/quotes";
import { waybills } from "#db/schema/waybills";
import type { Reader } from "#db/store.server";

/** What came in within 24 hours. */
export async function figuresOfTheDay(read: Reader, now: Date): Promise<Figure[]> {
  const since = new Date(now.getTime() - DAYS);
  const byStatus = await read
    .select({ journey: quotes.journey, status: quotes.status, value: count() })
    .from(quotes)
    // All statuses that there are: SQLite then reads the index of statuses, day by day.
    .where(and(inArray(quotes.status, quoteStatuses), gt(quotes.createdAt, since)))
    .groupBy(quotes.journey, quotes.status);
  const byState = await read
    .select({ state: payments.state, value: count() })
    .from(payments)
    .where(gt(payments.startedAt, since))
    .groupBy(payments.state);
  const [issued] = await read.select({ value: count() }).from(waybills).where(gt(waybills.issuedAt, since));
  const [refused] = await read
    .select({ value: count() })
    .from(paymentNotices)
    .where(and(sql`outcome = 'refused'`, gt(paymentNotices.receivedAt, since)));
  const [unsigned] = await read
    .select({ value: sum(unsignedNotices.notices) })
    .from(unsignedNotices)
    .where(eq(unsignedNotices.day, saDay(now)));
  return [
    {
      name: "thuma_quotes_last_day",
      help: "Quotes made within 24 hours, by wizard and by what became of them.",
      values: byStatus.map(({ journey, status, value }) => ({ labels: { journey, status }, value })),
    },
    figure("thuma_bookings_last_day", "Waybills issued within 24 hours: paid bookings.", issued?.value ?? 0),
    {
      name: "thuma_payments_last_day",
      help: "Attempts to pay begun within 24 hours, by state.",
      values: paymentStates.map((state) => ({
        labels: { state },
        value: byState.find((row) => row.state === state)?.value ?? 0,
      })),
    },
    figure(
      "thuma_payment_notices_refused_last_day",
      "Payment notices of 24 hours that were not believed.",
      refused?.value ?? 0,
    ),
    figure(
      "thuma_payment_notices_unsigned_today",
      "Payment notices of today that were not properly signed.",
      Number(unsigned?.value ?? 0),
    ),
  ];
}
