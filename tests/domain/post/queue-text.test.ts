import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { limits } from "#app/domain/limits/limits";
import { fileTexts } from "#app/domain/post/file-texts.server";
import { queueEmail } from "#app/domain/post/outbox.server";
import { queueText, type TextMessage } from "#app/domain/post/queue-text.server";
import { startOutbox } from "#app/domain/post/run-outbox.server";
import type { MailTransport } from "#app/domain/post/transport.server";
import { DAYS } from "#app/durations";
import { outgoingMails } from "#db/schema/mail";
import { limitsAsked } from "../../../demo/limits-asked";
import { sendDueEmails } from "../../../demo/send-due-emails";
import { aFolder, storeForEachTest } from "../../support/a-store";

const now = new Date("2026-11-21T10:00:00Z");
const silent = { failed: () => undefined, notSent: () => undefined };

const store = storeForEachTest();

describe("a text message", () => {
  test("without a provider becomes a file: the number, a blank line, the text", async () => {
    await queue({ to: "082 123 4567", words: "Your driver comes today. PIN 1234" });
    const folder = aFolder();
    await sendDueEmails(store, fileTexts(folder), now);
    const [file = "", ...others] = readdirSync(folder);
    expect([file, others]).toEqual([expect.stringMatching(/^2026-11-21-.+\.sms$/), []]);
    expect(readFileSync(path.join(folder, file), "utf8")).toBe(
      "To: +27821234567\n\nYour driver comes today. PIN 1234\n",
    );
    expect(await rows()).toMatchObject([{ state: "sent", channel: "sms", parts: 1 }]);
  });

  test("is queued once per key", async () => {
    await queue({ key: "once" });
    await queue({ key: "once", words: "again" });
    expect(await rows()).toMatchObject([{ textBody: "Hello", state: "queued" }]);
  });

  test("is stored and billed without the letters that would double its cost", async () => {
    await queue({ words: `Ṱhohoyanḓou – “home” ${"a".repeat(142)}` });
    expect(await rows()).toMatchObject([{ textBody: `Thohoyandou - "home" ${"a".repeat(142)}`, parts: 2 }]);
  });

  test.each(["011 555 0123", "+44 20 7946 0000", "12"])(
    "to %s, which takes none, isn't stored: whoever queues it learns the reason",
    async (to) => {
      expect(await queue({ to })).toBe("not a South African cell phone");
      expect(await rows()).toEqual([]);
    },
  );

  test("is sent to one number about one booking only so often a day", async () => {
    const about = { quoteId: "q1" };
    for (let n = 0; n < limits.textsAboutBooking.points; n += 1)
      expect(await queue({ key: `q1:${n}`, ...about })).toBeNull();
    expect(await queue({ key: "q1:one too many", ...about })).toBe("too many texts to this number today");
    expect(await queue({ key: "q2", quoteId: "q2" })).toBeNull();
    expect(await queue({ key: "other number", to: "0831234567", ...about })).toBeNull();
    expect(await queue({ key: "tomorrow", ...about }, new Date(now.getTime() + DAYS + 1))).toBeNull();
  });

  test("is sent to one number only so often a day, whatever it is about", async () => {
    const refusals = [];
    for (let n = 0; n <= limits.textsToNumber.points; n += 1) refusals.push(await queue({ key: `${n}` }));
    expect(refusals.indexOf("too many texts to this number today")).toBe(limits.textsToNumber.points);
    // What was sent while the clock was ahead isn't counted of today.
    expect(await queue({ key: "the day before" }, new Date(now.getTime() - 2 * DAYS))).toBeNull();
  });
});

test("a provider that hangs delays no email", async () => {
  const hangs: MailTransport = { channel: "sms", send: () => new Promise(() => undefined) };
  const mailed: string[] = [];
  const byMail: MailTransport = { send: async ({ to }) => void mailed.push(to) };
  for (let n = 0; n < 10; n += 1) await queue({ key: `${n}`, to: `08212345${n}0` });
  await mail("thandi@example.co.za");
  const outbox = startOutbox(store, [byMail, hangs], silent, () => now);
  await expect.poll(() => mailed).toEqual(["thandi@example.co.za"]);
  await mail("nomsa@example.co.za");
  outbox.nudge();
  await expect.poll(() => mailed).toEqual(["thandi@example.co.za", "nomsa@example.co.za"]);
  expect((await rows()).filter(({ channel, attempts }) => channel === "sms" && attempts > 0)).toHaveLength(4);
});

test("in quiet hours it waits, and isn't counted as tried", async () => {
  let isOpen = false;
  const texted: string[] = [];
  const byText: MailTransport = { channel: "sms", isOpen: () => isOpen, send: async ({ to }) => void texted.push(to) };
  await queue({});
  await sendDueEmails(store, byText, now);
  expect(await rows()).toMatchObject([{ state: "queued", attempts: 0 }]);
  isOpen = true;
  await sendDueEmails(store, byText, now);
  expect(texted).toEqual(["+27821234567"]);
});

function queue(text: Partial<TextMessage>, at = now) {
  return store.tx((tx) =>
    queueText(
      tx,
      limitsAsked,
      { key: "a text", to: "0821234567", about: "A test", words: "Hello", holds: "nothing secret", ...text },
      at,
    ),
  );
}

function mail(to: string) {
  return store.tx((tx) => queueEmail(tx, limitsAsked, { key: to, to, subject: "", text: "", html: "" }, now));
}

function rows() {
  return store.read.select().from(outgoingMails).orderBy(outgoingMails.emailKey);
}
