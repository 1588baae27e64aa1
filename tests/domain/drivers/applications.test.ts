import { expect, test, vi } from "vitest";
import { type Application, applicationSchema } from "#app/domain/drivers/application.server";
import {
  MOST_APPLICATIONS_AN_HOUR,
  receiveApplication,
  sameApplication,
} from "#app/domain/drivers/applications.server";
import { deliverNext, startDelivery } from "#app/domain/drivers/delivery.server";
import { handOverBy, standingOf } from "#app/domain/drivers/hand-over.server";
import { applicationSenders, driverApplications } from "#db/schema/drivers";
import { outgoingMails } from "#db/schema/mail";
import type { Store } from "#db/store.server";
import { aStore } from "../../support/a-store";
import { anIdNumber, aTypedApplication } from "./an-application";

const SECONDS = 1000;
const HOURS = 60 * 60 * SECONDS;
const DAYS = 24 * HOURS;
const now = new Date("2026-11-21T10:00:00Z");
const later = (ms: number) => new Date(now.getTime() + ms);
const ignore = () => undefined;

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

test("the same form with other answers corrects the application, under the same reference, and is mailed anew", async () => {
  const store = await aStore();
  const mails: string[] = [];
  const handOver = async ({ vehicle_model }: { vehicle_model: string }) => void mails.push(vehicle_model);
  const first = await receive(store, { vehicle_model: "Hilux" }, "form 1");
  await deliverNext(store, handOver, ignore, now);
  const corrected = await receive(store, { vehicle_model: "Quantum" }, "form 1", later(1 * HOURS));
  await deliverNext(store, handOver, ignore, later(1 * HOURS));
  expect(corrected).toEqual(first);
  expect(mails).toEqual(["Hilux", "Quantum"]);
  expect(await rows(store)).toMatchObject([{ vehicle_model: "Quantum", state: "sent", createdAt: now }]);
});

test("two people at a shared phone, one after the other in the same form, are two applicants", async () => {
  const store = await aStore();
  await receive(store, {}, "form 1");
  await receive(store, { id_number: anIdNumber(2) }, "form 1");
  expect(await rows(store)).toHaveLength(2);
});

test("one connection may apply twelve times an hour; others aren't held up by it", async () => {
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

test("who applied from where is forgotten with the next count", async () => {
  const store = await aStore();
  await receiveApplication(store, application(), { formKey: "form", sender: "network" }, now);
  await receiveApplication(
    store,
    application({ id_number: anIdNumber(2) }),
    { formKey: "form", sender: "another" },
    later(1 * HOURS),
  );
  expect(await store.read.select().from(applicationSenders)).toMatchObject([{ sender: "another" }]);
});

test("a failed mail is tried again at growing gaps, then given up where staff see it; the application stays", async () => {
  const store = await aStore();
  await receive(store);
  const tried: Date[] = [];
  const failures: string[] = [];
  for (let at = now; at < later(10 * DAYS); at = new Date(at.getTime() + 10 * SECONDS)) {
    const refuse = async () => {
      tried.push(at);
      throw new Error("EmailJS answered 403: API calls are disabled");
    };
    await deliverNext(store, refuse, (_, error) => failures.push(String(error)), at);
    const [row] = await rows(store);
    if (row?.state === "dead") break;
    // Nothing happens before the next attempt is due.
    if (row) at = new Date(row.nextAttemptAt.getTime() - 10 * SECONDS);
  }
  const gaps = tried.slice(1).map((at, index) => at.getTime() - (tried[index]?.getTime() ?? 0));
  expect(gaps).toHaveLength(7);
  expect(gaps).toEqual([...gaps].sort((a, b) => a - b));
  expect(gaps[0]).toBe(30 * SECONDS);
  expect(failures).toHaveLength(8);
  expect(await rows(store)).toMatchObject([
    {
      state: "dead",
      attempts: 8,
      lastError: "Error: EmailJS answered 403: API calls are disabled",
      from_name: "Thandi",
    },
  ]);
});

test("an application in hand is nobody else's: two processes mail it once", async () => {
  const store = await aStore();
  await receive(store);
  let mails = 0;
  const slow = async () => {
    mails += 1;
    await new Promise((resolve) => setTimeout(resolve, 50));
  };
  await Promise.all([1, 2, 3].map(() => deliverNext(store, slow, ignore, now)));
  expect(mails).toBe(1);
});

test("what a crash left in hand is tried again after the gap", async () => {
  const store = await aStore();
  await receive(store);
  void deliverNext(store, () => new Promise(() => undefined), ignore, now);
  await new Promise((resolve) => setTimeout(resolve, 30));
  const mails: string[] = [];
  const send = async ({ from_name }: { from_name: string }) => void mails.push(from_name);
  expect(await deliverNext(store, send, ignore, later(29 * SECONDS))).toBe(false);
  expect(await deliverNext(store, send, ignore, later(30 * SECONDS))).toBe(true);
  expect(await deliverNext(store, send, ignore, later(9 * DAYS))).toBe(false);
  expect(mails).toEqual(["Thandi"]);
});

test("one corrected while it is on its way is mailed again as it now stands", async () => {
  const store = await aStore();
  await receive(store, { vehicle_model: "Hilux" }, "form 1");
  await deliverNext(
    store,
    async () => void (await receive(store, { vehicle_model: "Quantum" }, "form 1", later(SECONDS))),
    ignore,
    now,
  );
  expect(await rows(store)).toMatchObject([{ vehicle_model: "Quantum", state: "queued", attempts: 0 }]);
});

test("EmailJS with a missing id keeps every application and says what is missing", async () => {
  const store = await aStore();
  const receipt = await receive(store);
  const reference = receipt.kind === "received" ? receipt.reference : "";
  await deliverNext(store, handOverBy({ userId: "user_1", serviceId: "service_1" }, store, ignore), ignore, now);
  const [row] = await rows(store);
  expect(row).toMatchObject({ state: "queued", attempts: 1 });
  expect(row?.lastError).toContain("The template ID is required");
  expect(await standingOf(store.read, reference)).toBe("failed_so_far");
});

test("without EmailJS it goes out as one letter, under its reference, however often it is handed over", async () => {
  const store = await aStore();
  const receipt = await receive(store);
  const reference = receipt.kind === "received" ? receipt.reference : "";
  const nudge = vi.fn();
  const handOver = handOverBy({}, store, nudge);
  const [row] = await rows(store);
  if (!row) throw new Error("nothing was stored");
  await handOver(row);
  await deliverNext(store, handOver, ignore, now);

  const letters = await store.read.select().from(outgoingMails);
  expect(letters).toHaveLength(1);
  expect(letters[0]?.toAddress).toBe("hello@thuma.example");
  for (const words of [reference.slice(1, 5), "Thandi Nkosi", "8001015009087", "Yes: Kasi Runners", "ABC 123 GP"]) {
    expect(letters[0]?.textBody).toContain(words);
  }
  expect(nudge).toHaveBeenCalledTimes(2);
  expect(await standingOf(store.read, reference)).toBe("underway");
  await store.tx((tx) => tx.update(outgoingMails).set({ lastError: "no route to host" }));
  expect(await standingOf(store.read, reference)).toBe("failed_so_far");
  await store.tx((tx) => tx.update(outgoingMails).set({ state: "sent" }));
  expect(await standingOf(store.read, reference)).toBe("handed_over");
  expect(await standingOf(store.read, "D00000000")).toBeNull();
});

test("a process that starts sends what an earlier one left queued", async () => {
  const store = await aStore();
  await receive(store, {}, "form 1", new Date());
  await receive(store, { id_number: anIdNumber(2) }, "form 1", new Date());
  const mails: string[] = [];
  const delivery = startDelivery(store, async ({ id_number }) => void mails.push(id_number), ignore, ignore);
  await expect.poll(() => mails.length).toBe(2);
  await delivery.stop();
});

test("a known application is found by its answers alone", async () => {
  const store = await aStore();
  expect(await sameApplication(store.read, application(), now)).toBeNull();
  const receipt = await receive(store);
  expect(receipt).toEqual({ kind: "received", reference: await sameApplication(store.read, application(), now) });
});

function application(changes: Record<string, string> = {}): Application {
  const typed = aTypedApplication(changes);
  return applicationSchema(typed, now).parse(typed);
}

function receive(store: Store, changes: Record<string, string> = {}, formKey = "form", at = now) {
  return receiveApplication(store, application(changes), { formKey, sender: null }, at);
}

function rows(store: Store) {
  return store.read.select().from(driverApplications);
}
