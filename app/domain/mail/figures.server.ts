import { and, count, eq, inArray, like, min } from "drizzle-orm";
import { type Figure, figure } from "#app/domain/values/figure";
import { SECONDS } from "#app/durations";
import { outgoingMails } from "#db/schema/mail";
import type { Reader } from "#db/store.server";

const unsentStates = ["queued", "dead"] as const;

/** What the outbox holds that isn't sent. */
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
  ];
}

/** A state that nothing is in counts 0: an alarm that compares with it must find it. */
function byState(rows: { state: string; value: number }[]): Figure["values"] {
  return unsentStates.map((state) => ({
    labels: { state },
    value: rows.find((row) => row.state === state)?.value ?? 0,
  }));
}
