import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import * as z from "zod";
import { keysOf, makeKey, revokeKey } from "#app/domain/accounts/keys.server";
import { register } from "#app/domain/accounts/register.server";
import { TERMS_VERSION } from "#app/domain/parcels/quotes/terms-version";
import { MINUTES } from "#app/durations";
import type { KeyedCall } from "#app/http/api/keyed-api.server";
import { webhookEndpoints } from "#db/schema/webhooks";
import { aParcel } from "../../demo/a-parcel";
import { limitsAsked } from "../../demo/limits-asked";
import { worldOf } from "../support/a-world";
import { openHere } from "./open-here";

const load = async () => ({
  ...(await import("#app/domain/parcels/quotes/saved-quotes.server")),
  ...(await import("#app/http/api/api.server")),
  ...(await import("#app/http/api/api-quote.server")),
  ...(await import("#app/http/api/booking-answer.server")),
  ...(await import("#app/http/api/booking-call.server")),
  keyed: await import("#app/http/api/keyed-api.server"),
  ...(await import("#app/http/api/webhook-of-call.server")),
  ...(await import("#app/http/limits/rate-limit.server")),
  bookings: await import("#app/routes/v1.bookings"),
});
let site: Awaited<ReturnType<typeof openHere>>;
let here: Awaited<ReturnType<typeof load>>;
let uid: string;
let key: string;
beforeAll(async () => {
  site = await openHere({ API_REQUESTS_PER_MINUTE: "60" });
  here = await load();
  const now = new Date();
  const shop = { email: "shop@example.co.za", name: "Zodwa Khumalo", phone: "082 123 4567", passwordHash: "-" };
  await site.store.tx(async (tx) => {
    ({ uid } = (await register(tx, limitsAsked, { ...shop, registrationKey: "shop" }, now)).account);
    const made = await makeKey(tx, { ...aKey, id: "key-1", uid }, now);
    if (made.kind === "made") key = made.key;
  });
});
afterAll(() => site.close());

const aKey = { name: "My shop", mode: "simulator", termsVersion: TERMS_VERSION };
const HOME = "http://localhost:3000";
const args = (request: Request, clientAddress = "198.51.100.1", params = {}) => ({
  request,
  params,
  context: { ...site.context, clientAddress },
});
const asked = (
  method: string,
  path = "/v1/x",
  headers: Record<string, string> = {},
  body?: string | Uint8Array<ArrayBuffer>,
) => new Request(HOME + path, { method, headers, body: body ?? null });
/** An answer as a program sees it. */
async function seen(answer: Promise<Response> | Response) {
  const response = await answer;
  const text = await response.text();
  return { status: response.status, headers: Object.fromEntries(response.headers), body: text && JSON.parse(text) };
}

describe("an open call", () => {
  const hello = async () => here.reply({ hello: true });

  test("says to any site what may be asked, and refuses other methods", async () => {
    const cors = {
      "access-control-allow-origin": "*",
      "access-control-expose-headers": "ETag, Retry-After, Idempotency-Replayed",
    };
    for (const [method, allowed] of [
      ["GET", "GET, HEAD, OPTIONS"],
      ["POST", "POST, OPTIONS"],
    ] as const) {
      const call = here.api(method, hello);
      expect(await seen(call(args(asked("OPTIONS"))))).toEqual({
        status: 204,
        headers: {
          ...cors,
          allow: allowed,
          "access-control-allow-methods": allowed,
          "access-control-allow-headers": "Content-Type, Idempotency-Key, If-None-Match",
          "access-control-max-age": "86400",
        },
        body: "",
      });
      expect(await seen(call(args(asked("DELETE"))))).toMatchObject({
        status: 405,
        headers: { ...cors, allow: allowed, "cache-control": "no-store" },
        body: { ok: false, error: `This address accepts only ${allowed}.` },
      });
      expect(await seen(call(args(asked(method))))).toMatchObject({
        status: 200,
        headers: { ...cors, "cache-control": "no-store", "content-type": expect.stringContaining("application/json") },
        body: { hello: true },
      });
    }
    expect(here.publicList).toEqual({ "Cache-Control": "public, max-age=300, stale-while-revalidate=3600" });
  });

  test("that fails says when to come back, and so does one too many of a network in a minute", async () => {
    const failing = here.api("GET", async () => Promise.reject(new Error("the tables are gone")));
    const failed = await seen(failing(args(asked("GET"))));
    expect(failed).toMatchObject({ status: 503, headers: { "retry-after": "5", "cache-control": "no-store" } });
    expect(failed.body).toEqual({ ok: false, error: expect.stringContaining("try again") });
    const call = here.api("GET", hello);
    const from = (address: string) => seen(call(args(asked("GET"), address)));
    for (let n = 0; n < 60; n += 1) expect((await from(`2001:db8::${n}`)).status).toBe(200);
    const refused = await from("2001:db8::ff");
    expect(refused).toMatchObject({ status: 429, body: { ok: false, error: expect.stringContaining("Too many") } });
    expect(refused.headers["retry-after"]).toMatch(/^[1-9]\d?$/);
    expect((await from("2001:db8:0:1::1")).status).toBe(200);
  });

  test("names the first field to correct, and reads of a parameter given twice the last", async () => {
    const Schema = z.object({ parcel: z.object({ kg: z.number("kg must be a number.") }) });
    expect(here.validRequest(Schema, { parcel: { kg: 2 } })).toEqual({ ok: true, data: { parcel: { kg: 2 } } });
    const wrong = here.validRequest(Schema, { parcel: {} });
    expect(await seen(wrong.ok ? Response.error() : wrong.refusal)).toMatchObject({
      status: 400,
      body: { ok: false, error: "kg must be a number.", field: "parcel.kg" },
    });
    expect(here.queryOf(asked("GET", "/v1/x?a=1&b=2&a=3"))).toEqual({ a: "3", b: "2" });
  });
});

describe("a quote", () => {
  const Schema = z.object({ kg: z.number("kg must be a number.") });
  const noPrice = { ok: false, error: "We don't serve 9100 yet.", code: "not_served" } as never;
  let priced = 0;
  const price = async () => {
    priced += 1;
    return noPrice;
  };
  const quote = (body: string, headers: Record<string, string> = {}, address?: string, path?: string) => {
    const request = asked("POST", path, { "Content-Type": "application/json", ...headers }, body);
    return seen(here.answerQuote(args(request, address), Schema, price));
  };

  test("is JSON with the fields that it needs; without an instant price it is a 422", async () => {
    expect(await quote('{"kg":1}')).toMatchObject({
      status: 422,
      body: { ok: false },
      headers: { "cache-control": "no-store" },
    });
    expect((await quote('{"kg":1}', { "Content-Type": "Application/JSON; charset=utf-8" })).status).toBe(422);
    for (const type of ["text/plain", "application/jsonx"])
      expect(await quote('{"kg":1}', { "Content-Type": type })).toMatchObject({ status: 415, body: { ok: false } });
    expect(await quote("{")).toMatchObject({ status: 400, body: { error: "The body is not JSON." } });
    expect(await quote("{}")).toMatchObject({ status: 400, body: { field: "kg" } });
  });

  test("asked again under its key is answered as before: for the same caller, address and fields", async () => {
    for (const bad of [" ", "x".repeat(256), "ü"])
      expect(await quote('{"kg":1}', { "Idempotency-Key": bad })).toMatchObject({
        status: 400,
        body: { field: "Idempotency-Key" },
      });
    const keyed = { "Idempotency-Key": "x".repeat(255) };
    priced = 0;
    expect((await quote('{"kg":1}', keyed)).headers).not.toHaveProperty("idempotency-replayed");
    const again = await quote('{ "kg": 1 }', keyed);
    expect([again.status, again.headers["idempotency-replayed"], priced]).toEqual([422, "true", 1]);
    expect(await quote('{"kg":2}', keyed)).toMatchObject({ status: 422, body: { field: "Idempotency-Key" } });
    await quote('{"kg":2}', keyed, "198.51.100.2");
    await quote('{"kg":2}', keyed, undefined, "/v1/y");
    expect(priced).toBe(3);
  });
});

describe("a call by key", () => {
  const bearer = (of = key) => ({ Authorization: `Bearer ${of}` });
  const call = (handlers: Parameters<typeof here.keyed.keyedApi>[0], request: Request, address?: string) =>
    seen(here.keyed.keyedApi(handlers)(args(request, address)));
  const hello = async ({ holder }: { holder: unknown }) => here.keyed.answer({ status: 200, body: holder });
  const type = (name: string) => `${HOME}/developers#${name}`;

  test("knows whose key it is, and tells nothing about any other", async () => {
    expect(await call({ GET: hello }, asked("GET", "/v1/x", bearer()))).toEqual({
      status: 200,
      headers: { "cache-control": "no-store", "content-type": "application/json" },
      body: { keyId: "key-1", uid, name: "My shop", termsVersion: TERMS_VERSION },
    });
    expect((await keysOf(site.store.read, uid))[0]?.lastUsedAt).toBeInstanceOf(Date);
    expect((await call({ GET: hello }, asked("HEAD", "/v1/x", { Authorization: `bearer  ${key}` }))).status).toBe(200);
    const revoked = await site.store.tx(async (tx) => {
      const made = await makeKey(tx, { ...aKey, id: "key-2", uid }, new Date());
      await revokeKey(tx, uid, "key-2", new Date());
      return made.kind === "made" ? made.key : "";
    });
    const others: Record<string, string>[] = [
      {},
      bearer(""),
      bearer("thuma_test_x"),
      bearer(revoked),
      { Authorization: `Basic ${key}` },
    ];
    for (const headers of others)
      expect(await call({ GET: hello }, asked("GET", "/v1/x", headers), "198.51.100.9")).toEqual({
        status: 401,
        headers: {
          "www-authenticate": "Bearer",
          "cache-control": "no-store",
          "content-type": "application/problem+json",
        },
        body: {
          type: type("wrong-key"),
          title: "The key is missing or wrong",
          status: 401,
          detail: expect.any(String),
        },
      });
  });

  test("with a wrong key is counted by its network, and a right one goes on", async () => {
    const network = "198.51.100.10";
    for (let n = 0; n < 99; n += 1) await here.allow(site.context, new Date(), ["wrongApiKeys", network]);
    const wrong = () => call({ GET: hello }, asked("GET", "/v1/x", bearer("x")), network);
    expect((await wrong()).status).toBe(401);
    expect(await wrong()).toMatchObject({
      status: 429,
      headers: { "retry-after": expect.stringMatching(/^\d{2,3}$/) },
    });
    expect((await call({ GET: hello }, asked("GET"), network)).status).toBe(401);
    expect((await call({ GET: hello }, asked("GET", "/v1/x", bearer()), network)).status).toBe(200);
  });

  test("has a handler for each call that the table has at its address, and for no other", () => {
    const answers = async () => here.keyed.answer({ status: 200, body: null });
    expect(here.keyed.callsAt("/v1/webhooks/{id}", { GET: answers, DELETE: answers }).methods).toBe(
      "GET, HEAD, DELETE",
    );
    // @ts-expect-error the table has DELETE too
    expect(here.keyed.callsAt("/v1/webhooks/{id}", { GET: answers }).methods).toBe("GET, HEAD");
    // @ts-expect-error the table has no PUT
    expect(() => here.keyed.callsAt("/v1/terms", { GET: answers, PUT: answers })).toThrow();
    // @ts-expect-error the table has no such address
    here.keyed.callsAt("/v1/elsewhere", {});
  });

  test("has the address's methods; what fails is told apart from what is wrong", async () => {
    expect(await call({ GET: hello, DELETE: hello }, asked("POST", "/v1/x", bearer()))).toMatchObject({
      status: 405,
      headers: { allow: "GET, HEAD, DELETE" },
      body: { type: type("wrong-method") },
    });
    const failing = { GET: () => Promise.reject(new Error("gone")) };
    expect(await call(failing, asked("GET", "/v1/x", bearer()))).toMatchObject({
      status: 503,
      headers: { "retry-after": "5" },
      body: { type: type("unavailable") },
    });
  });

  test("reads an Idempotency-Key, a JSON body in UTF-8 and its fields, and names all that is wrong", async () => {
    const keyIn = (value?: string) => asked("POST", "/", value === undefined ? {} : { "Idempotency-Key": value });
    const keyOf = (isRequired: boolean, value?: string) => here.keyed.idempotencyKeyOf(keyIn(value), { isRequired });
    expect([keyOf(false), keyOf(true, "k"), keyOf(false, "x".repeat(255))]).toEqual([null, "k", "x".repeat(255)]);
    const errors = [{ pointer: "/Idempotency-Key", detail: expect.any(String) }];
    const refused = expect.objectContaining({ refused: "wrong-fields", errors });
    for (const [isRequired, value] of [
      [true, undefined],
      [false, "a b"],
      [false, ""],
      [true, "x".repeat(256)],
    ] as const)
      expect(() => keyOf(isRequired, value)).toThrow(expect.objectContaining({ refused }));

    const body = (bytes: string | Uint8Array<ArrayBuffer>, as = "application/json") =>
      here.keyed.bodyOf(asked("POST", "/", { "Content-Type": as }, bytes)).catch((error) => error.refused.refused);
    expect(await body('{"a":"ü"}', "Application/JSON;charset=utf-8")).toEqual({ a: "ü" });
    expect(await body("")).toBeUndefined();
    expect(await body("{}", "text/plain")).toBe("not-json");
    expect([await body("{"), await body(Buffer.from('{"a":"ü"}', "latin1"))]).toEqual(["wrong-fields", "wrong-fields"]);

    const Schema = z.strictObject({ a: z.string(), "b/c~d": z.object({ n: z.number("n must be a number.") }) });
    expect(here.keyed.checked(Schema, { a: "x", "b/c~d": { n: 1 } })).toEqual({ a: "x", "b/c~d": { n: 1 } });
    const refusal = (typed: unknown) => {
      try {
        return here.keyed.checked(Schema, typed);
      } catch (error) {
        return (error as { refused: unknown }).refused;
      }
    };
    expect(refusal({ a: 1, "b/c~d": {}, x: 1, y: 2 })).toEqual({
      refused: "wrong-fields",
      detail: "4 fields are wrong. errors has them all.",
      errors: [
        { pointer: "/a", detail: "This must be text." },
        { pointer: "/b~1c~0d/n", detail: "n must be a number." },
        { pointer: "/x", detail: "There is no such field." },
        { pointer: "/y", detail: "There is no such field." },
      ],
    });
    expect(refusal({ a: 1, "b/c~d": { n: 1 } })).toMatchObject({ detail: "This must be text." });
  });

  test("books once: the same request gets the same answer, another under its key is refused", async () => {
    const to = {
      name: "Sipho",
      phone: "082 123 4567",
      addressLine: "9 Vilakazi Street",
      city: "Soweto",
      postal: "1868",
    };
    const from = { addressLine: "12 Shop Street", city: "Germiston", postal: "1459" };
    const parcel = { boxId: "flyer-bag", quantity: 2, parcelDesc: "Shoes" };
    const send = (body: unknown, idempotencyKey = "order-1", method = "POST", path = "/v1/bookings") =>
      seen(
        here.bookings.loader(
          args(
            asked(
              method,
              path,
              { ...bearer(), "Content-Type": "application/json", "Idempotency-Key": idempotencyKey },
              method === "POST" ? JSON.stringify(body) : undefined,
            ),
          ),
        ),
      );
    const order = { reference: "1001", to, parcel, agreedTotal: 1 };
    expect(await send(order)).toMatchObject({
      status: 400,
      body: { type: type("wrong-fields"), errors: [{ pointer: "/from" }] },
    });
    const dear = await send({ ...order, from });
    expect(dear).toMatchObject({ status: 409, body: { type: type("price-changed"), total: expect.any(Number) } });
    const agreed = { ...order, from, agreedTotal: dear.body.total };
    const booked = await send(agreed);
    const { id } = booked.body;
    expect(booked).toMatchObject({
      status: 201,
      headers: { location: `${HOME}/v1/bookings/${id}`, "cache-control": "no-store" },
      body: {
        ...{ reference: "1001", waybillNo: null, pieces: [], labelUrl: null, trackingUrl: null },
        price: { ok: true },
        paymentUrl: `${HOME}/payfast/start/${id}`,
      },
    });
    expect(booked.headers).not.toHaveProperty("idempotency-replayed");
    const again = await send(agreed);
    expect([again.status, again.headers["idempotency-replayed"], again.body]).toEqual([201, "true", booked.body]);
    expect(await send({ ...agreed, reference: "1002" })).toMatchObject({
      status: 422,
      body: { type: type("key-reused") },
    });
    expect(await send({ ...agreed, to: {} }, "order-2")).toMatchObject({
      status: 400,
      body: { errors: expect.any(Array) },
    });
    expect((await send(null, "", "GET", `/v1/bookings?after=${id}`)).status).toBe(200);
    expect(await send(null, "", "GET", "/v1/bookings?after=x")).toMatchObject({
      body: { errors: [{ pointer: "/after" }] },
    });

    const params = (of: string) => ({ services: site, holder: { uid }, params: { id: of } }) as never;
    await expect(here.askedBooking(params("x"))).rejects.toMatchObject({
      refused: { refused: "not-found", detail: expect.any(String) },
    });
    const quote = (await here.quoteById(site.store.read, id)) ?? expect.fail("no quote");
    const { waybillNo } = await aParcel({ quote, waybillNo: "" }).paid().in(worldOf(site.store, "simulator"));
    const answer = await here.bookingAnswer(
      site.store.read,
      await here.askedBooking(params(id)),
      asked("GET"),
      site.context.settings,
    );
    expect(answer).toMatchObject({
      ...{ waybillNo, paymentUrl: null, trackingUrl: expect.stringContaining(waybillNo) },
      labelUrl: expect.stringMatching(new RegExp(`^${HOME}/waybill/${waybillNo}\\.pdf\\?key=[\\w-]{22}$`)),
      pieces: [1, 2].map((piece) => ({ piece, trackingUrl: `${HOME}/tracking?no=${waybillNo}&piece=${piece}` })),
    });
    // However many a page has: it may have a hundred, six hundred times a minute.
    const asking = await here.askedBooking(params(id));
    const reads = vi.spyOn(site.store.read, "select");
    await here.bookingAnswer(site.store.read, asking, asked("GET"), site.context.settings);
    const ofOne = reads.mock.calls.length;
    reads.mockClear();
    const page = Array.from({ length: 20 }, () => asking);
    const answers = await here.bookingAnswers(site.store.read, page, asked("GET"), site.context.settings);
    expect(answers).toEqual(page.map(() => answer));
    // The site's timers read meanwhile, too.
    expect(reads.mock.calls.length).toBeLessThan(2 * ofOne);
    reads.mockRestore();
  });

  test("reads a webhook of its own account, without the secret, and why it is off", async () => {
    const madeAt = new Date("2026-11-21T10:00:00Z");
    const row = { uid, url: "https://shop.example/hook", events: null, secret: "s", madeAt };
    await site.store.tx((tx) =>
      tx.insert(webhookEndpoints).values([
        { ...row, id: "on", lastSuccessAt: madeAt, lastAnswerAt: madeAt, lastAnswerStatus: 204 },
        { ...row, id: "off", url: "https://shop.example/off", offAt: madeAt, offBecause: "gone" },
      ]),
    );
    const hook = (id: string, of = uid) =>
      here.webhookOfCall({ services: site, holder: { uid: of }, params: { id } } as never);
    const on = { id: "on", url: row.url, events: null, status: "on", offBecause: null };
    expect(here.webhookAnswered(await hook("on"))).toEqual({
      ...on,
      lastSuccessAt: madeAt.toISOString(),
      ...{ lastAnswerAt: madeAt.toISOString(), lastAnswerStatus: 204 },
      createdAt: madeAt.toISOString(),
    });
    expect(here.webhookAnswered(await hook("off"))).toMatchObject({
      ...{ status: "off", offBecause: expect.any(String), lastSuccessAt: null },
    });
    await expect(hook("on", "another's")).rejects.toMatchObject({ refused: here.noSuchWebhook });
  });

  test("that does something sixty times a minute, whichever process took the others", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 4 * MINUTES });
    let done = 0;
    const work = async () => {
      done += 1;
      return { status: 200 as const, body: { done } };
    };
    const doIt = (each: KeyedCall) => here.keyed.answerOnce(each, null, undefined, { read: async () => null, work });
    for (let n = 0; n < 59; n += 1) await here.allow(site.context, new Date(), ["apiPostsByKey", "key-1"]);
    const answers = [];
    for (let n = 0; n < 2; n += 1) answers.push(await call({ POST: doIt }, asked("POST", "/v1/x", bearer())));
    vi.useRealTimers();
    expect(answers.map(({ status }) => status)).toEqual([200, 429]);
    expect(done).toBe(1);
  });

  test("may come sixty times a minute", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 2 * MINUTES });
    const ask = () => call({ GET: hello }, asked("GET", "/v1/x", bearer()));
    for (let n = 0; n < 60; n += 1) expect((await ask()).status).toBe(200);
    const refused = await ask();
    vi.useRealTimers();
    expect(refused).toMatchObject({ status: 429, headers: { "retry-after": "60" } });
    expect(refused.body).toMatchObject({
      type: type("too-many-requests"),
      detail: "A key may call 60 times a minute.",
    });
  });
});
