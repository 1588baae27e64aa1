import { and, count, eq, gte, inArray, like, min, sql, sum } from "drizzle-orm";
import { type Figure, figure } from "#app/domain/values/figure";
import { DAYS, HOURS, SECONDS } from "#app/durations";
import { outgoingMails } from "#db/schema/mail";
import type { Reader } from "#db/store.server";
import { attemptsWithin } from "./channels";

const unsentStates = ["queued", "dead"] as const;
/**
 * A provider that refuses a text message for this long needs a person. Quiet hours don't count: nothing is tried then.
 */
const FAILING_MS = 2 * HOURS;

/** The keys of texts that nobody has paid a parcel for (`sent-drafts.server.ts`). */
const UNPAID = "continue-draft:%";

/** The outbox's unsent messages, by state. */
export async function mailFigures(read: Reader, now: Date): Promise<Figure[]> {
  const unsent = and(inArray(outgoingMails.state, [...unsentStates]), eq(outgoingMails.channel, "email"));
  const emails = await read
    .select({ state: outgoingMails.state, value: count(), oldest: min(outgoingMails.queuedAt) })
    .from(outgoingMails)
    .where(unsent)
    .groupBy(outgoingMails.state);
  const applications = await read
    .select({ state: outgoingMails.state, value: count() })
    .from(outgoingMails)
    .where(and(unsent, like(outgoingMails.emailKey, "driver-application:%")))
    .groupBy(outgoingMails.state);
  const texts = await read
    .select({ state: outgoingMails.state, value: count() })
    .from(outgoingMails)
    .where(and(inArray(outgoingMails.state, [...unsentStates]), eq(outgoingMails.channel, "sms")))
    .groupBy(outgoingMails.state);
  const failing = await read.$count(
    outgoingMails,
    and(
      eq(outgoingMails.channel, "sms"),
      eq(outgoingMails.state, "queued"),
      gte(outgoingMails.attempts, attemptsWithin("sms", FAILING_MS)),
    ),
  );
  const aDayAgo = new Date(now.getTime() - DAYS);
  const [sent] = await read
    .select({ parts: sum(outgoingMails.parts) })
    .from(outgoingMails)
    // When the attempt was due is close to when it was sent, and has an index.
    .where(and(eq(outgoingMails.state, "sent"), gte(outgoingMails.nextAttemptAt, aDayAgo)));
  const anHourAgo = new Date(now.getTime() - HOURS);
  const lately = await read
    .select({
      isUnpaid: sql<number>`case when ${like(outgoingMails.emailKey, UNPAID)} then 1 else 0 end`,
      value: count(),
    })
    .from(outgoingMails)
    .where(
      and(
        inArray(outgoingMails.state, ["queued", "sent", "dead"]),
        gte(outgoingMails.nextAttemptAt, anHourAgo),
        gte(outgoingMails.queuedAt, anHourAgo),
        eq(outgoingMails.channel, "sms"),
      ),
    )
    .groupBy(sql`1`);
  const oldest = emails.find(({ state }) => state === "queued")?.oldest;
  return [
    {
      name: "thuma_emails",
      help: "Emails that wait to be sent (queued), and that failed too often to be tried again (dead).",
      values: byState(emails),
    },
    figure(
      "thuma_email_oldest_seconds",
      "Age of the oldest email that waits to be sent.",
      oldest ? Math.max(0, now.getTime() - oldest.getTime()) / SECONDS : 0,
    ),
    {
      name: "thuma_applications",
      help: "Owner drivers' applications that are not mailed yet (queued), and that failed too often (dead).",
      values: byState(applications),
    },
    {
      name: "thuma_texts",
      help: "Text messages that wait to be sent (queued), and that failed too often to be tried again (dead).",
      values: byState(texts),
    },
    figure("thuma_texts_failing", "Text messages that failed for over an hour, and are still tried.", failing),
    {
      name: "thuma_texts_last_hour",
      help: "Text messages of the last hour. Not paid: links to continue on another phone, which anybody can ask for.",
      values: (["yes", "no"] as const).map((paid) => ({
        labels: { paid },
        value: lately.find(({ isUnpaid }) => (isUnpaid === 1) === (paid === "no"))?.value ?? 0,
      })),
    },
    figure(
      "thuma_text_parts_last_day",
      "Parts of text messages that were sent within a day: what the provider bills.",
      Number(sent?.parts ?? 0),
    ),
  ];
}

/** States without messages count 0, because an alarm needs a number to compare. */
function byState(rows: { state: string; value: number }[]): Figure["values"] {
  return unsentStates.map((state) => ({
    labels: { state },
    value: rows.find((row) => row.state === state)?.value ?? 0,
  }));
}
