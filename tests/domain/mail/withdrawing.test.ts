import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { giveUpWithdrawn } from "#app/domain/mail/claims.server";
import type { Email } from "#app/domain/mail/email";
import {
  bringBack,
  queuedSince,
  queueEmail,
  sendWaitingTo,
  takeBackEmail,
  withdrawEmails,
  withdrawMessages,
  withdrawOvertaken,
} from "#app/domain/mail/outbox.server";
import { NOT_KEPT, stopMessagesTo } from "#app/domain/mail/stored-emails.server";
import { outgoingMails } from "#db/schema/mail";
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
  await store.tx((tx) => withdrawEmails(tx, "booked:1"));
  expect(Object.keys(await states()).toSorted()).toEqual(["booked:1", "booked:1:b"]);
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
    ...{ "moved:1:sent": "sent", "moved:1:failed": "skipped", "moved:1:underway": "queued", "moved:1:dead": "dead" },
    ...{ "moved:2:new": "queued", "moved:2:failed": "queued" },
  });
  const underway = await row("moved:1:underway");
  expect(underway).toMatchObject({ withdrawnAt: later(1), claimedAt: now });
  expect(await row("moved:1:sent")).toMatchObject({ withdrawnAt: null });
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
    lastError: "something else happened before it could go",
    nextAttemptAt: now,
  });
  expect(await row("out_for_delivery:2")).toMatchObject({ state: "queued", withdrawnAt: now });
  await store.tx((tx) =>
    tx.update(outgoingMails).set({ state: "sent" }).where(eq(outgoingMails.emailKey, "out_for_delivery:5")),
  );

  await store.tx((tx) => bringBack(tx, "q", "another event", later(1)));
  expect(Object.values(await states()).filter((state) => state === "skipped")).toHaveLength(3);
  await store.tx((tx) => bringBack(tx, "q", "event", later(1)));
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
  const moved = { quoteId: "q", person: "receiver", from: "thandi@example.co.za", to: "zodwa@example.co.za" } as const;
  await store.tx((tx) => sendWaitingTo(tx, moved, (key) => key === "collected:1"));
  expect(await row("out_for_delivery:1")).toMatchObject({ toAddress: moved.to });
  expect(await row("collected:1")).toMatchObject({ toAddress: moved.from });
  await store.tx((tx) => stopMessagesTo(tx, [moved.from]));
  await store.tx((tx) => bringBack(tx, "q", "event", later(1)));
  expect(await states()).toEqual({ "out_for_delivery:1": "queued", "collected:1": "skipped" });
});

test("an occasion's emails are counted from a moment on", async () => {
  for (const [key, at] of [
    ["alarm:1", -1],
    ["alarm:2", 0],
    ["alarm:3", 1],
    ["alarms:4", 1],
    ["alarm", 1],
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
