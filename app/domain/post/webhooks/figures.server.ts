import { and, count, eq, inArray, isNotNull, isNull, lte, min, sql } from "drizzle-orm";
import { type Figure, figure } from "#app/domain/values/figure";
import { SECONDS } from "#app/durations";
import { outgoingMails } from "#db/schema/mail";
import { webhookEndpoints } from "#db/schema/webhooks";
import type { Reader } from "#db/store.server";

const unsentStates = ["queued", "dead"] as const;
const conditions = ["works", "fails", "off"] as const;

/**
 * Calls of shops' programs that aren't made, and how their addresses are. A shop that doesn't answer is its owner's
 * concern. Ours are calls that we are late with, and many shops that fail at the same time.
 */
export async function webhookFigures(read: Reader, now: Date): Promise<Figure[]> {
  const { channel, state, nextAttemptAt, claimedAt, toAddress } = outgoingMails;
  const calls = await read
    .select({ state, value: count() })
    .from(outgoingMails)
    .where(and(inArray(state, [...unsentStates]), eq(channel, "webhook")))
    .groupBy(state);
  const { id, failingSince, isSlow, offAt } = webhookEndpoints;
  const answersQuickly = and(isNull(failingSince), eq(isSlow, false), isNull(offAt));
  const [late] = await read
    .select({ since: min(nextAttemptAt) })
    .from(outgoingMails)
    .innerJoin(webhookEndpoints, eq(id, toAddress))
    .where(
      and(eq(state, "queued"), lte(nextAttemptAt, now), eq(channel, "webhook"), isNull(claimedAt), answersQuickly),
    );
  const endpoints = await read
    .select({
      condition: sql<string>`case when ${isNotNull(offAt)} then 'off' when ${isNotNull(failingSince)} then 'fails' else 'works' end`,
      value: count(),
    })
    .from(webhookEndpoints)
    .groupBy(sql`1`);
  return [
    {
      name: "thuma_webhooks",
      help: "Calls of shops' programs that are still to be made (queued), and that failed too often (dead).",
      values: unsentStates.map((each) => ({
        labels: { state: each },
        value: calls.find((row) => row.state === each)?.value ?? 0,
      })),
    },
    figure(
      "thuma_webhook_late_seconds",
      "For how long a call of a shop that answers quickly has been due.",
      late?.since ? (now.getTime() - late.since.getTime()) / SECONDS : 0,
    ),
    {
      name: "thuma_webhook_endpoints",
      help: "Addresses of shops' programs: those that work, that have failed since their last success, and that are off.",
      values: conditions.map((each) => ({
        labels: { state: each },
        value: endpoints.find(({ condition }) => condition === each)?.value ?? 0,
      })),
    },
  ];
}
