import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { cancelBooking } from "#app/domain/bookings/cancel-booking.server";
import { limits } from "#app/domain/limits/limits";
import { markAndNotify } from "#app/domain/messages/mark-and-notify.server";
import type { Mark } from "#app/domain/parcels/marks";
import { callableAddresses } from "#app/domain/post/webhooks/allowed-url.server";
import { CALLS_SHOWN, lastCalls } from "#app/domain/post/webhooks/answers.server";
import {
  changeSecret,
  endpointsOf,
  registerEndpoint,
  removeEndpoint,
} from "#app/domain/post/webhooks/endpoints.server";
import type { WebhookEvent } from "#app/domain/post/webhooks/event-types";
import { resendCalls } from "#app/domain/post/webhooks/switched-off.server";
import { webhooks } from "#app/domain/post/webhooks/webhook-transport.server";
import { DAYS, HOURS, MINUTES, SECONDS } from "#app/durations";
import { outgoingMails } from "#db/schema/mail";
import { quotes } from "#db/schema/quotes";
import { webhookAnswers, webhookEndpoints } from "#db/schema/webhooks";
import { storeSiteFacts } from "#db/site-facts.server";
import { aParcel } from "../../../../demo/a-parcel";
import { limitsAsked } from "../../../../demo/limits-asked";
import { sendDueEmails } from "../../../../demo/send-due-emails";
import { aWebhookCall } from "../../../support/a-webhook-call";
import { aWebhookReceiver, verified } from "../../../support/a-webhook-receiver";
import { anOffice, type Office } from "../../../support/an-office";

const noon = new Date("2026-11-23T10:00:00Z");
const here = { resolve: async () => ["127.0.0.1"], isSimulator: true };

let office: Office;
let now: Date;
let uid: string;
let shop: Awaited<ReturnType<typeof aWebhookReceiver>>;
beforeEach(async () => {
  now = noon;
  vi.setSystemTime(now);
  office = await anOffice();
  await storeSiteFacts(office.store, { appUrl: "https://courier.example", paymentMode: "sandbox" }, now);
  uid = (await office.joined("shop@example.co.za", now)).account.uid;
  shop = await aWebhookReceiver();
});
afterEach(() => vi.useRealTimers());

describe("an account's endpoints are told", () => {
  test("what happens to each of its bookings, so that Standard Webhooks' own library verifies it", async () => {
    const { secret } = await endpoint();
    const { quote, waybillNo } = await parcelOfShop();
    const said: unknown[] = [];
    const told = async (ms: number) => {
      await after(ms);
      const calls = shop.received.splice(0);
      for (const call of calls) expect(verified(call, secret)).toEqual(call.json);
      said.push(...calls.map(({ json }) => [json.type, json.timestamp, json.data.place]));
      return calls;
    };
    const [paid] = await told(0);
    expect(paid?.json).toEqual({
      type: "booking.paid",
      timestamp: noon.toISOString(),
      data: {
        bookingId: quote.id,
        reference: "1042",
        waybillNo,
        status: "waybill_created",
        paymentStatus: "paid",
        place: null,
        pieces: null,
        of: 1,
      },
    });
    const road = ["failed_collection", "collected", "in_transit", "out_for_delivery", "failed_attempt"] as const;
    for (const kind of [...road, "out_for_delivery", "delivered"] as const) {
      now = new Date(now.getTime() + HOURS);
      await mark(waybillNo, kind, "Soweto");
      expect(await told(0)).toEqual([]);
      await told(MINUTES);
    }
    expect(said.map((each) => (each as string[])[0])).toEqual([
      "booking.paid",
      ...[...road, "out_for_delivery", "delivered"].map((kind) => `parcel.${kind}`),
    ]);
    expect(said.at(-1)).toEqual(["parcel.delivered", new Date(now.getTime() - MINUTES).toISOString(), "Soweto"]);
  });

  test("of some of its pieces, which and of how many", async () => {
    await endpoint();
    const { waybillNo } = await parcelOfShop("1044", 3);
    for (const kind of ["collected", "out_for_delivery"] as const) {
      await mark(waybillNo, kind);
      await after(MINUTES);
    }
    await aParcel(waybillNo).marked("delivered", { pieces: 2 }).in(office.world, now);
    await after(MINUTES);
    const told = shop.received.map(({ json: { type, data } }) => [type, data.pieces, data.of]);
    expect(told).toEqual([
      ["booking.paid", null, 3],
      ["parcel.collected", 3, 3],
      ["parcel.out_for_delivery", 3, 3],
      ["parcel.delivered", 2, 3],
    ]);
  });

  test("that a mark was a mistake, unless it was undone within the minute, and that a booking was cancelled", async () => {
    await endpoint();
    const { quote, waybillNo } = await parcelOfShop();
    await after(0);
    shop.types();
    await mark(waybillNo, "collected");
    await undo(waybillNo);
    await after(HOURS);
    expect(shop.types()).toEqual([]);
    await mark(waybillNo, "failed_collection");
    await after(MINUTES);
    await undo(waybillNo);
    await after(0);
    expect(shop.types()).toEqual(["parcel.failed_collection", "parcel.corrected"]);
    await office.store.tx((tx) => cancelBooking(tx, quote.id, "", now, { customer: limitsAsked }));
    await after(0);
    expect(shop.received.map(({ json }) => [json.type, json.data.status])).toEqual([
      ["booking.cancelled", "cancelled"],
    ]);
  });

  test("in the transaction of the cause, only of the events that each wants, and only of the account's own bookings", async () => {
    await endpoint(["parcel.delivered"]);
    const { waybillNo } = await parcelOfShop();
    await office.paid({}, now);
    const lost = office.store.tx(async (tx) => {
      await markAndNotify(tx, waybillNo, { kind: "delivered", happenedAt: now, place: null }, now);
      throw new Error("the disk is full");
    });
    await expect(lost).rejects.toThrow("full");
    await mark(waybillNo, "collected");
    await after(HOURS);
    expect(shop.types()).toEqual([]);
    await mark(waybillNo, "delivered");
    await after(HOURS);
    expect(shop.types()).toEqual(["parcel.delivered"]);
  });

  test("nothing of people: no name, street, phone, email or PIN", async () => {
    await endpoint();
    const { waybillNo } = await parcelOfShop();
    for (const kind of ["collected", "out_for_delivery"] as const) await mark(waybillNo, kind, "Soweto");
    const pin = office.staff<{ pin: string }>("SELECT pin FROM delivery_pins")[0]?.pin ?? "none";
    await after(HOURS);
    expect(shop.received).toHaveLength(3);
    const keys = ["bookingId", "reference", "waybillNo", "status", "paymentStatus", "place", "pieces", "of"];
    for (const { json, body } of shop.received) {
      expect(Object.keys(json.data)).toEqual(keys);
      expect(body).not.toMatch(new RegExp(`Nkosi|Thandi|Vilakazi|\\b08\\d{8}|\\+27|@|"${pin}"`));
    }
  });
});

test("both secrets sign for 24 hours after a change, and the id is the same at every try", async () => {
  const { id, secret } = await endpoint();
  await office.store.tx((tx) => changeSecret(tx, uid, id, now));
  const [changed] = await endpointsOf(office.store.read, uid);
  const newer = changed?.secret ?? "";
  expect(newer).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  const call = async () => {
    await test1();
    await after(0);
    const [received] = shop.received.splice(0);
    return received ?? expect.fail("nothing was sent");
  };
  const first = await call();
  expect([verified(first, secret), verified(first, newer)]).toEqual([first.json, first.json]);
  expect(String(first.headers["webhook-signature"]).split(" ")).toHaveLength(2);
  expect(first.headers["webhook-id"]).toMatch(/^msg_[\w-]{22}$/);
  now = new Date(noon.getTime() + DAYS);
  vi.setSystemTime(now);
  const later = await call();
  expect(verified(later, newer)).toEqual(later.json);
  expect(() => verified(later, secret)).toThrow();

  shop.answer = (response) => void response.writeHead(500).end();
  const failed = await call();
  shop.answer = (response) => void response.writeHead(200).end();
  await after(5 * SECONDS);
  const [again] = shop.received.splice(0);
  expect(again?.headers["webhook-id"]).toBe(failed.headers["webhook-id"]);
  expect(Number(again?.headers["webhook-timestamp"]) - Number(failed.headers["webhook-timestamp"])).toBe(5);
});

test("an endpoint gets one call at a time", async () => {
  await endpoint();
  for (let call = 0; call < 3; call += 1) await test1();
  let open = 0;
  const seen: number[] = [];
  shop.answer = (response) => {
    open += 1;
    seen.push(open);
    setTimeout(() => {
      open -= 1;
      response.writeHead(204).end();
    }, 20);
  };
  await after(0);
  expect(seen).toEqual([1, 1, 1]);
});

test("what an endpoint answered last is kept with its time, also that no answer came", async () => {
  const { id } = await endpoint();
  const last = async () => {
    const [now] = await endpointsOf(office.store.read, uid);
    return [now?.lastAnswerStatus, now?.lastAnswerAt, now?.lastSuccessAt];
  };
  expect(await last()).toEqual([null, null, null]);
  let takenAt: Date | null = null;
  for (const status of [301, 302, 200, 401, 404, 429, 500, null, 204, 503, 410]) {
    shop.answer = (response) => void (status === null ? response.destroy() : response.writeHead(status).end());
    await office.store.tx((tx) => resendCalls(tx, { id }, now));
    await test1();
    await after(6 * HOURS);
    if (status === 200 || status === 204) takenAt = now;
    expect(await last()).toEqual([status, now, takenAt]);
  }
});

describe("an endpoint that fails", () => {
  test("is tried after 0 s, 5 s, 5 min, 30 min, 2, 5, 10, 14, 20 and 24 h, and never again", async () => {
    await endpoint();
    await test1();
    shop.answer = (response) => void response.writeHead(302, { Location: "http://127.0.0.1:1/" }).end();
    const gaps = [0, 5 * SECONDS, 5 * MINUTES, 30 * MINUTES, ...[2, 5, 10, 14, 20, 24].map((hours) => hours * HOURS)];
    for (const [tries, gapMs] of gaps.entries()) {
      if (gapMs > 0) await after(gapMs - 1);
      expect(shop.received).toHaveLength(tries);
      await after(gapMs > 0 ? 1 : 0);
      expect(shop.received).toHaveLength(tries + 1);
    }
    await after(30 * DAYS);
    expect(shop.received).toHaveLength(10);
    expect(await calls()).toMatchObject([{ state: "dead", attempts: 10, lastError: expect.stringContaining("302") }]);
  });

  test.each([
    ["120", 2 * MINUTES],
    [new Date(noon.getTime() + 3 * HOURS).toUTCString(), 3 * HOURS],
    ["999999", 24 * HOURS],
    ["1", 5 * SECONDS],
    ["soon", 5 * SECONDS],
  ])("and asks to Retry-After %s is tried that much later, at most a day", async (asked, waitMs) => {
    await endpoint();
    await test1();
    shop.answer = (response) => void response.writeHead(503, { "Retry-After": asked }).end();
    await after(0);
    await after(waitMs - 1);
    expect(shop.received).toHaveLength(1);
    await after(1);
    expect(shop.received).toHaveLength(2);
  });

  test("a clock that was set back doesn't hold up what no endpoint asked for", async () => {
    await endpoint();
    await test1();
    shop.answer = (response) => void response.writeHead(503).end();
    await after(0);
    await after(-HOURS);
    expect(shop.received).toHaveLength(2);
    shop.answer = (response) => void response.writeHead(503, { "Retry-After": "86400" }).end();
    await after(5 * MINUTES);
    await after(0);
    await after(-MINUTES);
    expect(shop.received).toHaveLength(3);
    await after(-DAYS);
    expect(shop.received).toHaveLength(4);
  });

  test("is switched off after five days without a success, with an email and what waits; resending turns it on", async () => {
    const { id } = await endpoint();
    const { waybillNo } = await parcelOfShop();
    shop.answer = (response) => void response.writeHead(500).end();
    await after(0);
    await after(5 * DAYS - MINUTES - 1);
    await mark(waybillNo, "collected");
    expect(await isOff()).toBe(false);
    await after(MINUTES);
    expect(await isOff()).toBe(false);
    await after(5 * MINUTES);
    expect(await isOff()).toBe(true);
    expect(
      office.staff("SELECT to_address, subject FROM outgoing_mails WHERE letter_key LIKE 'webhook-off:%'"),
    ).toEqual([{ to_address: "shop@example.co.za", subject: "We have switched off one of your webhooks" }]);
    const isItsEmail = eq(outgoingMails.subject, "We have switched off one of your webhooks");
    const [email] = await office.store.read.select().from(outgoingMails).where(isItsEmail);
    expect(email?.textBody).toContain("\nhttps://courier.example/account/shop\n");
    await mark(waybillNo, "delivered");
    await after(DAYS);
    shop.types();
    shop.answer = (response) => void response.writeHead(204).end();
    expect(await office.store.tx((tx) => resendCalls(tx, { id }, now))).toBe(2);
    await after(0);
    expect(shop.types().toSorted()).toEqual(["booking.paid", "parcel.collected"]);
    expect(await isOff()).toBe(false);
  });

  test("and answers 410 is switched off at once; one that was deleted gets nothing more", async () => {
    const { id } = await endpoint();
    await parcelOfShop();
    shop.answer = (response) => void response.writeHead(410).end();
    await after(0);
    expect([await isOff(), shop.types()]).toEqual([true, ["booking.paid"]]);
    await parcelOfShop("1043");
    await after(DAYS);
    expect(shop.types()).toEqual([]);
    expect(await office.store.tx((tx) => removeEndpoint(tx, uid, id))).toBe(true);
    expect(await endpointsOf(office.store.read, uid)).toEqual([]);
  });
});

async function endpoint(events: WebhookEvent[] | null = null) {
  const registered = await office.store.tx((tx) => registerEndpoint(tx, { uid, url: shop.url, events }, now));
  return registered.kind === "made" ? registered.endpoint : expect.fail(registered.kind);
}

/** A parcel that the shop booked with its order number, and paid. */
async function parcelOfShop(reference = "1042", quantity = 1) {
  const quote = await office.booked({ parcel: { quantity } }, now);
  await office.store.tx((tx) => tx.update(quotes).set({ uid, reference }).where(eq(quotes.id, quote.id)));
  await office.tell(quote, { pfPaymentId: reference }, now);
  const [row] = office.staff<{ no: string }>(`SELECT waybill_no AS no FROM waybills WHERE quote_id = '${quote.id}'`);
  return { quote, waybillNo: row?.no ?? "" };
}

const mark = (waybillNo: string, kind: Mark, place: string | null = null) =>
  aParcel(waybillNo).marked(kind, { place }).in(office.world, now);
const undo = (waybillNo: string) => aParcel(waybillNo).undone().in(office.world, now);

/** Queues a call that is about nothing. */
describe("of what a program answers to a call", () => {
  const answered = async (text: string | Buffer, status = 200) => {
    shop.answer = (response) => void response.writeHead(status).end(text);
    await after(SECONDS);
    await test1();
    await after(0);
    const [last] = await callsOf();
    return last?.answer;
  };
  const callsOf = async () => {
    const [first] = await endpointsOf(office.store.read, uid);
    return lastCalls(office.store.read, first?.id ?? "");
  };

  test("the status and 200 signs are kept, however long it is and whatever is in it", async () => {
    await endpoint();
    expect(await answered("")).toEqual({ status: 200, text: "", at: now });
    expect(await answered("<script>alert(1)</script>\n\n thanks\u0000\u202e")).toMatchObject({
      text: "<script>alert(1)</script> thanks",
    });
    expect(await answered("é".repeat(10 * 1024 * 1024), 201)).toEqual({ status: 201, text: "é".repeat(200), at: now });
    expect((await answered("👟".repeat(3000)))?.text).toBe("👟".repeat(200));
    expect((await answered(Buffer.from([0xff, 0xfe, 0x41])))?.text).toContain("A");
    shop.answer = (response) => void response.destroy();
    await after(SECONDS);
    await test1();
    await after(0);
    expect((await callsOf())[0]?.answer).toMatchObject({
      status: null,
      text: expect.stringMatching(/ECONNRESET|broke|hang up/),
    });
  });

  test("no secret is kept: not of ours, nor what is in the shop's own address", async () => {
    const url = `${shop.url}/c0ffee-c0ffee?code=hidden-word&x=1`;
    const made = await office.store.tx((tx) => registerEndpoint(tx, { uid, url, events: null }, now));
    if (made.kind !== "made") return expect.fail(made.kind);
    const { id, secret } = made.endpoint;
    const newer = (await office.store.tx((tx) => changeSecret(tx, uid, id, now))) ?? expect.fail("no secret");
    await answered("");
    const signature = String(shop.received.at(-1)?.headers["webhook-signature"]);
    const key = `thuma_test_${"aB3".repeat(12)}`;
    const secrets = [secret, newer, newer.slice(6), ...signature.split(" "), key, "c0ffee-c0ffee", "hidden-word"];
    for (const told of secrets) {
      const text = (await answered(`Error: ${told} at ${url}`))?.text ?? "";
      expect(text).toContain("Error: ••••");
      expect(text).not.toContain(told);
      // At every place that the reading may end.
      for (const before of [2010, 2020, 2035, 2044])
        expect((await answered(`${" ".repeat(before)}${told}${"x".repeat(500)}`))?.text).not.toContain(
          told.slice(0, 12),
        );
    }
    const stored = JSON.stringify(await office.store.read.select().from(webhookAnswers));
    for (const told of secrets) expect(stored).not.toContain(told);
  });

  test("nor a secret as PHP's JSON or an address spells it", async () => {
    const { id } = await endpoint();
    const secret = `whsec_${"aB/+".repeat(10)}cDe=`;
    await office.store.tx((tx) => tx.update(webhookEndpoints).set({ secret }).where(eq(webhookEndpoints.id, id)));
    const another = `whsec_${"xY/+".repeat(10)}zZz=`;
    for (const whole of [secret, secret.slice(6), another, `v1,${another.slice(6)}`])
      for (const told of [whole.replaceAll("/", "\\/"), encodeURIComponent(whole)])
        expect((await answered(`Error: ${told} at noon`))?.text).toBe("Error: •••• at noon");
  });

  test("as many are kept as are shown, and they go with the endpoint", async () => {
    const { id } = await endpoint();
    for (let n = 0; n < 2 * CALLS_SHOWN + 5; n += 1) await answered(`answer ${n}`);
    const shown = await lastCalls(office.store.read, id);
    expect(shown.map(({ answer }) => answer?.text)).toEqual(
      Array.from({ length: CALLS_SHOWN }, (_, at) => `answer ${2 * CALLS_SHOWN + 4 - at}`),
    );
    expect(await office.store.read.$count(webhookAnswers)).toBe(2 * CALLS_SHOWN);
    await office.store.tx((tx) => removeEndpoint(tx, uid, id));
    expect(await office.store.read.$count(webhookAnswers)).toBe(0);
  });
});

async function test1() {
  const [first] = await endpointsOf(office.store.read, uid);
  if (first) await aWebhookCall(office.store, first.id, now);
}

/** Moves the clock, and sends what is due. */
async function after(ms: number) {
  now = new Date(now.getTime() + ms);
  vi.setSystemTime(now);
  await sendDueEmails(
    office.store,
    webhooks(office.store, here, () => now),
    now,
  );
}

const calls = () => office.store.read.select().from(outgoingMails).where(eq(outgoingMails.channel, "webhook"));
const isOff = async () => (await endpointsOf(office.store.read, uid))[0]?.offAt !== null;

test(`an account has at most ${limits.webhooks.points} endpoints; another's is neither changed nor deleted`, async () => {
  const made = (n: number) =>
    office.store.tx((tx) => registerEndpoint(tx, { uid, url: `https://shop.example/${n}`, events: null }, now));
  const kinds = [];
  for (let n = (await endpointsOf(office.store.read, uid)).length; n <= limits.webhooks.points; n += 1)
    kinds.push((await made(n)).kind);
  expect(kinds.at(-1)).toBe("full");
  expect(new Set(kinds.slice(0, -1))).toEqual(new Set(["made"]));
  expect((await made(limits.webhooks.points - 1)).kind).toBe("known");
  const [first] = await endpointsOf(office.store.read, uid);
  const { account } = await office.joined("another@example.co.za", now);
  if (!first) expect.fail("no endpoint");
  const theirs = first.id;
  expect(await office.store.tx((tx) => changeSecret(tx, account.uid, theirs, now))).toBeNull();
  await aWebhookCall(office.store, first.id, now);
  const waiting = await calls();
  expect(waiting).not.toEqual([]);
  expect(await office.store.tx((tx) => removeEndpoint(tx, account.uid, theirs))).toBe(false);
  expect(await endpointsOf(office.store.read, uid)).toContainEqual(first);
  expect(await calls()).toEqual(waiting);
  expect(await office.store.tx((tx) => removeEndpoint(tx, uid, theirs))).toBe(true);
  expect(await calls()).toEqual([]);
});

test.each([
  ["https://shop.example/a", ["93.184.216.34"], false, true],
  ["https://shop.example/a", ["93.184.216.34", "10.0.0.1"], false, false],
  ["https://shop.example/a", [], false, false],
  ["http://shop.example/a", ["93.184.216.34"], false, false],
  ["https://shop.example:8443/a", ["93.184.216.34"], false, false],
  ["https://me@shop.example/a", ["93.184.216.34"], false, false],
  ["https://:word@shop.example/a", ["93.184.216.34"], false, false],
  ["http://localhost:3000/a", ["127.0.0.1"], true, true],
  ["http://localhost:3000/a", ["127.0.0.1", "93.184.216.34"], true, false],
  ["http://localhost:3000/a", [], true, false],
  ["http://localhost:3000/a", ["127.0.0.1"], false, false],
])("%s at %j is called (simulator: %s): %s", async (url, addresses, isSimulator, isCalled) => {
  const asked = callableAddresses(new URL(url), { resolve: async () => addresses, isSimulator });
  if (isCalled) expect(await asked).toEqual(addresses);
  else await expect(asked).rejects.toThrow();
});
