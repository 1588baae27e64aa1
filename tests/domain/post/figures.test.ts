import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { attemptsWithin } from "#app/domain/post/channels";
import { mailFigures } from "#app/domain/post/figures.server";
import { queueEmail } from "#app/domain/post/outbox.server";
import { DAYS, HOURS, MINUTES, SECONDS } from "#app/durations";
import { outgoingMails } from "#db/schema/mail";
import { limitsAsked } from "../../../demo/limits-asked";
import { storeForEachTest } from "../../support/a-store";

const now = new Date("2026-11-16T08:00:00Z");
const ago = (ms: number) => new Date(now.getTime() - ms);

const store = storeForEachTest();

test("an empty outbox counts zero everywhere, because an alarm needs a number to compare", async () => {
  expect(await figures()).toEqual({
    ...{
      "emails queued": 0,
      "emails dead": 0,
      email_oldest_seconds: 0,
      "applications queued": 0,
      "applications dead": 0,
    },
    ...{ "texts queued": 0, "texts dead": 0, texts_failing: 0, text_parts_last_day: 0, texts_last_hour: 0 },
  });
});

test("unsent messages are counted by channel and state, and applications among the emails", async () => {
  await aMessage({ queuedAt: ago(5 * MINUTES) });
  await aMessage({ queuedAt: ago(2 * MINUTES) });
  await aMessage({ state: "dead", queuedAt: ago(DAYS) });
  await aMessage({ state: "sent", queuedAt: ago(DAYS) });
  await aMessage({ state: "skipped" });
  await aMessage({ emailKey: "driver-application:1" });
  for (const n of [2, 3]) await aMessage({ emailKey: `driver-application:${n}`, state: "dead" });
  await aMessage({ emailKey: "driver-application:4", state: "sent" });
  await aMessage({ channel: "sms" });
  await aMessage({ channel: "sms", state: "dead" });
  expect(await figures()).toMatchObject({
    ...{ "emails queued": 3, "emails dead": 3, email_oldest_seconds: 300 },
    ...{ "applications queued": 1, "applications dead": 2, "texts queued": 1, "texts dead": 1 },
  });
});

test("an email from after the clock was set back has no age", async () => {
  await aMessage({ queuedAt: ago(-HOURS) });
  expect(await figures()).toMatchObject({ email_oldest_seconds: 0 });
});

test("a text message that has failed for two hours needs a person, an email or one given up doesn't", async () => {
  await aMessage({ channel: "sms", attempts: 4 });
  await aMessage({ channel: "sms", attempts: 5 });
  await aMessage({ channel: "sms", attempts: 7, state: "dead" });
  await aMessage({ attempts: 6 });
  expect(await figures()).toMatchObject({ texts_failing: 1 });
});

test("the parts of text messages count for a day", async () => {
  for (const [parts, sent] of [
    [1, ago(DAYS)],
    [2, ago(1)],
    [40, ago(DAYS + 1)],
  ] as const)
    await aMessage({ channel: "sms", state: "sent", parts, nextAttemptAt: sent });
  await aMessage({ channel: "sms", parts: 400, nextAttemptAt: now });
  expect(await figures()).toMatchObject({ text_parts_last_day: 3 });
});

test("so many attempts have been made after a time, if all failed", () => {
  const after = [0, 30 * SECONDS - 1, 30 * SECONDS, 2.5 * MINUTES, 12.5 * MINUTES, 72.5 * MINUTES, 2 * HOURS, 9 * DAYS];
  expect(after.map((ms) => attemptsWithin("sms", ms))).toEqual([1, 1, 2, 3, 4, 5, 5, 7]);
});

let messages = 0;

async function aMessage(given: Partial<typeof outgoingMails.$inferInsert>): Promise<void> {
  messages += 1;
  const key = `${messages}`;
  await store.tx(async (tx) => {
    await queueEmail(tx, limitsAsked, { key, to: "thandi@example.co.za", subject: "", text: "", html: "" }, now);
    await tx
      .update(outgoingMails)
      .set({ emailKey: key, ...given })
      .where(eq(outgoingMails.emailKey, key));
  });
}

/** Each figure without the prefix, with its state. */
async function figures(): Promise<Record<string, number>> {
  const all = await mailFigures(store.read, now);
  return Object.fromEntries(
    all.flatMap(({ name, values }) =>
      values.map(({ labels, value }) => [[name.replace("thuma_", ""), labels?.state].filter(Boolean).join(" "), value]),
    ),
  );
}
