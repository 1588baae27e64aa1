import { setTimeout as pause } from "node:timers/promises";
import { eq } from "drizzle-orm";
import { brand } from "#app/brand";
import { driverApplications } from "#db/schema/drivers";
import { outgoingMails } from "#db/schema/mail";
import type { Reader, Store } from "#db/store.server";
import { compose } from "../mail/compose";
import { withoutLinks } from "../mail/customer-words";
import { type EmailjsAccount, emailjsClient } from "../mail/emailjs.server";
import type { Letter } from "../mail/letter";
import { queueLetter } from "../mail/outbox.server";
import { saDateTime } from "../values/sa-time";
import { answersInWords } from "./answers-in-words";
import type { StoredApplication } from "./applications.server";
import type { HandOver } from "./delivery.server";
import { spokenApplicationNumber } from "./reference";

/** Whether applications go through EmailJS: as soon as one of its ids is set. A missing one then shows in `last_error`. */
export function goesThroughEmailjs({ userId, serviceId, templateId }: EmailjsAccount): boolean {
  return Boolean(userId || serviceId || templateId);
}

/** Through EmailJS, or by letter. */
export function handOverBy(emailjs: EmailjsAccount, store: Store, sendLetters: () => void): HandOver {
  return goesThroughEmailjs(emailjs) ? throughEmailjs(emailjs) : byLetter(store, sendLetters);
}

function throughEmailjs(account: EmailjsAccount): HandOver {
  const client = emailjsClient(account);
  return (application) => client.send({ reference: application.reference, ...answersOf(asPrinted(application)) });
}

/** Into the outbox, which knows letters by their key: the same answers are never queued twice. */
function byLetter(store: Store, sendLetters: () => void): HandOver {
  return async (application) => {
    await store.tx((tx) => queueLetter(tx, applicationReceived(application), new Date()));
    sendLetters();
  };
}

/** How far the mail about an application has come. */
export type Standing = "underway" | "handed_over" | "failed_so_far";

/** Null for a reference that was never given out. */
export async function standingOf(read: Reader, reference: string): Promise<Standing | null> {
  const [application] = await read.select().from(driverApplications).where(eq(driverApplications.reference, reference));
  if (!application) return null;
  if (application.state !== "sent") return application.lastError === null ? "underway" : "failed_so_far";
  const [letter] = await read
    .select({ state: outgoingMails.state, lastError: outgoingMails.lastError })
    .from(outgoingMails)
    .where(eq(outgoingMails.letterKey, letterKey(application)));
  if (!letter || letter.state === "sent") return "handed_over";
  return letter.lastError === null ? "underway" : "failed_so_far";
}

const LOOK_AGAIN_MS = 50;

/** Waits for the first attempt to end, but not longer than the applicant should wait for an answer. */
export async function waitForFirstAttempt(read: Reader, reference: string, patienceMs: number): Promise<void> {
  const givesUpAt = Date.now() + patienceMs;
  while ((await standingOf(read, reference)) === "underway" && Date.now() < givesUpAt) await pause(LOOK_AGAIN_MS);
}

const letterKey = ({ id, answeredAt }: StoredApplication) => `driver-application:${id}:${answeredAt.toISOString()}`;

/** The answers under the names that the form gives them, as text. */
function answersOf(application: StoredApplication): Record<string, string> {
  return {
    from_name: application.from_name,
    from_surname: application.from_surname,
    from_email: application.from_email,
    cell: application.cell,
    id_number: application.id_number,
    referer: application.referer,
    OwnerDriver: application.OwnerDriver,
    experience: application.experience,
    lastexperience: application.lastexperience,
    delivery_location: application.delivery_location,
    residence: application.residence,
    currentprovince: application.currentprovince,
    originprovince: application.originprovince,
    vehicle_make: application.vehicle_make,
    vehicle_model: application.vehicle_model,
    vehicle_year: String(application.vehicle_year),
    vehicleKm: String(application.vehicleKm),
    vehicleCanopy: application.vehicleCanopy,
    vehicle_registration: application.vehicle_registration,
    vehicleTracking: application.vehicleTracking,
    vehicleTrackingCompany: application.vehicleTrackingCompany,
  };
}

/** An application as a letter prints it: a link among the answers is not for a team leader to follow. */
function asPrinted(application: StoredApplication): StoredApplication {
  const answers = Object.entries(application).map(([name, value]) => [
    name,
    typeof value === "string" && name !== "from_email" ? withoutLinks(value) : value,
  ]);
  return Object.fromEntries(answers);
}

/** To the company: somebody wants to drive. */
function applicationReceived(application: StoredApplication): Letter {
  const { createdAt, answeredAt } = application;
  const isCorrected = answeredAt > createdAt;
  const number = spokenApplicationNumber(application.reference);
  return {
    key: letterKey(application),
    to: brand.email.contact,
    subject: `Owner-driver application ${number}${isCorrected ? ", corrected" : ""}`,
    ...compose({
      greeting: isCorrected
        ? `The applicant has corrected application ${number}. This replaces the earlier letter.`
        : "Somebody applies to become an owner driver.",
      opening: [],
      facts: [["Reference", number], ["Received", saDateTime(createdAt)], ...answersInWords(asPrinted(application))],
      closing: [],
      signature: [brand.name],
    }),
  };
}
