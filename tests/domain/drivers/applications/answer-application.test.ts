import { like } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { answerApplication, applications, markRead } from "#app/domain/drivers/applications/answer-application.server";
import { applicationSchema } from "#app/domain/drivers/applications/application.server";
import { receiveApplication } from "#app/domain/drivers/applications/applications.server";
import { outgoingMails } from "#db/schema/mail";
import { storeForEachTest } from "../../../support/a-store";
import { anIdNumber, aTypedApplication } from "./an-application";

const monday = new Date("2026-11-16T08:00:00Z");
const tuesday = new Date("2026-11-17T08:00:00Z");

const store = storeForEachTest();
let reference: string;
beforeEach(async () => {
  reference = await anApplication();
});

test("staff find those of a province, those unread, those undecided", async () => {
  const other = await anApplication({ currentprovince: "Limpopo", id_number: anIdNumber(2) }, "another form");
  const found = async (only: Parameters<typeof applications>[1]) =>
    (await applications(store.read, only)).map((each) => each.reference);
  expect(await found({ province: "Limpopo" })).toEqual([other]);
  expect((await found({ unread: true })).toSorted()).toEqual([reference, other].toSorted());
  await store.tx((tx) => markRead(tx, reference, tuesday));
  await answer({ decision: "declined" }, other);
  expect(await found({ unread: true })).toEqual([]);
  expect(await found({ undecided: true })).toEqual([reference]);
});

test("the first reading is recorded", async () => {
  const read = (now: Date) => store.tx((tx) => markRead(tx, reference, now));
  expect([await read(monday), await read(tuesday)]).toEqual([{ added: true }, { added: false }]);
  expect(await applications(store.read)).toMatchObject([{ readAt: monday }]);
});

test("a corrected application is unread again", async () => {
  await store.tx((tx) => markRead(tx, reference, monday));
  await anApplication({ residence: "Vosloorus" });
  expect(await applications(store.read)).toMatchObject([{ residence: "Vosloorus", readAt: null }]);
});

test("an answer is a decision and an email, with staff's own words in it", async () => {
  expect(await answer({ decision: "accepted", note: "Bring your PDP." })).toMatchObject({ ok: true, added: true });
  expect(await applications(store.read)).toMatchObject([{ decision: "accepted", decidedAt: tuesday, readAt: tuesday }]);
  const [email] = await emails();
  expect(email).toMatchObject({ toAddress: "thandi@example.co.za" });
  expect(email?.textBody).toContain("we would like you to drive for us");
  expect(email?.textBody).toContain("Bring your PDP.");
});

test("the same decision again sends no second email; another one has to be confirmed", async () => {
  await answer({ decision: "accepted" });
  expect(await answer({ decision: "accepted" })).toMatchObject({ ok: true, added: false });
  expect(await answer({ decision: "declined" })).toMatchObject({ ok: false });
  expect(await emails()).toHaveLength(1);
  expect(await answer({ decision: "declined", correct: true }, reference, new Date())).toMatchObject({ added: true });
  expect(await applications(store.read)).toMatchObject([{ decision: "declined" }]);
});

test("a note alone is an email without a decision", async () => {
  await answer({ decision: null, note: "Which routes do you know?" });
  expect(await applications(store.read)).toMatchObject([{ decision: null, decidedAt: null }]);
  expect((await emails())[0]?.textBody).toContain("Which routes do you know?");
});

function answer(
  decided: { decision: "accepted" | "declined" | null; note?: string; correct?: boolean },
  to = reference,
  now = tuesday,
) {
  return store.tx((tx) => answerApplication(tx, to, { note: "", ...decided }, now));
}

/** Emails to applicants; the application's own email goes to us. */
async function emails() {
  return store.read.select().from(outgoingMails).where(like(outgoingMails.emailKey, "application-answered:%"));
}

async function anApplication(changes: Record<string, string> = {}, formKey = "a form"): Promise<string> {
  const typed = aTypedApplication(changes);
  const application = applicationSchema(typed, monday).parse(typed);
  const receipt = await receiveApplication(store, application, { formKey, sender: null }, monday);
  if (receipt.kind !== "received") throw new Error("the application was not taken");
  return receipt.reference;
}
