import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { forgetLettersTo } from "#app/domain/mail/kept-letters.server";
import { queueLetter } from "#app/domain/mail/outbox.server";
import { lettersIn, resendLetter } from "#app/domain/mail/resend-letter.server";
import { sendDueLetters } from "#app/domain/mail/sending.server";
import { outgoingMails } from "#db/schema/mail";
import type { Store } from "#db/store.server";
import { aStore } from "../../support/a-store";

const monday = new Date("2026-11-16T08:00:00Z");
const tuesday = new Date("2026-11-17T08:00:00Z");

let store: Store;
beforeEach(async () => {
  store = await aStore();
});

test("a letter that was given up is tried from the beginning", async () => {
  const id = await aLetter("dead");
  expect(await resend(id)).toMatchObject({ ok: true, added: true });
  expect(await all()).toMatchObject([{ id, state: "queued", attempts: 0, nextAttemptAt: tuesday }]);
  expect(await sent()).toEqual([id]);
});

test("a letter that was sent goes out as another one, so that a mail program shows it", async () => {
  const id = await aLetter("sent");
  expect(await resend(id)).toMatchObject({ ok: true, added: true });
  const [again] = await sent();
  expect(again).not.toBe(id);
  expect((await all()).map(({ subject, textBody }) => [subject, textBody])).toEqual([
    ["Your price is ready", "Pay here."],
    ["Your price is ready", "Pay here."],
  ]);
});

test("asked twice before it has gone, it goes once", async () => {
  const id = await aLetter("sent");
  await resend(id);
  expect(await resend(id)).toMatchObject({ ok: true, added: false });
  expect(await all()).toHaveLength(2);
});

test("a letter whose text isn't kept is refused, with what to do instead", async () => {
  const id = await aLetter("sent", { isSecret: true });
  expect(await resend(id)).toMatchObject({ ok: false, refusal: expect.stringContaining("asks for a new one") });
  expect(await all()).toHaveLength(1);
});

test("a letter to somebody who left is refused, and so is one that never was", async () => {
  const id = await aLetter("sent");
  await store.tx((tx) => forgetLettersTo(tx, "thandi@example.co.za"));
  expect(await resend(id)).toMatchObject({ ok: false, refusal: expect.stringContaining("deleted") });
  expect(await resend("nothing")).toEqual({ ok: false, refusal: "There is no such letter." });
});

test("staff see those that wait or were given up, the longest waiting first", async () => {
  await aLetter("sent");
  const dead = await aLetter("dead");
  expect((await lettersIn(store.read, ["queued", "dead"])).map(({ id }) => id)).toEqual([dead]);
});

let letters = 0;

async function aLetter(state: "sent" | "dead", { isSecret = false } = {}): Promise<string> {
  letters += 1;
  const key = `a letter ${letters}`;
  const words = { subject: "Your price is ready", text: "Pay here.", html: "<p>Pay here.</p>" };
  await store.tx((tx) => queueLetter(tx, { key, to: "thandi@example.co.za", isSecret, ...words }, monday));
  if (state === "sent") await sent();
  else await store.tx((tx) => tx.update(outgoingMails).set({ state }).where(eq(outgoingMails.letterKey, key)));
  const [letter] = await store.read.select().from(outgoingMails).where(eq(outgoingMails.letterKey, key));
  return letter?.id ?? "";
}

const resend = (id: string) => store.tx((tx) => resendLetter(tx, id, tuesday));
const all = () => store.read.select().from(outgoingMails);

/** Sends what is due; which letters a post office then has in hand. */
async function sent(): Promise<string[]> {
  const taken: string[] = [];
  await sendDueLetters(store, { send: async ({ id }) => void taken.push(id) }, tuesday);
  return taken;
}
