import { and, eq, like } from "drizzle-orm";
import { Asked } from "#app/domain/limits/cause";
import { DAYS } from "#app/durations";
import { driverApplications } from "#db/schema/drivers";
import { outgoingMails } from "#db/schema/mail";
import type { Store } from "#db/store.server";
import { limits } from "../../limits/limits";
import { queueEmail } from "../../post/outbox.server";
import { since } from "../../values/between-moments.server";
import { acknowledgedOccasion, applicationAcknowledged } from "./answer-emails";

/** Queues the email that confirms an application to the applicant, once for each version of the answers. */
export async function acknowledgeApplication(store: Store, reference: string, now: Date): Promise<void> {
  await store.tx(async (tx) => {
    const [application] = await tx.select().from(driverApplications).where(eq(driverApplications.reference, reference));
    if (!application) return;
    const email = applicationAcknowledged(application);
    const { emailKey, toAddress, queuedAt } = outgoingMails;
    const aDayAgo = new Date(now.getTime() - 1 * DAYS + 1);
    const acknowledgedToday = and(
      like(emailKey, `${acknowledgedOccasion}:%`),
      eq(toAddress, email.to),
      since(queuedAt, aDayAgo, now),
    );
    if ((await tx.$count(outgoingMails, acknowledgedToday)) < limits.acknowledgements.points)
      await queueEmail(tx, Asked.after("acknowledgements"), email, now);
  });
}
