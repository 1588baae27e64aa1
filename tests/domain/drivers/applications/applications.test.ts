import { expect, test } from "vitest";
import { type Application, applicationSchema } from "#app/domain/drivers/applications/application.server";
import {
  MOST_APPLICATIONS_AN_HOUR,
  type Receipt,
  receiveApplication,
  sameApplication,
} from "#app/domain/drivers/applications/applications.server";
import { deliveryStatusOf } from "#app/domain/drivers/applications/delivery-status.server";
import { applicationsThroughEmailjs } from "#app/domain/post/emailjs.server";
import { queueEmail } from "#app/domain/post/outbox.server";
import type { Envelope } from "#app/domain/post/transport.server";
import { DAYS, HOURS, SECONDS } from "#app/durations";
import { driverApplications } from "#db/schema/drivers";
import { outgoingMails } from "#db/schema/mail";
import type { Store } from "#db/store.server";
import { limitsAsked } from "../../../../demo/limits-asked";
import { sendDueEmails } from "../../../../demo/send-due-emails";
import { aStore } from "../../../support/a-store";
import { anIdNumber, aTypedApplication } from "./an-application";

const now = new Date("2026-11-21T10:00:00Z");
const later = (ms: number) => new Date(now.getTime() + ms);

test("five at once are one application with one reference", async () => {
  const store = await aStore();
  const receipts = await Promise.all(Array.from({ length: 5 }, (_, form) => receive(store, {}, `form ${form}`)));
  expect(new Set(receipts.map((receipt) => JSON.stringify(receipt))).size).toBe(1);
  expect(await rows(store)).toHaveLength(1);
});

test("the same answers are the same application for 30 days, then a new one", async () => {
  const store = await aStore();
  const first = await receive(store, {}, "form 1");
  expect(await receive(store, {}, "form 2", later(30 * DAYS - 1))).toEqual(first);
  const second = await receive(store, {}, "form 3", later(30 * DAYS));
  expect(second).not.toEqual(first);
  expect(await rows(store)).toHaveLength(2);
});

test("the same form with other answers corrects the application, keeps its reference, and sends a new email", async () => {
  const store = await aStore();
  const post = aPostOffice();
  const first = await receive(store, { vehicle_model: "Hilux" }, "form 1");
  await sendDueEmails(store, post, now);
  const corrected = await receive(store, { vehicle_model: "Quantum" }, "form 1", later(1 * HOURS));
  await sendDueEmails(store, post, later(1 * HOURS));
  expect(corrected).toEqual({ ...first, isCorrection: true });
  expect(post.taken.map(({ templateParams }) => templateParams?.vehicle_model)).toEqual(["Hilux", "Quantum"]);
  expect(post.taken[1]?.text).toContain("This replaces the earlier email.");
  expect(await rows(store)).toMatchObject([{ vehicle_model: "Quantum", createdAt: now }]);
  expect((await emails(store)).map(({ state }) => state)).toEqual(["sent", "sent"]);
});

test("answers that were corrected before their email was sent are never emailed", async () => {
  const store = await aStore();
  const post = aPostOffice();
  await receive(store, { vehicle_model: "Hilux" }, "form 1");
  await receive(store, { vehicle_model: "Quantum" }, "form 1", later(SECONDS));
  await sendDueEmails(store, post, later(SECONDS));
  expect(post.taken.map(({ templateParams }) => templateParams?.vehicle_model)).toEqual(["Quantum"]);
});

test("two people at a shared phone, one after the other in the same form, are two applicants", async () => {
  const store = await aStore();
  await receive(store, {}, "form 1");
  await receive(store, { id_number: anIdNumber(2) }, "form 1");
  expect(await rows(store)).toHaveLength(2);
});

test("one network may apply twelve times an hour; others aren't affected", async () => {
  const store = await aStore();
  const apply = (person: number, sender: string | null, at = now) =>
    receiveApplication(store, application({ id_number: anIdNumber(person) }), { formKey: "form", sender }, at);
  for (let person = 0; person < MOST_APPLICATIONS_AN_HOUR; person += 1) {
    expect((await apply(person, "network")).kind).toBe("received");
  }
  expect(await apply(100, "network")).toEqual({ kind: "too_many" });
  expect(await rows(store)).toHaveLength(MOST_APPLICATIONS_AN_HOUR);
  expect((await apply(3, "network")).kind).toBe("received");
  expect((await apply(101, "another network")).kind).toBe("received");
  expect((await apply(102, null)).kind).toBe("received");
  expect((await apply(100, "network", later(1 * HOURS))).kind).toBe("received");
});

test("of twenty from one network at once twelve are received", async () => {
  const store = await aStore();
  const all = Array.from({ length: 20 }, (_, person) =>
    receiveApplication(
      store,
      application({ id_number: anIdNumber(person) }),
      { formKey: `form ${person}`, sender: "network" },
      now,
    ),
  );
  const received = (await Promise.all(all)).filter(({ kind }) => kind === "received");
  expect([received.length, (await rows(store)).length]).toEqual([MOST_APPLICATIONS_AN_HOUR, MOST_APPLICATIONS_AN_HOUR]);
});

test("an email that is given up is visible to staff; the application stays", async () => {
  const store = await aStore();
  await receive(store);
  const refuse = () => Promise.reject(new Error("EmailJS answered 403: API calls are disabled"));
  for (let at = now; at < later(10 * DAYS); at = new Date(at.getTime() + 6 * HOURS)) {
    await sendDueEmails(store, { send: refuse }, at);
  }
  expect(await emails(store)).toMatchObject([
    { state: "dead", attempts: 7, lastError: "Error: EmailJS answered 403: API calls are disabled" },
  ]);
  expect(await rows(store)).toMatchObject([{ from_name: "Thandi" }]);
});

test("one corrected while its email is being sent is emailed again", async () => {
  const store = await aStore();
  const models: (string | undefined)[] = [];
  await receive(store, { vehicle_model: "Hilux" }, "form 1");
  const send = async ({ templateParams }: Envelope) => {
    models.push(templateParams?.vehicle_model);
    if (models.length === 1) await receive(store, { vehicle_model: "Quantum" }, "form 1", later(SECONDS));
  };
  await sendDueEmails(store, { send }, later(SECONDS));
  expect(models).toEqual(["Hilux", "Quantum"]);
  expect(await rows(store)).toMatchObject([{ vehicle_model: "Quantum" }]);
});

test("EmailJS with a missing id keeps every application and says what is missing; other emails are sent as usual", async () => {
  const store = await aStore();
  const post = aPostOffice();
  const reference = referenceOf(await receive(store));
  const other = { key: "other", to: "thandi@example.co.za", subject: "", text: "", html: "" };
  await store.tx((tx) => queueEmail(tx, limitsAsked, other, now));
  const account = { userId: "user_1", serviceId: "service_1" };
  await sendDueEmails(store, applicationsThroughEmailjs(account, post), now);
  const email = (await emails(store)).find(({ emailKey }) => emailKey !== other.key);
  expect(email).toMatchObject({ state: "queued", attempts: 1 });
  expect(email?.lastError).toContain("The template ID is required");
  expect(await deliveryStatusOf(store.read, reference)).toBe("failed_so_far");
  expect(post.taken.map(({ to }) => to)).toEqual(["thandi@example.co.za"]);
});

test("without EmailJS it is one email with its reference, however often it is sent", async () => {
  const store = await aStore();
  const post = aPostOffice();
  const reference = referenceOf(await receive(store));
  expect(await deliveryStatusOf(store.read, reference)).toBe("underway");
  await receive(store);
  await sendDueEmails(store, applicationsThroughEmailjs({}, post), now);

  expect(post.taken).toHaveLength(1);
  expect(post.taken[0]?.to).toBe("hello@thuma.example");
  for (const words of [reference.slice(1, 5), "Thandi Nkosi", "8001015009087", "Yes: Kasi Runners", "ABC 123 GP"]) {
    expect(post.taken[0]?.text).toContain(words);
  }
  expect(await deliveryStatusOf(store.read, reference)).toBe("sent");
  await store.tx((tx) => tx.update(outgoingMails).set({ state: "queued", lastError: "no route to host" }));
  expect(await deliveryStatusOf(store.read, reference)).toBe("failed_so_far");
  expect(await deliveryStatusOf(store.read, "D00000000")).toBeNull();
});

test("a known application is found by its answers only", async () => {
  const store = await aStore();
  expect(await sameApplication(store.read, application(), now)).toBeNull();
  const receipt = await receive(store);
  const reference = await sameApplication(store.read, application(), now);
  expect(receipt).toEqual({ kind: "received", reference, isCorrection: false });
});

function application(changes: Record<string, string> = {}): Application {
  const typed = aTypedApplication(changes);
  return applicationSchema(typed, now).parse(typed);
}

function receive(store: Store, changes: Record<string, string> = {}, formKey = "form", at = now) {
  return receiveApplication(store, application(changes), { formKey, sender: null }, at);
}

function referenceOf(receipt: Receipt): string {
  return receipt.kind === "received" ? receipt.reference : "";
}

/** A mail server that accepts every email. */
function aPostOffice() {
  const taken: Envelope[] = [];
  return { taken, send: async (email: Envelope) => void taken.push(email) };
}

function emails(store: Store) {
  return store.read.select().from(outgoingMails).orderBy(outgoingMails.queuedAt);
}

function rows(store: Store) {
  return store.read.select().from(driverApplications);
}
