import { and, eq, inArray, isNull, lt, notExists, or, sql } from "drizzle-orm";
import { driverApplications } from "#db/schema/drivers";
import { outgoingMails } from "#db/schema/mail";
import { isoText } from "#db/sql";
import type { Tx } from "#db/store.server";

/**
 * Deletes applications whose last message, the driver's or ours, is older than a moment. One whose email isn't sent yet
 * stays.
 * @returns how many, at most `atMost`
 */
export async function forgetApplications(tx: Tx, before: Date, atMost: number): Promise<number> {
  // The key that application-email.ts makes.
  const emailKey = sql`'driver-application:' || ${driverApplications.id} || ':' || ${isoText(driverApplications.answeredAt)}`;
  const waiting = tx
    .select({ id: outgoingMails.id })
    .from(outgoingMails)
    .where(and(eq(outgoingMails.emailKey, emailKey), eq(outgoingMails.state, "queued")));
  const due = await tx
    .select({ id: driverApplications.id })
    .from(driverApplications)
    .where(
      and(
        notExists(waiting),
        lt(driverApplications.answeredAt, before),
        or(isNull(driverApplications.decidedAt), lt(driverApplications.decidedAt, before)),
      ),
    )
    .limit(atMost);
  const ids = due.map(({ id }) => id);
  await tx.delete(driverApplications).where(inArray(driverApplications.id, ids));
  return ids.length;
}
