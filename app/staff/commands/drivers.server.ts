import {
  answerApplication,
  applicationByReference,
  type Decision,
  markRead,
} from "#app/domain/drivers/answer-application.server";
import type { StoredApplication } from "#app/domain/drivers/application.server";
import { saClock } from "#app/domain/values/sa-time";
import { UsageError } from "../../domain/values/usage-error";
import type { Row } from "../answer";
import type { Command } from "../command";
import { act, emailNote } from "../desk.server";
import { applicationNoFrom, nothingMore } from "../words";

export const readApplication: Command = {
  name: "read application",
  right: "clerk",
  takes: "<application no>",
  summary: "show an application in full, and record that you read it",
  more: ["With --dry-run it stays unread."],
  examples: ["read application D48210934"],
  options: {},
  async run({ words }, desk) {
    const [reference, rest] = applicationNoFrom(words);
    nothingMore(rest);
    return act(desk, async (tx) => {
      const application = await applicationByReference(tx, reference);
      if (!application) return { ok: false, why: [`There is no application ${reference}.`] };
      const { added } = await markRead(tx, reference, desk.now);
      const actions = added ? [{ action: "read application", subject: reference, details: "" }] : [];
      return { ok: true, output: [], fields: inFull(application), actions };
    });
  },
};

export const answer: Command = {
  name: "answer application",
  right: "clerk",
  takes: "<application no> --accept | --decline | --note <words>",
  summary: "answer an owner driver by email",
  more: ["--note adds your own words to the email. Without a decision, the email has only your words."],
  examples: [
    'answer application D48210934 --accept --note "Please bring your PDP on Monday."',
    "answer application D48210934 --decline",
  ],
  options: {
    accept: { type: "boolean", help: "we would like them to drive for us" },
    decline: { type: "boolean", help: "we can't offer them work" },
    note: { type: "string", value: "words", help: "words of your own, as the applicant reads them" },
    correct: { type: "boolean", help: "although it was answered otherwise before" },
  },
  async run({ words, option, has }, desk) {
    const [reference, rest] = applicationNoFrom(words);
    nothingMore(rest);
    const [decision, note] = [decisionFrom(has("accept"), has("decline")), option("note") ?? ""];
    if (decision === null && !note) throw new UsageError('What is the answer? Use --accept, --decline or --note "…".');
    return act(desk, async (tx) => {
      const answered = await answerApplication(tx, reference, { decision, note, correct: has("correct") }, desk.now);
      if (!answered.ok) return { ok: false, why: [`${reference}: ${answered.refusal}`] };
      const what = decision ?? "written to";
      if (!answered.added)
        return { ok: true, output: [`${reference} was already ${what}. No second email is sent.`], actions: [] };
      const details = `${what}${note && decision ? ", with a note" : ""}`;
      return {
        ok: true,
        output: [
          `${reference}, ${answered.application.from_name} ${answered.application.from_surname}: ${what}.`,
          emailNote,
        ],
        actions: [{ action: "answered application", subject: reference, details }],
      };
    });
  },
};

function decisionFrom(accepts: boolean, declines: boolean): Decision | null {
  if (accepts && declines) throw new UsageError("Use --accept or --decline, not both.");
  return accepts ? "accepted" : declines ? "declined" : null;
}

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
