import { expect, test } from "vitest";
import { type Clock, emailsOnTheirWay } from "#app/domain/post/sending.server";
import { type Endpoint, registerEndpoint } from "#app/domain/post/webhooks/endpoints.server";
import { webhooks } from "#app/domain/post/webhooks/webhook-transport.server";
import { SECONDS } from "#app/durations";
import { webhookEndpoints } from "#db/schema/webhooks";
import { aWebhookCall } from "../../../support/a-webhook-call";
import { anOffice } from "../../../support/an-office";

const SLOW = 40;
const CALLS = 100;
const APART_MS = SECONDS / 2;
const begin = new Date("2026-11-23T10:00:00Z").getTime();

/** A call that is being answered, and when it will have been. */
type Underway = { at: number; answer(): void };

/** `npm test -- tests/domain/post/webhooks/slow-endpoints.test.ts` prints the figure. */
test("beside 40 endpoints that answer after 14 s, one that answers at once waits 2 s at most in 99 of 100 cases", async () => {
  const { store, joined } = await anOffice();
  let at = begin;
  const clock: Clock = { now: () => new Date(at), elapsedMs: () => at, pause: () => new Promise(() => undefined) };
  const endpoints: Endpoint[] = [];
  for (let n = 0; n <= SLOW; n += 1) {
    const { account } = await joined(`shop${n}@example.co.za`, clock.now() as Date);
    const made = await store.tx((tx) =>
      registerEndpoint(
        tx,
        { uid: account.uid, url: `https://${n === 0 ? "quick" : `slow${n}`}.example/`, events: null },
        new Date(at),
      ),
    );
    if (made.kind === "made") endpoints.push(made.endpoint);
  }
  const [quick] = endpoints;
  const queuedAt = new Map<string, number>();
  const waits: number[] = [];
  let underway: Underway[] = [];
  const transport = webhooks(
    store,
    { resolve: async () => [], isSimulator: false },
    clock.now,
    ({ hostname }, headers) => {
      const isQuick = hostname === "quick.example";
      if (isQuick) waits.push(at - (queuedAt.get(headers["webhook-id"] ?? "") ?? Number.NaN));
      const status = hostname.endsWith("1.example") ? 500 : 200;
      return new Promise((resolve) =>
        underway.push({
          at: at + (isQuick ? 0 : 14 * SECONDS),
          answer: () => resolve({ status, headers: {}, text: "" }),
        }),
      );
    },
  );
  const lane = emailsOnTheirWay(store, transport, clock, {
    failed: (error) => expect.fail(String(error)),
    notSent: () => undefined,
  });
  const queue = async (endpoint: Endpoint) => {
    const id = await aWebhookCall(store, endpoint.id, new Date(at));
    queuedAt.set(id, at);
  };
  /** Answers what is to be answered by now, and begins what has a place. */
  const step = async () => {
    for (let isBusy = true; isBusy; ) {
      const due = underway.filter((each) => each.at <= at);
      underway = underway.filter((each) => each.at > at);
      for (const { answer } of due) answer();
      while (lane.inHand().length > underway.length) await new Promise((resolve) => setImmediate(resolve));
      isBusy = (await lane.fill()) > 0 && underway.some((each) => each.at <= at);
      while (lane.inHand().length > underway.length) await new Promise((resolve) => setImmediate(resolve));
    }
  };
  if (!quick) expect.fail("no endpoint");
  // It has answered before; of the others nobody knows anything yet.
  await queue(quick);
  await step();
  for (let n = 0; n < CALLS; n += 1) {
    at = begin + n * APART_MS;
    for (const endpoint of n % 50 === 0 ? endpoints.slice(1) : []) await queue(endpoint);
    await queue(quick);
    await step();
  }
  const p99 = waits.toSorted((one, other) => one - other)[Math.floor(waits.length * 0.99)] ?? Number.NaN;
  console.log(`${waits.length} calls to the one that answers at once: p99 ${p99 / SECONDS} s`);
  expect(waits.length).toBeGreaterThanOrEqual(CALLS);
  expect(p99).toBeLessThanOrEqual(2 * SECONDS);
  expect((await store.read.select().from(webhookEndpoints)).filter(({ isSlow }) => isSlow)).toHaveLength(SLOW);
});
