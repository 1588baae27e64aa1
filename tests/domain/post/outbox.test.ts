import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import type { Email } from "#app/domain/post/email";
import { queueEmail, withdrawEmails } from "#app/domain/post/outbox.server";
import { type Envelope, fileTransport, type MailTransport } from "#app/domain/post/transport.server";
import { HOURS, MINUTES, SECONDS } from "#app/durations";
import { outgoingMails } from "#db/schema/mail";
import { limitsAsked } from "../../../demo/limits-asked";
import { sendDueEmails } from "../../../demo/send-due-emails";
import { aFolder, storeForEachTest } from "../../support/a-store";

const monday = new Date("2026-11-16T08:00:00Z");

const store = storeForEachTest();

describe("queueing", () => {
  test("no second email is queued with the same key, whatever its text", async () => {
    await Promise.all(Array.from({ length: 5 }, (_, index) => queue(anEmail({ subject: `Version ${index}` }))));
    expect((await mails()).map((mail) => mail.subject)).toEqual([expect.stringMatching(/^Version \d$/)]);
    await sendDueEmails(store, aPostOffice(), monday);
    await queue(anEmail());
    expect(await mails()).toHaveLength(1);
  });

  test("an email whose transaction was rolled back was never queued", async () => {
    const undone = store.tx(async (tx) => {
      await queueEmail(tx, limitsAsked, anEmail(), monday);
      throw new Error("the booking failed");
    });
    await expect(undone).rejects.toThrow("the booking failed");
    expect(await mails()).toEqual([]);
  });
});

describe("sending", () => {
  test("an email is sent once, oldest first, with its time recorded", async () => {
    const post = aPostOffice();
    await queue(anEmail({ key: "second" }), later(1 * SECONDS));
    await queue(anEmail({ key: "first" }), monday);
    await sendDueEmails(store, post, later(1 * MINUTES));
    await sendDueEmails(store, post, later(2 * MINUTES));
    expect(post.taken).toEqual(["first", "second"]);
    expect((await mails()).map(({ state, sentAt }) => ({ state, sentAt }))).toEqual([
      { state: "sent", sentAt: later(1 * MINUTES) },
      { state: "sent", sentAt: later(1 * MINUTES) },
    ]);
  });

  test("a failed one is retried at growing intervals, then left to staff with its error", async () => {
    const post = aPostOffice({ refuses: ["first"] });
    await queue(anEmail({ key: "first" }));
    const waits: number[] = [];
    let now = monday;
    for (let mail = await only(); mail.state === "queued"; mail = await only()) {
      waits.push(mail.nextAttemptAt.getTime() - now.getTime());
      now = mail.nextAttemptAt;
      await sendDueEmails(store, post, new Date(now.getTime() - 1));
      expect((await only()).attempts).toBe(mail.attempts);
      await sendDueEmails(store, post, now);
    }
    expect(waits).toEqual([0, 30 * SECONDS, 2 * MINUTES, 10 * MINUTES, 1 * HOURS, 6 * HOURS, 24 * HOURS]);
    expect(await only()).toMatchObject({ state: "dead", attempts: 7, lastError: "Error: mailbox full", sentAt: null });

    await sendDueEmails(store, post, later(1000 * HOURS));
    expect(post.tried).toBe(7);
  });

  test("a failed one doesn't delay the next", async () => {
    const post = aPostOffice({ refuses: ["first"] });
    await queue(anEmail({ key: "first" }));
    await queue(anEmail({ key: "second" }), later(1 * SECONDS));
    await sendDueEmails(store, post, later(1 * MINUTES));
    expect(post.taken).toEqual(["second"]);
  });

  test("after the clock was set back by a day no email waits until tomorrow, and none is sent early", async () => {
    const yesterday = later(-24 * HOURS);
    await queue(anEmail({ key: "new" }));
    await queue(anEmail({ key: "failed" }));
    await sendDueEmails(store, aPostOffice({ refuses: ["new", "failed"] }), monday);
    await queue(anEmail({ key: "queued after" }));
    const post = aPostOffice({ refuses: ["failed"] });
    await sendDueEmails(store, post, yesterday);
    expect(post.taken.sort()).toEqual(["new", "queued after"]);
    await sendDueEmails(store, post, yesterday);
    expect(post.tried).toBe(3);
    await sendDueEmails(store, post, new Date(yesterday.getTime() + 2 * MINUTES));
    expect(post.tried).toBe(4);
  });

  test("an email may be queued for later", async () => {
    const post = aPostOffice();
    await store.tx((tx) => queueEmail(tx, limitsAsked, anEmail({ key: "later" }), monday, later(3 * SECONDS)));
    await sendDueEmails(store, post, later(2 * SECONDS));
    expect(post.taken).toEqual([]);
    await sendDueEmails(store, post, later(3 * SECONDS));
    expect(post.taken).toEqual(["later"]);
  });

  test("an email is withdrawn with its occasion unless it was sent, and no other occasion's is", async () => {
    await queue(anEmail({ key: "application:1:old" }));
    await sendDueEmails(store, aPostOffice(), monday);
    for (const key of ["application:1:new", "application:12:new"]) await queue(anEmail({ key }), later(1));
    await store.tx((tx) => withdrawEmails(tx, "application:1"));
    expect((await mails()).map(({ emailKey }) => emailKey)).toEqual(["application:1:old", "application:12:new"]);
  });

  test("once the mail server is back, the email is sent and its old error is cleared", async () => {
    await queue(anEmail({ key: "first" }));
    await sendDueEmails(store, aPostOffice({ refuses: ["first"] }), monday);
    await sendDueEmails(store, aPostOffice(), later(30 * SECONDS));
    expect(await only()).toMatchObject({ state: "sent", attempts: 2, lastError: null });
  });
});

describe("emails as files", () => {
  test("a file is a complete email that any mail program opens", async () => {
    const folder = aFolder();
    await queue(anEmail({ subject: "Siyabonga – waybill TH 482 109 375 3", text: "Your parcel is booked.\n" }));
    await sendDueEmails(store, fileTransport(folder, "Thuma Couriers <no-reply@thuma.example>"), monday);
    const [name = ""] = readdirSync(folder);
    const email = readFileSync(path.join(folder, name), "utf8");
    expect(email).toMatch(/^From: Thuma Couriers <no-reply@thuma.example>\r?$/m);
    expect(email).toMatch(/^To: thandi@example.co.za\r?$/m);
    expect(email).toMatch(/^Date: Mon, 16 Nov 2026 08:00:00 \+0000\r?$/m);
    expect(email).toMatch(/^Message-ID: <[\w-]{22}@thuma.example>\r?$/m);
    expect(email).toMatch(/^Auto-Submitted: auto-generated\r?$/m);
    expect(email).toMatch(/^Reply-To: hello@thuma.example\r?$/m);
    expect(email).toContain("Your parcel is booked.");
    expect(email).toContain("<p>Your parcel is booked.</p>");
  });
});

function anEmail(email: Partial<Email> = {}): Email {
  return {
    key: "booking-confirmed:1",
    to: "thandi@example.co.za",
    subject: email.key ?? "Booking confirmed",
    text: "Your parcel is booked.\n",
    html: "<p>Your parcel is booked.</p>",
    ...email,
  };
}

/** A mail server that records subjects, and refuses some of them. */
function aPostOffice({ refuses = [] }: { refuses?: string[] } = {}) {
  const post = {
    taken: [] as string[],
    tried: 0,
    async send({ subject }: Envelope) {
      post.tried += 1;
      if (refuses.includes(subject)) throw new Error("mailbox full");
      post.taken.push(subject);
    },
  };
  return post satisfies MailTransport;
}

function queue(email: Email, now = monday): Promise<void> {
  return store.tx((tx) => queueEmail(tx, limitsAsked, email, now));
}

function mails() {
  return store.read.select().from(outgoingMails).orderBy(outgoingMails.queuedAt);
}

async function only() {
  const [mail] = await mails();
  return mail ?? expect.fail("no email");
}

function later(ms: number): Date {
  return new Date(monday.getTime() + ms);
}
