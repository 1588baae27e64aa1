import { beforeEach, describe, expect, test } from "vitest";
import { bulksms } from "#app/domain/post/bulksms.server";
import { queueText } from "#app/domain/post/queue-text.server";
import { HOURS, SECONDS } from "#app/durations";
import { outgoingMails } from "#db/schema/mail";
import { limitsAsked } from "../../../demo/limits-asked";
import { sendDueEmails } from "../../../demo/send-due-emails";
import { storeForEachTest } from "../../support/a-store";
import { aTextProvider } from "../../support/a-text-provider";

const now = new Date("2026-11-21T10:00:00Z");

const store = storeForEachTest();
beforeEach(async () => {
  await store.tx((tx) =>
    queueText(
      tx,
      limitsAsked,
      {
        key: "pin",
        to: "082 123 4567",
        about: "Your parcel comes",
        words: "Tell the driver PIN 1234",
        holds: "the PIN",
      },
      now,
    ),
  );
});

test("a text is posted as BulkSMS's description says, and is sent", async () => {
  const provider = await aTextProvider();
  await sendDueEmails(store, bulksms(provider.account), now);
  expect(provider.posted).toEqual([
    {
      path: expect.stringMatching(/^\/v1\/messages\?deduplication-id=\d{1,10}$/),
      login: "an-id:a-secret",
      type: "application/json",
      message: { to: "+27821234567", body: "Tell the driver PIN 1234" },
    },
  ]);
  expect(await row()).toMatchObject({ state: "sent", lastError: null });
});

test("an answer is lost and the text is posted again: one text, because its id is the same", async () => {
  const provider = await aTextProvider(["hang up", "take"]);
  await sendDueEmails(store, bulksms(provider.account), now);
  expect(await row()).toMatchObject({ state: "queued", attempts: 1 });
  await sendDueEmails(store, bulksms(provider.account), new Date(now.getTime() + HOURS));
  expect(await row()).toMatchObject({ state: "sent", attempts: 2 });
  expect(provider.posted).toHaveLength(2);
  expect(provider.texts.size).toBe(1);
});

test("a text that BulkSMS answered FAILED is posted again with another id, which stays when that answer is lost", async () => {
  const provider = await aTextProvider(["failed", "failed", "hang up", "take"]);
  for (let hours = 0; hours < 4; hours += 1)
    await sendDueEmails(store, bulksms(provider.account), new Date(now.getTime() + hours * 2 * HOURS));
  expect(await row()).toMatchObject({ state: "sent", attempts: 4 });
  const [first, second, third, fourth] = provider.posted.map(({ path }) => path);
  expect([new Set([first, second, third]).size, fourth]).toEqual([3, third]);
  expect(provider.texts.size).toBe(1);
});

describe("a text that isn't sent is retried, and staff see why", () => {
  test.each([
    ["no credits", 'BulkSMS answered 403: {"type":"https://developer.bulksms.com/json/v1/errors#insufficient-credits"'],
    ["failed", "BulkSMS could not send it: NOT_SENT"],
    ["nonsense", "BulkSMS answered 201 without saying what became of the message"],
    ["hang", "no whole answer within"],
  ] as const)("%s", async (answer, why) => {
    const provider = await aTextProvider([answer]);
    await sendDueEmails(store, bulksms(provider.account, SECONDS / 2), now);
    expect(await row()).toMatchObject({ state: "queued", attempts: 1, lastError: expect.stringContaining(why) });
  });
});

async function row() {
  return (await store.read.select().from(outgoingMails))[0];
}
