import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { sendDueEmails } from "#app/domain/mail/sending.server";
import { bulksms } from "#app/domain/texts/bulksms.server";
import { queueText } from "#app/domain/texts/queue-text.server";
import { HOURS, SECONDS } from "#app/durations";
import { outgoingMails } from "#db/schema/mail";
import type { Store } from "#db/store.server";
import { aStore } from "../../support/a-store";

const now = new Date("2026-11-21T10:00:00Z");

let store: Store;
beforeEach(async () => {
  store = await aStore();
  await store.tx((tx) =>
    queueText(
      tx,
      { key: "pin", to: "082 123 4567", about: "Your parcel comes", words: "Tell the driver PIN 1234" },
      now,
    ),
  );
});

test("a text is posted as BulkSMS's description has it, and is sent", async () => {
  const provider = await aProvider();
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

test("an answer that is lost, and the text posted again: one text, because its number is the same", async () => {
  const provider = await aProvider(["hang up", "take"]);
  await sendDueEmails(store, bulksms(provider.account), now);
  expect(await row()).toMatchObject({ state: "queued", attempts: 1 });
  await sendDueEmails(store, bulksms(provider.account), new Date(now.getTime() + HOURS));
  expect(await row()).toMatchObject({ state: "sent", attempts: 2 });
  expect(provider.posted).toHaveLength(2);
  expect(provider.texts.size).toBe(1);
});

describe("a text that isn't sent is tried again, and staff read why", () => {
  test.each([
    ["no credits", 'BulkSMS answered 403: {"type":"https://developer.bulksms.com/json/v1/errors#insufficient-credits"'],
    ["failed", "BulkSMS could not send it: NOT_SENT"],
    ["nonsense", "BulkSMS answered 201 without saying what became of the message"],
    ["hang", "TimeoutError"],
  ] as const)("%s", async (answer, why) => {
    const provider = await aProvider([answer]);
    await sendDueEmails(store, bulksms(provider.account, SECONDS / 2), now);
    expect(await row()).toMatchObject({ state: "queued", attempts: 1, lastError: expect.stringContaining(why) });
  });
});

async function row() {
  return (await store.read.select().from(outgoingMails))[0];
}

type Answer = "take" | "hang up" | "hang" | "no credits" | "failed" | "nonsense";

/** Answers as BulkSMS's OpenAPI description says: 201 with a list, or an `Error`; a repeated number is the same message. */
async function aProvider(answers: readonly Answer[] = []) {
  const waiting = [...answers];
  const posted: { path?: string; login: string; type?: string; message: unknown }[] = [];
  const texts = new Map<string, unknown>();
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const piece of request) body += piece;
    posted.push({
      path: request.url,
      login: loginOf(request.headers),
      type: request.headers["content-type"],
      message: JSON.parse(body),
    });
    const number = new URL(request.url ?? "", "http://x").searchParams.get("deduplication-id") ?? "";
    const answer = waiting.shift() ?? "take";
    const say = (status: number, words: unknown) =>
      response
        .writeHead(status, { "Content-Type": "application/json" })
        .end(typeof words === "string" ? words : JSON.stringify(words));
    if (answer === "hang") return;
    if (answer === "nonsense") return say(201, "<html>");
    if (answer === "no credits") {
      const type = "https://developer.bulksms.com/json/v1/errors#insufficient-credits";
      return say(403, { type, title: "Insufficient Credits", status: 403 });
    }
    if (answer === "failed")
      return say(201, [
        { id: "1", type: "SENT", status: { id: "FAILED.NOT_SENT", type: "FAILED", subtype: "NOT_SENT" } },
      ]);
    texts.set(number, JSON.parse(body));
    if (answer === "hang up") return request.socket.destroy();
    return say(201, [
      { id: "4023457654", type: "SENT", status: { id: "ACCEPTED.null", type: "ACCEPTED", subtype: null } },
    ]);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { posted, texts, account: { tokenId: "an-id", tokenSecret: "a-secret", url: `http://127.0.0.1:${port}/v1/` } };
}

function loginOf({ authorization = "" }: IncomingHttpHeaders): string {
  return Buffer.from(authorization.replace("Basic ", ""), "base64").toString("utf8");
}
