import { setTimeout as pause } from "node:timers/promises";
import { eq } from "drizzle-orm";
import { driverApplications } from "#db/schema/drivers";
import { outgoingMails } from "#db/schema/mail";
import type { Reader } from "#db/store.server";
import { applicationEmailKey } from "./application-email";

/** The state of the email about an application. */
export type DeliveryStatus = "underway" | "sent" | "failed_so_far";

/** Null for an unknown reference. An email that is no longer stored was sent long ago. */
export async function deliveryStatusOf(read: Reader, reference: string): Promise<DeliveryStatus | null> {
  const [application] = await read.select().from(driverApplications).where(eq(driverApplications.reference, reference));
  if (!application) return null;
  const [email] = await read
    .select({ state: outgoingMails.state, lastError: outgoingMails.lastError })
    .from(outgoingMails)
    .where(eq(outgoingMails.emailKey, applicationEmailKey(application)));
  if (!email || email.state === "sent") return "sent";
  return email.lastError === null ? "underway" : "failed_so_far";
}

const LOOK_AGAIN_MS = 50;

/** Waits until the first attempt to send has ended, but no longer than an applicant should wait for an answer. */
export async function waitForFirstAttempt(read: Reader, reference: string, patienceMs: number): Promise<void> {
  for (let waitedMs = 0; waitedMs < patienceMs; waitedMs += LOOK_AGAIN_MS) {
    if ((await deliveryStatusOf(read, reference)) !== "underway") return;
    await pause(LOOK_AGAIN_MS);
  }
}
