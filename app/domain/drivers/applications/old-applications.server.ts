import { and, eq, isNull, lt, notExists, or, sql } from "drizzle-orm";
import { driverApplications } from "#db/schema/drivers";
import { outgoingMails } from "#db/schema/mail";
import { isoText } from "#db/sql";
import type { Tx } from "#db/store.server";
import { deleteAtMost } from "../../values/delete-at-most.server";

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
  const { id, answeredAt, decidedAt } = driverApplications;
  const isOld = and(lt(answeredAt, before), or(isNull(decidedAt), lt(decidedAt, before)));
  return deleteAtMost(tx, atMost, id, and(notExists(waiting), isOld));
}
