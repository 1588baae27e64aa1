import {
  answerApplication,
  applicationByReference,
  type Decision,
  markRead,
} from "#app/domain/drivers/applications/answer-application.server";
import type { StoredApplication } from "#app/domain/drivers/applications/application.server";
import { saClock } from "#app/domain/values/sa-time";
import { UsageError } from "#app/domain/values/usage-error";
import { field, number, say } from "#app/language/say";
import type { Row } from "../answer";
import { command } from "../command";
import { act, did, emailNote, notDone } from "../desk.server";

export const readApplication = command({
  name: "read application",
  page: { button: "Read it", reads: "few rows" },
  right: "clerk",
  also: "owner driver, what they wrote",
  summary: "show an application in full, and record that you read it",
  examples: ["read application D48210934"],
  arguments: { application: { kind: "application" } },
  async run({ application: reference }, desk) {
    return act(desk, async (tx) => {
      const application = await applicationByReference(tx, reference);
      if (!application) return notDone(say`There is no application ${number(reference)}.`);
      const { added } = await markRead(tx, reference, desk.now);
      const actions = added ? [{ action: "read application", subject: reference, details: "" }] : [];
      return { ok: true, output: [], fields: inFull(application), actions };
    });
  },
});

export const answer = command({
  name: "answer application",
  page: "check first",
  right: "clerk",
  also: "accept a driver, decline, reject",
  summary: "answer an owner driver by email",
  more: say`${field("note")} adds your own words to the email. Without a decision, the email has only your words.`,
  examples: [
    'answer application D48210934 --accept --note "Please bring your PDP on Monday."',
    "answer application D48210934 --decline",
  ],
  arguments: { application: { kind: "application" } },
  options: {
    accept: { kind: "flag", label: "we would like them to drive for us" },
    decline: { kind: "flag", label: "we can't offer them work" },
    note: { kind: "words", shown: "words", label: "words of your own, as the applicant reads them" },
    correct: { kind: "flag", label: "even if it was answered differently before", above: "Answer again" },
  },
  async run({ application: reference, accept, decline, note = "", correct }, desk) {
    if (accept && decline) throw new UsageError(say`Use ${field("accept")} or ${field("decline")}, not both.`);
    const decision: Decision | null = accept ? "accepted" : decline ? "declined" : null;
    if (decision === null && !note)
      throw new UsageError(say`What is the answer? Use ${field("accept")}, ${field("decline")} or ${field("note")}.`);
    return act(desk, async (tx) => {
      const answered = await answerApplication(tx, reference, { decision, note, correct }, desk.now);
      if (!answered.ok) return notDone(say`${number(reference)}: ${answered.why}`);
      const what = decision ?? "written to";
      if (!answered.added) return did(null, say`${number(reference)} was already ${what}. No second email is sent.`);
      const details = `${what}${note && decision ? ", with a note" : ""}`;
      return did(
        { action: "answered application", subject: reference, details },
        say`${number(reference)}, ${answered.application.from_name} ${answered.application.from_surname}: ${what}.`,
        emailNote,
      );
    });
  },
});

/** All of an application. Fields that the list has too have the same names. */
function inFull(application: StoredApplication): Row {
  return {
    application: application.reference,
    received: saClock(application.createdAt),
    name: `${application.from_name} ${application.from_surname}`,
    email: application.from_email,
    cell: application.cell,
    id_number: application.id_number,
    lives_in: application.residence,
    province: application.currentprovince,
    comes_from: application.originprovince,
    heard_of_us_from: application.referer,
    owner_driver: application.OwnerDriver,
    experience: application.experience,
    last_courier: application.lastexperience,
    delivers_in: application.delivery_location,
    vehicle: `${application.vehicle_make} ${application.vehicle_model}, ${application.vehicle_year}`,
    registration: application.vehicle_registration,
    vehicle_km: application.vehicleKm,
    canopy: application.vehicleCanopy,
    tracking: application.vehicleTracking,
    tracking_company: application.vehicleTrackingCompany,
    answer: application.decision,
  };
}
