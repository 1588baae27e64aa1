import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { type Endpoint, registerEndpoint } from "#app/domain/post/webhooks/endpoints.server";
import { webhookFigures } from "#app/domain/post/webhooks/figures.server";
import { HOURS, MINUTES } from "#app/durations";
import { outgoingMails } from "#db/schema/mail";
import { webhookEndpoints } from "#db/schema/webhooks";
import { aWebhookCall } from "../../../support/a-webhook-call";
import { officeForEachTest } from "../../../support/an-office";

const now = new Date("2026-11-24T08:00:00Z");
const ago = (ms: number) => new Date(now.getTime() - ms);

const office = officeForEachTest();
let uid: string;
beforeEach(async () => {
  uid = (await office.joined("shop@example.co.za", ago(HOURS))).account.uid;
});

test("without webhooks every figure is zero, because an alarm needs a number to compare", async () => {
  expect(await figures()).toEqual({
    ...{ "webhooks queued": 0, "webhooks dead": 0, webhook_late_seconds: 0 },
    ...{ "webhook_endpoints works": 0, "webhook_endpoints fails": 0, "webhook_endpoints off": 0 },
  });
});

test("calls are counted that wait and that failed too often, and endpoints by how they are", async () => {
  const works = await anEndpoint({});
  const fails = await anEndpoint({ failingSince: ago(HOURS) });
  await anEndpoint({ failingSince: ago(HOURS), offAt: ago(MINUTES), offBecause: "failing" });
  for (const endpoint of [works, fails, fails]) await aCall(endpoint, {});
  await aCall(works, { state: "dead" });
  await aCall(works, { state: "sent" });
  await aCall(works, { state: "skipped" });
  expect(await figures()).toMatchObject({
    ...{ "webhooks queued": 3, "webhooks dead": 1 },
    ...{ "webhook_endpoints works": 1, "webhook_endpoints fails": 1, "webhook_endpoints off": 1 },
  });
});

test("a call is late that is due, is not being made, and is for a shop that answers quickly", async () => {
  const works = await anEndpoint({});
  await aCall(works, { nextAttemptAt: ago(-HOURS) });
  await aCall(works, { nextAttemptAt: ago(HOURS), claimedAt: now });
  await aCall(works, { nextAttemptAt: ago(HOURS), state: "dead" });
  await aCall(await anEndpoint({ failingSince: ago(HOURS) }), { nextAttemptAt: ago(HOURS) });
  await aCall(await anEndpoint({ isSlow: true }), { nextAttemptAt: ago(HOURS) });
  await aCall(await anEndpoint({ offAt: now }), { nextAttemptAt: ago(HOURS) });
  expect(await figures()).toMatchObject({ webhook_late_seconds: 0 });
  await aCall(works, { nextAttemptAt: ago(5 * MINUTES) });
  await aCall(works, { nextAttemptAt: ago(MINUTES) });
  expect(await figures()).toMatchObject({ webhook_late_seconds: 300 });
});

let endpoints = 0;

async function anEndpoint(given: Partial<Endpoint>): Promise<Endpoint> {
  endpoints += 1;
  const url = `https://shop${endpoints}.example/`;
  return office.store.tx(async (tx) => {
    const made = await registerEndpoint(tx, { uid, url, events: null }, now);
    if (made.kind !== "made") return expect.fail(made.kind);
    if (Object.keys(given).length > 0)
      await tx.update(webhookEndpoints).set(given).where(eq(webhookEndpoints.id, made.endpoint.id));
    return made.endpoint;
  });
}

async function aCall(endpoint: Endpoint, given: Partial<typeof outgoingMails.$inferInsert>): Promise<void> {
  const id = await aWebhookCall(office.store, endpoint.id, now);
  await office.store.tx(async (tx) => {
    if (Object.keys(given).length > 0) await tx.update(outgoingMails).set(given).where(eq(outgoingMails.id, id));
  });
}

/** Each figure without the prefix, with its state. */
async function figures(): Promise<Record<string, number>> {
  const all = await webhookFigures(office.store.read, now);
  return Object.fromEntries(
    all.flatMap(({ name, values }) =>
      values.map(({ labels, value }) => [[name.replace("thuma_", ""), labels?.state].filter(Boolean).join(" "), value]),
    ),
  );
}
