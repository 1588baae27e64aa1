import { and, eq, gt } from "drizzle-orm";
import { ourNumbers } from "#app/domain/values/reference-number";
import { DAYS } from "#app/durations";
import { driverApplications } from "#db/schema/drivers";
import type { Reader, Store, Tx } from "#db/store.server";
import { countedTries, countTry } from "../../limits/counted-tries.server";
import { limits } from "../../limits/limits";
import { queueEmail, withdrawEmails } from "../../post/outbox.server";
import { DAY_ENDS_AT } from "../../post/promise-kinds";
import { promise } from "../../post/promises.server";
import { endOfMonth } from "../../values/calendar-day";
import { newId } from "../../values/ids.server";
import { unusedReference } from "../../values/reference-number";
import { saDay } from "../../values/sa-time";
import { applicationByReference } from "./answer-application.server";
import { type Application, fingerprintOf, type StoredApplication } from "./application.server";
import { applicationOccasion, applicationReceived } from "./application-email";

/** The same answers within this time are the same application, whichever form sent them. */
const SAME_APPLICATION_MS = 30 * DAYS;
/** Whole neighbourhoods share one address on a mobile network: enough for them, too few for a bot. */
export const { points: MOST_APPLICATIONS_AN_HOUR, windowMs: COUNTED_MS } = limits.applicationsFromNetwork;

/** `isCorrection`: it has replaced the answers that the same form had sent before. */
export type Receipt = { kind: "received"; reference: string; isCorrection: boolean } | { kind: "too_many" };

/** The same application if it was received before; null if this one is new. */
export async function sameApplication(read: Reader, application: Application, now: Date): Promise<string | null> {
  const [same] = await read
    .select({ reference: driverApplications.reference })
    .from(driverApplications)
    .where(
      and(
        eq(driverApplications.fingerprint, fingerprintOf(application)),
        gt(driverApplications.createdAt, new Date(now.getTime() - SAME_APPLICATION_MS)),
      ),
    );
  return same?.reference ?? null;
}

/**
 * Stores an application and queues the email that tells us about it. The same form sent again is the same application;
 * with other answers it corrects the application, which keeps its reference, and a new email is sent.
 * @param origin the form and the connection that it came from; without `sender` nothing is counted
 */
export async function receiveApplication(
  store: Store,
  application: Application,
  origin: { formKey: string; sender: string | null },
  now: Date,
): Promise<Receipt> {
  return store.tx(async (tx) => {
    const known = await sameApplication(tx, application, now);
    if (known) return { kind: "received", reference: known, isCorrection: false };
    if (origin.sender !== null && !(await countSender(tx, origin.sender, now))) return { kind: "too_many" };

    const content = {
      ...application,
      fingerprint: fingerprintOf(application),
      answeredAt: now,
      // Whoever has read it has read the earlier answers.
      readAt: null,
    };
    const corrected = await correct(tx, content, origin.formKey);
    const stored = corrected ?? (await keep(tx, content, origin.formKey));
    await queueEmail(tx, "ourselves", applicationReceived(stored), now);
    return { kind: "received", reference: stored.reference, isCorrection: corrected !== undefined };
  });
}

type Content = Application & Pick<StoredApplication, "fingerprint" | "answeredAt" | "readAt">;

/** Corrects the application that this person sent from this form before; undefined if there is none. */
async function correct(tx: Tx, content: Content, formKey: string): Promise<StoredApplication | undefined> {
  const [corrected] = await tx
    .update(driverApplications)
    .set(content)
    .where(and(eq(driverApplications.formKey, formKey), eq(driverApplications.id_number, content.id_number)))
    .returning();
  if (corrected) await withdrawEmails(tx, applicationOccasion(corrected));
  return corrected;
}

async function keep(tx: Tx, content: Content, formKey: string): Promise<StoredApplication> {
  const application = {
    ...content,
    id: newId(),
    reference: await unusedReference(ourNumbers.application, (no) => applicationByReference(tx, no)),
    formKey,
    createdAt: content.answeredAt,
    decision: null,
    decidedAt: null,
  };
  await tx.insert(driverApplications).values(application);
  const until = `${endOfMonth(saDay(content.answeredAt))} ${DAY_ENDS_AT}`;
  await promise(tx, "application", application.id, { until }, content.answeredAt);
  return application;
}

/** Counts one application of this sender. Returns false when there are too many within the hour. */
async function countSender(tx: Tx, sender: string, now: Date): Promise<boolean> {
  const key = `applications ${sender}`;
  const { points } = await countedTries(tx, key, COUNTED_MS, now);
  if (points >= MOST_APPLICATIONS_AN_HOUR) return false;
  await countTry(tx, key, COUNTED_MS, now);
  return true;
}
