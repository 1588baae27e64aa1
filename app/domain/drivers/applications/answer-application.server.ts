import { and, desc, eq, isNull } from "drizzle-orm";
import { say, tick, type Words } from "#app/language/say";
import { driverApplications } from "#db/schema/drivers";
import type { Reader, Tx } from "#db/store.server";
import { queueEmail } from "../../post/outbox.server";
import { type DoneOr, refused } from "../../values/refused";
import { answerToApplicant } from "./answer-emails";
import type { StoredApplication } from "./application.server";

export type Decision = "accepted" | "declined";

/** Owner-driver applications, newest first. */
export async function applications(
  store: Reader,
  only: { province?: string; unread?: boolean; undecided?: boolean } = {},
): Promise<StoredApplication[]> {
  return store
    .select()
    .from(driverApplications)
    .where(
      and(
        only.province ? eq(driverApplications.currentprovince, only.province) : undefined,
        only.unread ? isNull(driverApplications.readAt) : undefined,
        only.undecided ? isNull(driverApplications.decision) : undefined,
      ),
    )
    .orderBy(desc(driverApplications.createdAt));
}

/** The application with this reference, or null. */
export async function applicationByReference(store: Reader, reference: string): Promise<StoredApplication | null> {
  const [application] = await store
    .select()
    .from(driverApplications)
    .where(eq(driverApplications.reference, reference));
  return application ?? null;
}

/** Records when an application was first read. */
export async function markRead(tx: Tx, reference: string, now: Date): Promise<{ added: boolean }> {
  const marked = await tx
    .update(driverApplications)
    .set({ readAt: now })
    .where(and(eq(driverApplications.reference, reference), isNull(driverApplications.readAt)))
    .returning({ id: driverApplications.id });
  return { added: marked.length > 0 };
}

export type ApplicationAnswered = DoneOr<{ application: StoredApplication; added: boolean }, unknown, Words>;

/**
 * Answers an applicant by email. The same decision again sends nothing; a different one needs `correct`.
 * @param note staff's own words, added to the email; without a decision they are the whole email
 */
export async function answerApplication(
  tx: Tx,
  reference: string,
  reply: { decision: Decision | null; note: string; correct?: boolean },
  now: Date,
): Promise<ApplicationAnswered> {
  const application = await applicationByReference(tx, reference);
  if (!application) return refused("There is no such application.");
  const { decision } = reply;
  if (decision !== null && application.decision === decision) return { ok: true, application, added: false };
  if (decision !== null && application.decision !== null && !reply.correct) {
    return refused(say`It already has a different answer. To change it, ${tick("correct")}.`);
  }
  const decided = decision === null ? {} : { decision, decidedAt: now };
  await tx
    .update(driverApplications)
    .set({ ...decided, readAt: application.readAt ?? now })
    .where(eq(driverApplications.id, application.id));
  await queueEmail(tx, "the office", answerToApplicant(application, reply, now), now);
  return { ok: true, application, added: true };
}
