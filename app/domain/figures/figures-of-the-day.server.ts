import { and, count, eq, gt, inArray, isNotNull, isNull, notExists, sql, sum } from "drizzle-orm";
import { type Figure, figure } from "#app/domain/values/figure";
import { saDay } from "#app/domain/values/sa-time";
import { DAYS } from "#app/durations";
import { paymentNotices, paymentStates, payments, unsignedNotices } from "#db/schema/payments";
import { quoteStatuses, quotes } from "#db/schema/quotes";
import { waybills } from "#db/schema/waybills";
import { isOfSite } from "#db/site-facts.server";
import type { Reader } from "#db/store.server";

/** The figures of the last 24 hours. */
export async function figuresOfTheDay(read: Reader, now: Date): Promise<Figure[]> {
  const since = new Date(now.getTime() - DAYS);
  const byStatus = await read
    .select({ journey: quotes.journey, status: quotes.status, value: count() })
    .from(quotes)
    // Lists every status, so that SQLite uses the index on status and time.
    .where(and(inArray(quotes.status, quoteStatuses), gt(quotes.createdAt, since)))
    .groupBy(quotes.journey, quotes.status);
  const byState = await read
    .select({ state: payments.state, mode: payments.mode, value: count() })
    .from(payments)
    .where(gt(payments.startedAt, since))
    .groupBy(payments.state, payments.mode);
  const issued = await read
    .select({ mode: payments.mode, value: count() })
    .from(waybills)
    // CROSS JOIN fixes the join order: first the few waybills of the day.
    .crossJoin(payments)
    .where(
      and(
        gt(waybills.issuedAt, since),
        eq(payments.quoteId, waybills.quoteId),
        isNull(payments.chargeId),
        eq(payments.state, "complete"),
      ),
    )
    .groupBy(payments.mode);
  const isSettled = and(eq(payments.pfPaymentId, paymentNotices.pfPaymentId), isNotNull(payments.settledAt));
  const refused = await read.$count(
    paymentNotices,
    and(
      sql`outcome = 'refused'`,
      gt(paymentNotices.receivedAt, since),
      isNull(paymentNotices.closedAt),
      // Staff have noted the payment since.
      notExists(read.select({ id: payments.id }).from(payments).where(isSettled)),
      isOfSite(paymentNotices.mode),
    ),
  );
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
    {
      name: "thuma_bookings_last_day",
      help: "Waybills issued within 24 hours: paid bookings. Only those of mode live are real.",
      values: byMode(issued),
    },
    {
      name: "thuma_payments_last_day",
      help: "Attempts to pay begun within 24 hours, by state and mode.",
      values: paymentStates.flatMap((state) =>
        byMode(byState.filter((row) => row.state === state)).map(({ labels, value }) => ({
          labels: { state, ...labels },
          value,
        })),
      ),
    },
    figure(
      "thuma_payment_notices_refused_last_day",
      "Payment notices of 24 hours that were refused, and neither settled nor closed since.",
      refused,
    ),
    figure(
      "thuma_payment_notices_unsigned_today",
      "Payment notices of today that were not properly signed.",
      Number(unsigned?.value ?? 0),
    ),
  ];
}

/** The values of each mode. Live mode is always included, even at 0. */
function byMode(rows: { mode: string; value: number }[]) {
  const live = rows.find(({ mode }) => mode === "live") ?? { mode: "live", value: 0 };
  const tests = rows.filter(({ mode }) => mode !== "live");
  return [...tests, live].map(({ mode, value }) => ({ labels: { mode }, value }));
}
