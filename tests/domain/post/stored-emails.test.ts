import { existsSync, writeFileSync } from "node:fs";
import path from "node:path";
import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import type { Email } from "#app/domain/post/email";
import { forgetEmailFiles, forgetEmails } from "#app/domain/post/old-emails.server";
import { queueEmail } from "#app/domain/post/outbox.server";
import {
  emailsAbout,
  emailsTo,
  forgetEmailsAbout,
  forgetEmailsTo,
  forgetMessagesAbout,
  NOT_KEPT,
  stopMessagesTo,
} from "#app/domain/post/stored-emails.server";
import { DAYS } from "#app/durations";
import { outgoingMails } from "#db/schema/mail";
import { limitsAsked } from "../../../demo/limits-asked";
import { aBooking } from "../../support/a-booking";
import { aFolder, storeForEachTest } from "../../support/a-store";
import { wholeList } from "../../support/a-whole-document";

const monday = new Date("2026-11-16T08:00:00Z");
const later = (days: number) => new Date(monday.getTime() + days * DAYS);
const ERASED = "(Deleted at the request of its owner.)";

const store = storeForEachTest();

test("a person reads their emails, the newest first, without the text of one-time links", async () => {
  await anEmail({ key: "old", subject: "Older" }, { at: monday });
  await anEmail({ key: "new", subject: "Newer", worksUntil: later(9) }, { at: later(1) });
  await anEmail({ key: "other", to: "sipho@example.co.za" });
  expect(await wholeList(emailsTo(store.read, "thandi@example.co.za"))).toEqual([
    { subject: "Newer", text: NOT_KEPT, state: "queued", queuedAt: later(1), sentAt: null },
    { subject: "Older", text: "The text", state: "queued", queuedAt: monday, sentAt: null },
  ]);
});

test("an occasion's emails are those with its key or a longer one behind a colon, the oldest first", async () => {
  for (const [at, key] of ["booked:1:again", "booked:1", "booked:12", "booked", "paid:1", "refunded:1:x"].entries())
    await anEmail({ key }, { at: later(10 - at) });
  const found = await emailsAbout(store.read, ["booked:1", "refunded:1"]);
  expect(found.map(({ emailKey }) => emailKey)).toEqual(["refunded:1:x", "booked:1", "booked:1:again"]);
});

describe("erasing", () => {
  test("somebody's emails erases address and words; what is still queued is sent first", async () => {
    await anEmail({ key: "sent", templateParams: { name: "Thandi" } }, { state: "sent" });
    await anEmail({ key: "dead" }, { state: "dead" });
    await anEmail({ key: "waiting" });
    await anEmail({ key: "other", to: "sipho@example.co.za" }, { state: "sent" });
    await anEmail({ key: "of another account" }, { state: "sent", at: later(10) });
    const some = () => store.tx((tx) => forgetEmailsTo(tx, "thandi@example.co.za", later(5), 1));
    expect([await some(), await some(), await some()]).toEqual([1, 1, 0]);
    expect(await erased()).toEqual(["dead", "sent"]);
    const [sent] = (await all()).filter(({ emailKey }) => emailKey === "sent");
    expect(sent).toMatchObject({ toAddress: ERASED, subject: ERASED, textBody: ERASED, htmlBody: ERASED });
    expect(sent?.templateParams).toBeNull();
  });

  test("the emails of an occasion erases them for everybody", async () => {
    await anEmail({ key: "booked:1:sender" }, { state: "sent" });
    await anEmail({ key: "booked:1:receiver", to: "sipho@example.co.za" }, { state: "sent" });
    await anEmail({ key: "booked:2:sender" }, { state: "sent" });
    await store.tx((tx) => forgetEmailsAbout(tx, ["booked:1"]));
    expect(await erased()).toEqual(["booked:1:receiver", "booked:1:sender"]);
  });

  test("what somebody doesn't want withdraws what is queued, too", async () => {
    await anEmail({ key: "waiting" });
    await anEmail({ key: "sent" }, { state: "sent" });
    await anEmail({ key: "other", to: "sipho@example.co.za" });
    await store.tx((tx) => stopMessagesTo(tx, ["thandi@example.co.za", "+27831234567"]));
    expect(await erased()).toEqual(["sent", "waiting"]);
    expect(await states()).toEqual({ waiting: "skipped", sent: "sent", other: "queued" });
  });

  test("the messages about a booking withdraws them for both people, and no other booking's", async () => {
    const [one, two] = [await aBooking(store, monday), await aBooking(store, monday)];
    await store.tx((tx) => tx.delete(outgoingMails));
    await anEmail({ key: "a", quoteId: one.id });
    await anEmail({ key: "b", quoteId: one.id, to: "sipho@example.co.za" }, { state: "sent" });
    await anEmail({ key: "c", quoteId: two.id });
    await store.tx((tx) => forgetMessagesAbout(tx, [one.id]));
    expect(await erased()).toEqual(["a", "b"]);
    expect(await states()).toEqual({ a: "skipped", b: "sent", c: "queued" });
  });
});

describe("old emails", () => {
  test("that were sent, given up or skipped are deleted, a few at a time; queued ones stay", async () => {
    for (const state of ["sent", "dead", "skipped", "queued"] as const) await anEmail({ key: state }, { state });
    await anEmail({ key: "young" }, { state: "sent", at: later(2) });
    const forget = (atMost: number) => store.tx((tx) => forgetEmails(tx, later(1), atMost));
    expect([await forget(2), await forget(2), await forget(2)]).toEqual([2, 1, 0]);
    expect(Object.keys(await states()).toSorted()).toEqual(["queued", "young"]);
  });

  test("of exactly the given moment stay", async () => {
    await anEmail({ key: "edge" }, { state: "sent" });
    expect(await store.tx((tx) => forgetEmails(tx, monday, 10))).toBe(0);
  });

  test("in files are deleted by the day in their names, and nothing else is", async () => {
    const folder = aFolder();
    const old = ["2026-11-14-booked.eml", "2026-11-15-pin.sms"];
    const stay = [
      "2026-11-16-booked.eml",
      "2026-11-14-notes.txt",
      "2026-11-14-.eml",
      "(my) 2026-11-14-booked.eml",
      "2026-11-14-booked.eml.bak",
    ];
    for (const file of [...old, ...stay]) writeFileSync(path.join(folder, file), "x");
    expect(await forgetEmailFiles(folder, monday)).toBe(2);
    expect([...old, ...stay].filter((file) => existsSync(path.join(folder, file)))).toEqual(stay);
    expect(await forgetEmailFiles(path.join(folder, "nowhere"), monday)).toBe(0);
  });
});

async function anEmail(
  given: Partial<Email> & { key: string },
  { state = "queued", at = monday }: { state?: "queued" | "sent" | "dead" | "skipped"; at?: Date } = {},
): Promise<void> {
  const words = { subject: "The subject", text: "The text", html: "<p>The text</p>" };
  await store.tx(async (tx) => {
    await queueEmail(tx, limitsAsked, { to: "thandi@example.co.za", ...words, ...given }, at);
    await tx.update(outgoingMails).set({ state }).where(eq(outgoingMails.emailKey, given.key));
  });
}

const all = () => store.read.select().from(outgoingMails);
const erased = async () =>
  (await all()).flatMap(({ emailKey, toAddress }) => (toAddress === ERASED ? [emailKey] : [])).toSorted();
const states = async () => Object.fromEntries((await all()).map(({ emailKey, state }) => [emailKey, state]));
