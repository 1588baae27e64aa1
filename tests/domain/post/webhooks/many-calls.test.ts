import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { limits } from "#app/domain/limits/limits";
import { queueTest } from "#app/domain/parcels/raise-event.server";
import {
  endpointsBehind,
  endpointsOf,
  registerEndpoint,
  removeEndpoint,
} from "#app/domain/post/webhooks/endpoints.server";
import { resendCalls } from "#app/domain/post/webhooks/switched-off.server";
import { webhooks } from "#app/domain/post/webhooks/webhook-transport.server";
import { HOURS, MINUTES, SECONDS } from "#app/durations";
import { outgoingMails } from "#db/schema/mail";
import { sendDueEmails } from "../../../../demo/send-due-emails";
import { aWebhookCall } from "../../../support/a-webhook-call";
import { aWebhookReceiver } from "../../../support/a-webhook-receiver";
import { anOffice, type Office } from "../../../support/an-office";

const noon = new Date("2026-11-23T10:00:00Z");

let office: Office;
let now: Date;
let uid: string;
let shop: Awaited<ReturnType<typeof aWebhookReceiver>>;
beforeEach(async () => {
  now = noon;
  vi.setSystemTime(now);
  office = await anOffice();
  uid = (await office.joined("shop@example.co.za", now)).account.uid;
  shop = await aWebhookReceiver();
});
afterEach(() => vi.useRealTimers());

describe("a test call", () => {
  test("waits alone: a second is refused until it has been made", async () => {
    await endpoint();
    expect([await tested(), await tested()]).toEqual(["queued", "one waits"]);
    await after(0);
    expect(await tested()).toBe("queued");
  });

  test("can be asked for 20 times an hour, also when the endpoint is registered anew", async () => {
    const { id } = await endpoint();
    for (let n = 0; n < limits.testCalls.points; n += 1) {
      expect(await tested()).toBe("queued");
      await after(MINUTES);
    }
    expect(await tested()).toBe("too many");
    await office.store.tx((tx) => removeEndpoint(tx, uid, id));
    await endpoint();
    expect(await tested()).toBe("too many");
    await after(HOURS - limits.testCalls.points * MINUTES);
    expect(await tested()).toBe("queued");
  });

  test("is tried once, and isn't sent again with what was given up", async () => {
    const { id } = await endpoint();
    shop.answer = (response) => void response.writeHead(503, { "Retry-After": "5" }).end();
    await tested();
    await after(0);
    expect(await states()).toEqual({ dead: 1 });
    await after(24 * HOURS);
    expect(shop.received).toHaveLength(1);
    expect(await office.store.tx((tx) => resendCalls(tx, { id }, now))).toBe(0);
  });
});

test("of an endpoint that fails one call at a time tries whether it is back; then all others follow", async () => {
  const { id } = await endpoint();
  shop.answer = (response) => void response.writeHead(503).end();
  for (let n = 0; n < 5; n += 1) await aWebhookCall(office.store, id, now);
  await after(0);
  await after(5 * SECONDS);
  await after(5 * MINUTES);
  const tried = shop.received.map(({ headers }) => headers["webhook-id"]);
  expect([tried.length, new Set(tried).size]).toEqual([3, 1]);
  shop.answer = (response) => void response.writeHead(204).end();
  await after(30 * MINUTES);
  expect(await states()).toEqual({ sent: 5 });
  expect(shop.received).toHaveLength(3 + 5);
});

test("a test call goes at once while the endpoint fails, also when it is asked for while another call is made", async () => {
  let asked: Promise<string> | undefined;
  shop.answer = (response) => {
    asked ??= tested();
    void asked.then(() => response.writeHead(503).end());
  };
  const { id } = await endpoint();
  for (let n = 0; n < 2; n += 1) await aWebhookCall(office.store, id, now);
  await after(0);
  expect(await asked).toBe("queued");
  expect(shop.received.map(({ json }) => json.type).slice(0, 2)).toEqual(["parcel.delivered", "webhook.test"]);
  const before = shop.received.length;
  expect(await tested()).toBe("queued");
  await after(0);
  expect(shop.received[before]?.json.type).toBe("webhook.test");
});

test("a call that was given up leaves its place to the next", async () => {
  const { id } = await endpoint();
  shop.answer = (response) => void response.writeHead(503).end();
  for (let n = 0; n < 2; n += 1) await aWebhookCall(office.store, id, now);
  await after(0);
  await office.store.tx((tx) => tx.update(outgoingMails).set({ state: "dead" }).where(eq(outgoingMails.attempts, 1)));
  await after(0);
  expect(new Set(shop.received.map(({ headers }) => headers["webhook-id"])).size).toBe(2);
});

test("beyond 1,000 waiting calls the oldest isn't sent; the button sends all of them again", async () => {
  const { id } = await endpoint();
  shop.answer = (response) => void response.writeHead(503).end();
  const probe = await aWebhookCall(office.store, id, now);
  await after(0);
  const most = limits.callsWaiting.points;
  for (let n = 0; n < most + 1; n += 1) await aWebhookCall(office.store, id, new Date(now.getTime() + n));
  expect(await states()).toEqual({ queued: most, skipped: 2 });
  const [waiting] = await office.store.read.select().from(outgoingMails).where(eq(outgoingMails.id, probe));
  expect(waiting?.state).toBe("queued");
  expect(office.staff("SELECT DISTINCT last_error FROM outgoing_mails WHERE state = 'skipped'")).toEqual([
    { last_error: "not sent: more than 1000 calls waited" },
  ]);
  expect(await endpointsBehind(office.store.read, uid)).toMatchObject([{ id, offAt: null }]);
  expect(await office.store.tx((tx) => resendCalls(tx, { id }, now))).toBe(2);
  expect(await states()).toEqual({ queued: most + 2 });
  expect(await endpointsBehind(office.store.read, uid)).toEqual([]);
});

async function endpoint() {
  const made = await office.store.tx((tx) => registerEndpoint(tx, { uid, url: shop.url, events: null }, now));
  return made.kind === "made" ? made.endpoint : expect.fail(made.kind);
}

async function tested(): Promise<string> {
  const [first] = await endpointsOf(office.store.read, uid);
  return first ? (await office.store.tx((tx) => queueTest(tx, first, now))).kind : "no endpoint";
}

/** Moves the clock, and sends what is due. */
async function after(ms: number) {
  now = new Date(now.getTime() + ms);
  vi.setSystemTime(now);
  const here = { resolve: async () => ["127.0.0.1"], isSimulator: true };
  await sendDueEmails(
    office.store,
    webhooks(office.store, here, () => now),
    now,
  );
}

async function states(): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  const calls = await office.store.read.select().from(outgoingMails).where(eq(outgoingMails.channel, "webhook"));
  for (const { state } of calls) counts[state] = (counts[state] ?? 0) + 1;
  return counts;
}
