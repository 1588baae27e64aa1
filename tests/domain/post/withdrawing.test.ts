import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { readdressWaiting } from "#app/domain/messages/addresses.server";
import type { Email } from "#app/domain/post/email";
import type { Overtaking } from "#app/domain/post/message-kinds";
import {
  queuedSince,
  queueEmail,
  takeBackEmail,
  undoOccasion,
  withdrawEmails,
  withdrawMessages,
} from "#app/domain/post/outbox.server";
import { bringBack, giveUpWithdrawn, withdrawOvertaken } from "#app/domain/post/overtaken.server";
import { NOT_KEPT, stopMessagesTo } from "#app/domain/post/stored-emails.server";
import { outgoingMails } from "#db/schema/mail";
import type { Tx } from "#db/store.server";
import { limitsAsked } from "../../../demo/limits-asked";
import { storeForEachTest } from "../../support/a-store";

const now = new Date("2026-11-16T08:00:00Z");
const later = (ms: number) => new Date(now.getTime() + ms);
type Row = typeof outgoingMails.$inferSelect;

const store = storeForEachTest();

test("an email without an address isn't queued: the account was deleted", async () => {
  await aMessage("nobody", { to: "" });
  expect(await states()).toEqual({});
});

test("an email is queued with its booking, its person and its secret, or with none of them", async () => {
  await aMessage("plain");
  await aMessage("full", { worksUntil: later(1), quoteId: "q", person: "receiver", templateParams: { a: "b" } });
  expect(await store.read.select().from(outgoingMails).orderBy(outgoingMails.emailKey)).toMatchObject([
    { isSecret: true, quoteId: "q", person: "receiver", templateParams: { a: "b" }, attempts: 0, channel: "email" },
    { isSecret: false, quoteId: null, person: null, templateParams: null, state: "queued", nextAttemptAt: now },
  ]);
});

test("withdrawing an occasion's emails leaves those that are being sent", async () => {
  await aMessage("booked:1:a");
  await aMessage("booked:1:b", {}, { claimedAt: now });
  await aMessage("booked:1");
  await aMessage("booked:12");
  await store.tx((tx) => withdrawEmails(tx, "booked:1"));
  expect(Object.keys(await states()).toSorted()).toEqual(["booked:12", "booked:1:b"]);
});

test("a correction is needed by those whose message may have arrived; what was never tried is deleted", async () => {
  await aMessage("moved:1:new");
  await aMessage("moved:1:sent", { person: "sender" }, { state: "sent", attempts: 1 });
  await aMessage("moved:1:failed", { to: "failed@example.com" }, { attempts: 1 });
  await aMessage("moved:1:underway", { to: "underway@example.com" }, { attempts: 0, claimedAt: now });
  await aMessage("moved:1:dead", {}, { state: "dead", attempts: 7 });
  await aMessage("moved:2:new");
  await aMessage("moved:2:failed", {}, { attempts: 1 });
  expect(await store.tx((tx) => withdrawMessages(tx, "moved:1", later(1)))).toEqual([
    { channel: "email", person: null, toAddress: "failed@example.com" },
    { channel: "email", person: "sender", toAddress: "thandi@example.co.za" },
    { channel: "email", person: null, toAddress: "underway@example.com" },
  ]);
  expect(await states()).toEqual({
    ...{ "moved:1:sent": "sent", "moved:1:failed": "skipped", "moved:1:underway": "queued", "moved:1:dead": "skipped" },
    ...{ "moved:2:new": "queued", "moved:2:failed": "queued" },
  });
  const underway = await row("moved:1:underway");
  expect(underway).toMatchObject({ withdrawnAt: later(1), claimedAt: now });
  // Staff can't send it again.
  expect(await row("moved:1:sent")).toMatchObject({ withdrawnAt: later(1) });
});

test("what happens withdraws the waiting messages that it makes untrue, by email and text, and undoing it brings them back", async () => {
  const about = { quoteId: "q" } as const;
  await aMessage("out_for_delivery:1", {}, about);
  await aMessage("out_for_delivery:1:sms", {}, { ...about, channel: "sms", attempts: 3 });
  await aMessage("out_for_delivery:2", {}, { ...about, claimedAt: now, attempts: 1 });
  await aMessage("out_for_delivery:3", {}, { ...about, state: "sent" });
  await aMessage("out_for_delivery:4", {}, { quoteId: "other" });
  await aMessage("out_for_delivery:5", {}, { ...about, claimedAt: now });
  await aMessage("collected:1", {}, about);
  await aMessage("booking-confirmed:1", {}, about);
  await aMessage("delivered:1", {}, about);
  const before = await states();
  await store.tx((tx) => withdrawOvertaken(tx, "q", { by: "delivered", cause: "event" }, now));
  const skipped = Object.entries(await states()).filter(([, state]) => state === "skipped");
  expect(skipped.map(([key]) => key).toSorted()).toEqual([
    "collected:1",
    "out_for_delivery:1",
    "out_for_delivery:1:sms",
  ]);
  expect(await row("collected:1")).toMatchObject({
    lastError: "no longer true",
    nextAttemptAt: now,
  });
  expect(await row("out_for_delivery:2")).toMatchObject({ state: "queued", withdrawnAt: now });
  await store.tx((tx) =>
    tx.update(outgoingMails).set({ state: "sent" }).where(eq(outgoingMails.emailKey, "out_for_delivery:5")),
  );

  await store.tx((tx) => back(tx, "another event"));
  expect(Object.values(await states()).filter((state) => state === "skipped")).toHaveLength(3);
  await store.tx((tx) => back(tx, "event"));
  expect(await states()).toEqual({ ...before, "out_for_delivery:5": "sent" });
  expect(await row("out_for_delivery:5")).toMatchObject({ overtakenBy: null });
  expect(await row("out_for_delivery:2")).toMatchObject({ withdrawnAt: null, overtakenBy: null });
  expect(await row("collected:1")).toMatchObject({ nextAttemptAt: later(1), lastError: null });
});

test("a newer one-time link's email takes the place of the one that waits", async () => {
  await aMessage("reset-password:thandi:1", { worksUntil: later(9) });
  await aMessage("reset-password:sipho:1", { worksUntil: later(9) });
  await aMessage("reset-password:thandi:2", { worksUntil: later(9), replaces: "reset-password:thandi" });
  expect(await states()).toEqual({
    "reset-password:thandi:1": "skipped",
    "reset-password:sipho:1": "queued",
    "reset-password:thandi:2": "queued",
  });
  const kept = { textBody: NOT_KEPT, htmlBody: NOT_KEPT };
  expect(await row("reset-password:thandi:1")).toMatchObject(kept);
  expect(await row("reset-password:thandi:2")).toMatchObject({ textBody: "The text" });
  const underway = { claimedAt: now, withdrawnAt: now };
  await aMessage("reset-password:zodwa:1", { worksUntil: later(9) }, underway);
  await store.tx((tx) => giveUpWithdrawn(tx, eq(outgoingMails.emailKey, "reset-password:zodwa:1"), now));
  expect(await row("reset-password:zodwa:1")).toMatchObject({ state: "skipped", ...kept });
});

test("what may come back goes to its person's address of today, and never to nobody", async () => {
  const about = { quoteId: "q", person: "receiver" } as const;
  await aMessage("out_for_delivery:1", about);
  await aMessage("collected:1", about);
  await store.tx((tx) => withdrawOvertaken(tx, "q", { by: "delivered", cause: "event" }, now));
  const to = "zodwa@example.co.za";
  const today = async (email: Row) => (email.emailKey === "collected:1" ? email.toAddress : to);
  await store.tx((tx) => readdressWaiting(tx, "q", today));
  expect(await row("out_for_delivery:1")).toMatchObject({ toAddress: to });
  expect(await row("collected:1")).toMatchObject({ toAddress: "thandi@example.co.za" });
  await store.tx((tx) => stopMessagesTo(tx, ["thandi@example.co.za"]));
  await store.tx((tx) => back(tx, "event"));
  expect(await states()).toEqual({ "out_for_delivery:1": "queued", "collected:1": "skipped" });
  await store.tx((tx) => readdressWaiting(tx, "q", async () => null));
  expect(await states()).toEqual({ "out_for_delivery:1": "skipped", "collected:1": "skipped" });
});

test("what two things overtook comes back when both are undone, and never where one can't be", async () => {
  await aMessage("out_for_delivery:1", {}, { quoteId: "q" });
  await aMessage("late:1", {}, { quoteId: "q", state: "dead", attempts: 7 });
  const happens = (by: Overtaking, cause?: string) =>
    store.tx((tx) => withdrawOvertaken(tx, "q", { by, cause }, later(1)));
  await happens("failed_attempt", "first");
  await happens("in_transit", "second");
  await happens("delivery_agreed");
  expect(await states()).toEqual({ "out_for_delivery:1": "skipped", "late:1": "skipped" });
  await store.tx((tx) => back(tx, "first"));
  expect(await states()).toEqual({ "out_for_delivery:1": "skipped", "late:1": "skipped" });
  await store.tx((tx) => back(tx, "second"));
  expect(await states()).toEqual({ "out_for_delivery:1": "queued", "late:1": "skipped" });
});

test("a correction brings back what its mark had overtaken; undoing the correction withdraws it again", async () => {
  await aMessage("out_for_delivery:1", {}, { quoteId: "q" });
  await store.tx((tx) => withdrawOvertaken(tx, "q", { by: "delivered", cause: "wrong" }, now));
  await store.tx((tx) => back(tx, "wrong", "right"));
  expect(await row("out_for_delivery:1")).toMatchObject({ state: "queued", withdrawnAt: null });
  await store.tx((tx) => back(tx, "right"));
  expect(await row("out_for_delivery:1")).toMatchObject({ state: "skipped", withdrawnAt: later(1) });
  await store.tx((tx) => back(tx, "wrong"));
  expect(await row("out_for_delivery:1")).toMatchObject({ state: "queued", overtakenBy: null });
});

test("what was withdrawn with its own mark, or isn't wanted any more, never comes back", async () => {
  await aMessage("out_for_delivery:1:sent", {}, { quoteId: "q", state: "sent" });
  await aMessage("collected:1", {}, { quoteId: "q" });
  await store.tx((tx) => withdrawMessages(tx, "out_for_delivery:1", now));
  await store.tx((tx) => withdrawOvertaken(tx, "q", { by: "delivered", cause: "event" }, now));
  await store.tx((tx) => bringBack(tx, "q", { cause: "event" }, async () => true, later(1)));
  expect(await row("out_for_delivery:1:sent")).toMatchObject({ state: "sent", withdrawnAt: now });
  expect(await row("collected:1")).toMatchObject({ state: "skipped", lastError: "its receiver wants no messages" });
});

test("of an occasion that was undone nothing is tried again, and it can come again", async () => {
  await aMessage("paid:1:new");
  await aMessage("paid:1:failed", {}, { attempts: 3 });
  await aMessage("paid:1", {}, { state: "sent" });
  expect(await store.tx((tx) => undoOccasion(tx, "paid:1", now))).toBe(2);
  const undone = `undone at ${now.toISOString()}: `;
  expect(await states()).toEqual({ [`${undone}paid:1:failed`]: "skipped", [`${undone}paid:1`]: "sent" });
  expect(await row(`${undone}paid:1`)).toMatchObject({ withdrawnAt: now });
});

test("an occasion's emails are counted from a moment on", async () => {
  for (const [key, at] of [
    ["alarm:1", -1],
    ["alarm:2", 0],
    ["alarm:3", 1],
    ["alarms:4", 1],
    ["alarm", -2],
  ] as const)
    await aMessage(key, {}, { queuedAt: later(at) });
  expect(await queuedSince(store.read, "alarm", now, later(1))).toBe(2);
});

test("an email that was only queued to take as long is taken back", async () => {
  await aMessage("reset:1");
  await aMessage("reset:12");
  await store.tx((tx) => takeBackEmail(tx, "reset:1"));
  expect(await states()).toEqual({ "reset:12": "queued" });
});

const back = (tx: Tx, cause: string, correctedBy?: string) =>
  bringBack(tx, "q", { cause, correctedBy }, async () => false, later(1));

async function aMessage(key: string, email: Partial<Email> = {}, given: Partial<Row> = {}): Promise<void> {
  const words = { to: "thandi@example.co.za", subject: key, text: "The text", html: "<p>The text</p>" };
  await store.tx(async (tx) => {
    await queueEmail(tx, limitsAsked, { key, ...words, ...email }, now);
    await tx
      .update(outgoingMails)
      .set({ subject: key, ...given })
      .where(eq(outgoingMails.emailKey, key));
  });
}

async function row(key: string) {
  const [found] = await store.read.select().from(outgoingMails).where(eq(outgoingMails.emailKey, key));
  return found;
}

async function states(): Promise<Record<string, string>> {
  const all = await store.read.select().from(outgoingMails);
  return Object.fromEntries(all.map(({ emailKey, state }) => [emailKey, state]));
}
