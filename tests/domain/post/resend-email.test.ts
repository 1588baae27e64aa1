import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { releaseWaiting } from "#app/domain/post/claims.server";
import type { Email } from "#app/domain/post/email";
import { queueEmail } from "#app/domain/post/outbox.server";
import { emailsIn, resendEmail } from "#app/domain/post/resend-email.server";
import { forgetEmailsTo } from "#app/domain/post/stored-emails.server";
import { outgoingMails } from "#db/schema/mail";
import { limitsAsked } from "../../../demo/limits-asked";
import { sendDueEmails } from "../../../demo/send-due-emails";
import { storeForEachTest } from "../../support/a-store";

const monday = new Date("2026-11-16T08:00:00Z");
const tuesday = new Date("2026-11-17T08:00:00Z");

const store = storeForEachTest();

test("an email that was given up starts again from its first attempt", async () => {
  const id = await anEmail("dead");
  expect(await resend(id)).toMatchObject({ ok: true, added: true });
  expect(await all()).toMatchObject([{ id, state: "queued", attempts: 0, nextAttemptAt: tuesday }]);
  expect(await sent()).toEqual([id]);
});

test("an email that was sent is sent as a new one, so that a mail program shows it", async () => {
  const id = await anEmail("sent");
  expect(await resend(id)).toMatchObject({ ok: true, added: true });
  const [again] = await sent();
  expect(again).not.toBe(id);
  expect((await all()).map(({ subject, textBody }) => [subject, textBody])).toEqual([
    ["Your price is ready", "Pay here."],
    ["Your price is ready", "Pay here."],
  ]);
});

test.each(["sent", "dead"] as const)("an email that is %s goes to where its person is today", async (state) => {
  const id = await anEmail(state);
  expect(await resend(id, "thandi@today.example")).toMatchObject({
    ...{ ok: true, added: true, email: { toAddress: "thandi@today.example" } },
  });
  const queued = (await all()).filter((email) => email.state === "queued");
  expect(queued).toMatchObject([{ toAddress: "thandi@today.example", textBody: "Pay here." }]);
  expect(await resend(id, "thandi@today.example")).toMatchObject({ ok: true, added: state === "dead" });
});

test.each(["sent", "dead"] as const)(
  "an email that is %s goes nowhere if its person has no address today",
  async (state) => {
    const id = await anEmail(state);
    const before = await all();
    expect(await store.tx((tx) => resendEmail(tx, id, async () => null, tuesday))).toMatchObject({
      ...{ ok: false, why: expect.stringContaining("no email or cell phone") },
    });
    expect(await all()).toEqual(before);
  },
);

test("asked twice before it is sent, it is sent once", async () => {
  const id = await anEmail("sent");
  await resend(id);
  expect(await resend(id)).toMatchObject({ ok: true, added: false });
  expect(await all()).toHaveLength(2);
});

test("an email that waits for its channel is sent again from its first attempt, and the channel's return takes none away", async () => {
  const id = await anEmail("queued");
  await store.tx((tx) => tx.update(outgoingMails).set({ attempts: 3, waitsForChannel: true }));
  expect(await resend(id)).toMatchObject({ ok: true });
  await store.tx((tx) => releaseWaiting(tx, "email", tuesday));
  expect(await all()).toMatchObject([{ attempts: 0, waitsForChannel: false }]);
});

test("an email that was taken back is refused: whoever had it got a correction", async () => {
  const id = await anEmail("skipped");
  await store.tx((tx) => tx.update(outgoingMails).set({ withdrawnAt: monday }));
  expect(await resend(id)).toMatchObject({ ok: false, why: expect.stringContaining("no longer true") });
});

test("an email whose text isn't kept is refused, with what to do instead", async () => {
  const id = await anEmail("sent", { worksUntil: new Date("2100-01-01") });
  expect(await resend(id)).toMatchObject({ ok: false, why: expect.stringContaining("can ask for a new one") });
  expect(await all()).toHaveLength(1);
});

test("an email to a deleted account is refused, and so is an unknown one", async () => {
  const id = await anEmail("sent");
  await store.tx((tx) => forgetEmailsTo(tx, "thandi@example.co.za", new Date(), 9));
  expect(await resend(id)).toMatchObject({ ok: false, why: expect.stringContaining("deleted") });
  expect(await resend("nothing")).toEqual({ ok: false, why: "There is no such email." });
});

test.each([
  ["+27831234567", true],
  ["27831234567", true],
  ["(Deleted at the request of its owner, who had 083 123 4567.)", false],
])("a text message to %s: sent again is %s", async (toAddress, ok) => {
  const id = await anEmail("sent");
  await store.tx((tx) => tx.update(outgoingMails).set({ channel: "sms", toAddress }).where(eq(outgoingMails.id, id)));
  expect(await resend(id)).toMatchObject({ ok });
});

test("staff see the queued and given-up ones, the longest waiting first", async () => {
  await anEmail("sent");
  const dead = await anEmail("dead");
  expect((await emailsIn(store.read, ["queued", "dead"])).map(({ id }) => id)).toEqual([dead]);
});

let emails = 0;

async function anEmail(
  state: (typeof outgoingMails.$inferSelect)["state"],
  given: Partial<Email> = {},
): Promise<string> {
  emails += 1;
  const key = `an email ${emails}`;
  const words = { subject: "Your price is ready", text: "Pay here.", html: "<p>Pay here.</p>" };
  await store.tx((tx) => queueEmail(tx, limitsAsked, { key, to: "thandi@example.co.za", ...given, ...words }, monday));
  if (state === "sent") await sent();
  else await store.tx((tx) => tx.update(outgoingMails).set({ state }).where(eq(outgoingMails.emailKey, key)));
  const [email] = await store.read.select().from(outgoingMails).where(eq(outgoingMails.emailKey, key));
  return email?.id ?? "";
}

const resend = (id: string, to?: string) =>
  store.tx((tx) => resendEmail(tx, id, async ({ toAddress }) => to ?? toAddress, tuesday));
const all = () => store.read.select().from(outgoingMails);

/** Sends what is due, and returns the emails that the mail server received. */
async function sent(): Promise<string[]> {
  const taken: string[] = [];
  await sendDueEmails(store, { send: async ({ id }) => void taken.push(id) }, tuesday);
  return taken;
}
