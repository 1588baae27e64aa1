import { and, count, isNotNull, isNull, min, ne, sql } from "drizzle-orm";
import { mailFigures } from "#app/domain/post/figures.server";
import { webhookFigures } from "#app/domain/post/webhooks/figures.server";
import { type Figure, figure } from "#app/domain/values/figure";
import { DAYS, MINUTES, SECONDS } from "#app/durations";
import { quotes } from "#db/schema/quotes";
import { isOfSite } from "#db/site-facts.server";
import type { Reader } from "#db/store.server";
import { openCases } from "../parcels/cases.server";
import { figuresOfTheDay } from "./figures-of-the-day.server";

/**
 * The company's figures: what came in within a day, what is waiting, what failed. Each is read from an index that holds
 * little more than the rows counted, so that it takes no longer with a million quotes than with none.
 */
export async function companyFigures(read: Reader, now: Date): Promise<Figure[]> {
  return [
    ...(await figuresOfTheDay(read, now)),
    ...(await figuresOfWhatWaits(read, now)),
    ...(await mailFigures(read, now)),
    ...(await webhookFigures(read, now)),
  ];
}

/** A customer who left the payment page more than a week ago is no longer reported. */
const NEWS_FOR_MINUTES = (7 * DAYS) / MINUTES;

/** What is waiting: for PayFast's answer, or for staff, who see the same payments in their views. */
async function figuresOfWhatWaits(read: Reader, now: Date): Promise<Figure[]> {
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
      await read.$count(
        sql`staff_payments_unanswered`,
        and(sql`minutes_waiting < ${NEWS_FOR_MINUTES}`, isOfSite(sql`mode`)),
      ),
    ),
    figure(
      "thuma_payments_to_refund",
      "Payments of the site's mode that are to be paid back: list refunds.",
      await read.$count(sql`staff_payments_to_refund`),
    ),
    figure("thuma_manual_quotes_waiting", "Customers who wait for a price.", manual?.value ?? 0),
    figure("thuma_manual_quote_oldest_seconds", "How long the first of them has waited.", secondsSince(oldest, now)),
    figure("thuma_cases_open", "Parcels that somebody says something is wrong with, not closed yet.", cases.open),
    figure("thuma_case_oldest_seconds", "How long the first of them has been open.", secondsSince(cases.oldest, now)),
  ];
}

function secondsSince(moment: Date | null | undefined, now: Date): number {
  return moment ? Math.max(0, now.getTime() - moment.getTime()) / SECONDS : 0;
}
