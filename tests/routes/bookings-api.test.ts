import { beforeEach, describe, expect, test } from "vitest";
import { requestHash } from "#app/domain/accounts/once.server";
import { noDoor } from "#app/domain/form/addresses";
import { TERMS_VERSION } from "#app/domain/parcels/quotes/terms-version";
import { isPostgres } from "#db/dialect";
import { inTheFile } from "../support/a-guest";
import { aShopWithAKey, bearer } from "../support/an-api-key";
import { siteForAllTests } from "../support/open-site";
import { staff } from "../support/staff";
import { Visitor } from "../support/visitor";

const site = siteForAllTests();
let shops = 0;
let shop: Visitor;
let key: string;
beforeEach(async () => {
  shops += 1;
  ({ shop, key } = await aShopWithAKey(site, `api${shops}@example.co.za`));
});

const from = { addressLine: "12 Shop Street", city: "Germiston", postal: "1459" };
const to = {
  name: "Zodwa Khumalo",
  phone: "082 123 4567",
  addressLine: "9 Vilakazi Street",
  city: "Soweto",
  postal: "1868",
};
const order = (reference: string, more: object = {}) => ({
  ...{ reference, from, to, parcel: { boxId: "flyer-bag", quantity: 1, parcelDesc: "Shoes" }, agreedTotal: 80.62 },
  ...more,
});

// biome-ignore lint/suspicious/noExplicitAny: answers of every kind, each looked at by its test
type Answer = { status: number; headers: Headers; body: any };
async function call(path: string, init: RequestInit = {}, with_ = key): Promise<Answer> {
  const answer = await fetch(path.startsWith("http") ? path : site.url + path, {
    ...init,
    headers: { ...bearer(with_), ...init.headers },
  });
  const text = await answer.text();
  return { status: answer.status, headers: answer.headers, body: text.startsWith("{") ? JSON.parse(text) : text };
}
const post = (path: string, body?: unknown, idempotencyKey?: string, with_ = key) =>
  call(
    path,
    {
      method: "POST",
      ...(body !== undefined && { body: JSON.stringify(body) }),
      headers: {
        ...(body !== undefined && { "Content-Type": "application/json" }),
        ...(idempotencyKey !== undefined && { "Idempotency-Key": idempotencyKey }),
      },
    },
    with_,
  );
const book = (reference: string, more: object = {}) =>
  post("/v1/bookings", order(reference, more), `key-${encodeURIComponent(reference)}`);
const booked = () =>
  inTheFile<{ reference: string; status: string }>(
    site,
    `SELECT reference, status FROM quotes WHERE email = 'api${shops}@example.co.za' AND booked_at IS NOT NULL`,
  );
const pathOf = (url: string) => url.replace(site.url, "");

describe("booking by API", () => {
  test("a guest order without an email is booked, paid by a person, labelled, followed and listed", async () => {
    const made = await book("1001");
    expect(made.status).toBe(201);
    expect(made.headers.get("Location")).toBe(`${site.url}/v1/bookings/${made.body.id}`);
    expect(made.body).toEqual({
      id: expect.any(String),
      quoteNo: expect.stringMatching(/^Q\d{8}$/),
      reference: "1001",
      status: "pending_payment",
      paymentStatus: "unpaid",
      state: null,
      price: expect.objectContaining({
        pricing: expect.objectContaining({ totals: expect.objectContaining({ grandTotal: 80.62 }) }),
      }),
      heldUntil: expect.stringMatching(/Z$/),
      paymentUrl: expect.stringContaining("/payfast/start/"),
      ...{ waybillNo: null, pieces: [], labelUrl: null, trackingUrl: null },
      deliveryDays: { least: expect.any(Number), most: expect.any(Number) },
    });
    const label = `/v1/bookings/${made.body.id}/label.pdf`;
    expect(await call(label)).toMatchObject({ status: 409, body: { type: `${site.url}/developers#not-paid` } });

    const person = new Visitor(site.url);
    const toPay = await person.open(pathOf(made.body.paymentUrl));
    expect(toPay.text).toContain("#1001, Soweto");
    expect(toPay.html).not.toMatch(/Zodwa|1868/);
    expect((await shop.open(pathOf(toPay.url))).text).toContain("#1001, Zodwa Khumalo, Soweto 1868");
    await person.press("Pay now");
    await person.press("Complete payment");
    expect(person.page?.text).toContain("#1001, Soweto");
    const paid = (await call(`/v1/bookings/${made.body.id}`)).body;
    expect(paid).toMatchObject({
      ...{ status: "waybill_created", state: "booked", paymentUrl: null, pieces: [{ piece: 1 }] },
    });
    const stranger = new Visitor(site.url);
    for (const url of [paid.labelUrl, paid.trackingUrl])
      expect((await stranger.open(pathOf(url))).status, url).toBe(200);
    expect((await call(label)).headers.get("Content-Type")).toBe("application/pdf");
    expect((await call(`${label}?size=a4`)).status).toBe(200);
    expect((await call(`${label}?size=a3`)).status).toBe(400);
    await staff(site, ["mark", "collected", paid.waybillNo, "--place", "Germiston depot"]);
    expect((await call(`/v1/bookings/${made.body.id}/events`)).body.events).toEqual([
      { kind: "booked", at: expect.stringMatching(/Z$/), place: null, pieces: 1, of: 1 },
      { kind: "collected", at: expect.stringMatching(/Z$/), place: "Germiston depot", pieces: 1, of: 1 },
    ]);
    expect((await call(`/v1/bookings/${made.body.id}`)).body.state).toBe("collected");
    expect((await call("/v1/bookings?limit=1")).body.bookings).toMatchObject([{ state: "collected" }]);
    // Nobody was written to at no address; the receiver's text went out.
    expect(inTheFile(site, "SELECT * FROM outgoing_mails WHERE to_address = ''")).toEqual([]);
    expect(
      inTheFile(
        site,
        `SELECT 1 AS text FROM outgoing_mails JOIN quotes ON quotes.id = quote_id WHERE channel = 'sms' AND reference = '1001' AND email = 'api${shops}@example.co.za'`,
      ),
    ).not.toEqual([]);
    await book("1002");
    await book("1003");
    const first = (await call("/v1/bookings?limit=2")).body;
    const second = (await call(`/v1/bookings?limit=2&after=${first.next}`)).body;
    const references = [...first.bookings, ...second.bookings].map(({ reference }) => reference);
    expect([references, second.next]).toEqual([["1003", "1002", "1001"], null]);
    expect((await call("/v1/bookings?reference=1002")).body.bookings).toHaveLength(1);
    expect((await call("/v1/bookings?status=waybill_created")).body.bookings).toMatchObject([{ reference: "1001" }]);
  });

  test("every wrong field is named at once by its pointer, in the form's own words", async () => {
    const answer = await book("1001", {
      to: { ...to, phone: "12", postal: "18", colour: "red" },
      parcel: { boxId: "gone", weight: -1 },
      agreedTotal: "80,62",
    });
    expect([answer.status, answer.headers.get("Content-Type")]).toEqual([400, "application/problem+json"]);
    expect(answer.body.errors.map(({ pointer }: { pointer: string }) => pointer).toSorted()).toEqual([
      "/agreedTotal",
      "/parcel/boxId",
      "/parcel/weight",
      "/to/colour",
      "/to/phone",
      "/to/postal",
    ]);
    expect(answer.body.errors).toContainEqual({
      pointer: "/to/phone",
      detail: "Receiver phone must have at least 7 digits",
    });
    expect(await post("/v1/bookings", {}, "k")).toMatchObject({
      status: 400,
      body: {
        errors: expect.arrayContaining([
          expect.objectContaining({ pointer: "/reference" }),
          expect.objectContaining({ pointer: "/to" }),
        ]),
      },
    });
    expect((await post("/v1/bookings", order("1001"))).body.errors).toMatchObject([{ pointer: "/Idempotency-Key" }]);
    const noText = { parcel: { boxId: "flyer-bag", quantity: true }, specialInstructions: {}, termsVersion: 5 };
    const { errors } = (await book("1001", noText)).body;
    expect(errors.map(({ detail }: { detail: string }) => detail)).toEqual(new Array(3).fill("This must be text."));
    const sent = (body: BodyInit, type = "application/json") =>
      call("/v1/bookings", { method: "POST", body, headers: { "Content-Type": type, "Idempotency-Key": "k" } });
    // Of bytes that aren't UTF-8, another reference would become.
    const latin1 = await sent(Buffer.from(JSON.stringify(order("1001\u00e9")), "latin1"));
    expect(latin1).toMatchObject({ status: 400, body: { detail: "The body is not JSON in UTF-8." } });
    for (const [refused, status] of [
      [await sent("[".repeat(30_000)), 400],
      [await sent("hello", "text/plain"), 415],
      [await sent("x".repeat(65 * 1024)), 413],
    ] as const) {
      expect([refused.status, refused.body.type]).toEqual([status, expect.stringContaining("/developers#")]);
      expect(refused.body.detail).not.toMatch(/form|page/i);
    }
    // The corrected body may come under the same key.
    expect((await book("1001")).status).toBe(201);
  });

  test("a reference is kept as it was sent or refused, because a number that we changed would never be found again", async () => {
    const kept = ["A  1", "Größe-7/№ 3", "e\u0301", "👩‍👩‍👧 1", "x".repeat(50), "👟".repeat(50), 1001];
    for (const [at, sent] of kept.entries()) {
      const reference = String(sent);
      const made = await post("/v1/bookings", order("", { reference: sent }), `key-${at}`);
      expect([made.status, made.body.reference]).toEqual([201, reference]);
      const { bookings } = (await call(`/v1/bookings?reference=${encodeURIComponent(reference)}`)).body;
      expect(bookings.map(({ id }: { id: string }) => id)).toEqual([made.body.id]);
    }
    const text = ["", " ", " 1", "1 ", "1\u00a0", "1\n2", "1\r", "1\t2", "1\u00002", "1\u20282", "1\ud8002", "\u200b"];
    const others = ["x".repeat(51), "👟".repeat(51), 9007199254740992, 1.5, true, null, ["1"], undefined];
    for (const reference of [...text, ...others]) {
      const refused = await post("/v1/bookings", order("", { reference }), "refused");
      const errors = [{ pointer: "/reference", detail: expect.stringContaining("reference is text of 1 to 50") }];
      expect([refused.status, refused.body.errors], JSON.stringify(reference)).toEqual([400, errors]);
    }
    for (const asked of ["", "1%0A2", "%201"])
      expect((await call(`/v1/bookings?reference=${asked}`)).body.errors).toMatchObject([{ pointer: "/reference" }]);
    expect(booked()).toHaveLength(kept.length);
  });

  test("a post box alone is answered with what to add; with a landmark it is booked", async () => {
    const boxed = { ...to, addressLine: "P.O. Box 123", suburb: "Orlando West", landmark: "" };
    const { status, body } = await book("1001", { to: boxed });
    expect(status).toBe(400);
    expect(body.errors).toEqual([{ pointer: "/to/addressLine", detail: noDoor("to") }]);
    expect((await book("1001", { to: { ...boxed, landmark: "Blue gate beside the clinic" } })).status).toBe(201);
  });

  test.each([
    ["a landline", { phone: "011 555 1234" }, true],
    ["a foreign phone", { phone: "+44 20 7946 0000" }, true],
    ["a landline and a cell phone", { phone: "011 555 1234", cell: "083 123 4567" }, false],
    ["a landline and an email", { phone: "011 555 1234", email: "zodwa@example.com" }, false],
    ["a cell phone", { phone: "(082) 123-4567" }, false],
  ])("a receiver with %s: whether anybody can be told is said at once", async (_who, contact, isWarned) => {
    const { status, body } = await book("1001", { to: { ...to, ...contact } });
    const codes = (body.warnings ?? []).map(({ code }: { code: string }) => code);
    expect([status, codes]).toEqual([201, isWarned ? ["receiver_not_reachable"] : []]);
  });

  test("a text that came with signs nobody sees is booked without them, but its reference as it was sent", async () => {
    const sent = { ...to, name: "Zinhle\u200b \u202eDube", phone: "082\u2013511\u20110001" };
    const { status, body } = await book("\u00e91001", { to: sent });
    expect([status, body.reference]).toEqual([201, "\u00e91001"]);
    const of = (field: string) => `json_extract(form_snapshot, '$.addresses.${field}')`;
    const stored = inTheFile(
      site,
      `SELECT ${of("toName")} AS name, ${of("toPhone")} AS phone FROM quotes WHERE email = 'api${shops}@example.co.za'`,
    );
    expect(stored).toEqual([{ name: "Zinhle Dube", phone: "082-511-0001" }]);
  });

  test("`from` left out is the last sender; an account that has sent nothing is asked for it", async () => {
    expect((await book("1", { from: undefined })).body.errors).toMatchObject([{ pointer: "/from" }]);
    await book("2");
    expect((await book("3", { from: undefined })).status).toBe(201);
  });

  test("another price today, other terms, and no instant price book nothing", async () => {
    expect(await book("1", { agreedTotal: 79.99 })).toMatchObject({
      status: 409,
      body: { type: expect.stringMatching(/price-changed$/), total: 80.62 },
    });
    expect(await book("2", { termsVersion: "2020-01-01" })).toMatchObject({
      status: 409,
      body: { type: expect.stringMatching(/terms-changed$/) },
    });
    const unserved = await book("3", { to: { ...to, postal: "9100" } });
    expect(unserved).toMatchObject({ status: 422, body: { quoteNo: expect.stringMatching(/^Q/) } });
    expect((await book("3", { to: { ...to, postal: "9100" } })).body.quoteNo).toBe(unserved.body.quoteNo);
    expect(booked()).toEqual([]);
    inTheFile(
      site,
      `UPDATE api_keys SET terms_version = '2020-01-01' WHERE uid = (SELECT uid FROM users WHERE email = 'api${shops}@example.co.za')`,
    );
    expect((await book("4")).status).toBe(409);
    await shop.open("/dashboard");
    await shop.press(`I agree to the terms of ${TERMS_VERSION}`);
    expect(shop.page?.text).not.toContain("have changed");
    expect((await book("4")).status).toBe(201);
  });

  test("cancelled unpaid, writes to nobody but the account, whatever address the order names", async () => {
    const stranger = `stranger${shops}@example.org`;
    const { body } = await book("1", { from: { ...from, email: stranger }, to: { ...to, email: stranger } });
    expect(await post(`/v1/bookings/${body.id}/cancel`)).toMatchObject({ status: 200, body: { status: "cancelled" } });
    const own = await book("2");
    await post(`/v1/bookings/${own.body.id}/cancel`);
    const letters = inTheFile<{ to: string; about: string }>(
      site,
      `SELECT to_address AS "to", quote_id AS about FROM outgoing_mails WHERE letter_key LIKE '%cancelled:%' AND quote_id IN ('${body.id}', '${own.body.id}') ORDER BY quote_id`,
    );
    const account = `api${shops}@example.co.za`;
    expect(letters).toEqual([body.id, own.body.id].sort().map((about) => ({ to: account, about })));
    expect(inTheFile(site, `SELECT id FROM outgoing_mails WHERE to_address = '${stranger}'`)).toEqual([]);
  });

  test("the labels of several paid bookings are one PDF; another account's, an unpaid one or too many are refused", async () => {
    const two = { fromPostal: "1459", toPostal: "1868", quantity: 2, selectedBoxId: "flyer-bag" };
    const agreedTotal = (await post("/v1/quote/local", two)).body.pricing.totals.grandTotal;
    const ids: string[] = [];
    for (const reference of ["1", "2"])
      ids.push((await book(reference, { parcel: { boxId: "flyer-bag", quantity: 2 }, agreedTotal })).body.id);
    const labels = (bookings: string, with_ = key) => call(`/v1/labels.pdf?bookings=${bookings}`, {}, with_);
    const pay = new Visitor(site.url);
    expect(await labels(ids.join(","))).toMatchObject({
      status: 409,
      body: { type: `${site.url}/developers#not-paid` },
    });
    await pay.open(pathOf((await call(`/v1/bookings/${ids[0]}`)).body.paymentUrl));
    await pay.press("Pay now");
    await pay.press("Complete payment");
    const both = await labels(`${ids.join(",")},${ids[0]}`);
    expect([both.status, both.headers.get("Content-Type")]).toEqual([200, "application/pdf"]);
    expect(both.body.match(/\/Type \/Page\b/g)).toHaveLength(4);
    const other = await aShopWithAKey(site, `others-labels${shops}@example.co.za`);
    expect((await labels(ids.join(","), other.key)).status).toBe(404);
    for (const wrong of ["", ",", `${ids[0]},`, Array.from({ length: 51 }, (_, at) => `b${at}`).join(",")])
      expect((await labels(wrong)).status, wrong).toBe(400);
    expect((await call("/v1/labels.pdf")).status).toBe(400);
  });

  test("a booking is its account's alone, and is cancelled until it is collected, as often as it is asked", async () => {
    const { body } = await book("1");
    const other = await aShopWithAKey(site, `other${shops}@example.co.za`);
    for (const path of ["", "/events", "/label.pdf"])
      expect((await call(`/v1/bookings/${body.id}${path}`, {}, other.key)).status).toBe(404);
    expect((await post(`/v1/bookings/${body.id}/cancel`, undefined, undefined, other.key)).status).toBe(404);
    expect((await book("1")).headers.get("Idempotency-Replayed")).toBe("true");
    expect(await post("/v1/bookings", order("1"), "another-key")).toMatchObject({ status: 409 });
    for (const _ of [1, 2])
      expect(await post(`/v1/bookings/${body.id}/cancel`)).toMatchObject({
        status: 200,
        body: { status: "cancelled", paymentUrl: null },
      });
    // Its reference is free again.
    const again = await post("/v1/bookings", order("1"), "another-key");
    expect(again.status).toBe(201);
    await shop.open(pathOf(again.body.paymentUrl));
    await shop.press("Pay now");
    await shop.press("Complete payment");
    const { waybillNo } = (await call(`/v1/bookings/${again.body.id}`)).body;
    await staff(site, ["mark", "collected", waybillNo]);
    expect(await post(`/v1/bookings/${again.body.id}/cancel`)).toMatchObject({
      status: 409,
      body: { type: expect.stringMatching(/too-late$/) },
    });
  });
});

test("the office finds a shop's booking by its reference, sees its key, and what a shop hasn't paid for three days", async () => {
  const { body } = await book(`order ${shops}/7`);
  expect((await staff(site, ["find", `order ${shops}/7`])).out).toContain(body.quoteNo);
  expect((await staff(site, ["history", body.quoteNo])).out).toMatch(/API key “My shop”, order .*booked at/);
  expect(await officeSees(body.quoteNo)).toMatchObject({ reference: `order ${shops}/7`, booked_by_key: "My shop" });
  const unpaid = /Booked by a shop, not paid for three days +(\d+)/;
  const before = Number(unpaid.exec((await staff(site, ["today"])).out)?.[1]);
  inTheFile(site, `UPDATE quotes SET booked_at = '2026-01-01T00:00:00.000Z' WHERE id = '${body.id}'`);
  expect(Number(unpaid.exec((await staff(site, ["today"])).out)?.[1])).toBe(before + 1);
});

describe("what a spreadsheet has made of an order", () => {
  const tomorrowOn = async () => {
    const { body } = await book("day", { collectionDay: "1999-01-01" });
    return /one of (\S+),/.exec(JSON.stringify(body))?.[1] ?? expect.fail(JSON.stringify(body));
  };

  test("is read where it is clear: its day, its weight and its value", async () => {
    const day = await tomorrowOn();
    const parcel = { boxId: "flyer-bag", weight: "0,5 kg", declaredValue: "R1,234.50" };
    const answer = await book("1", { collectionDay: day.replaceAll("-", "/"), parcel });
    expect([answer.status, answer.body.quoteNo]).toEqual([201, expect.any(String)]);
    const [stored] = inTheFile<{ form: string }>(
      site,
      `SELECT form_snapshot AS form FROM quotes WHERE id = '${answer.body.id}'`,
    );
    const form = JSON.stringify(stored?.form);
    for (const part of [`collectionDay.*${day}`, "weight.{1,4}0.5", "declaredCents.{1,4}123450"])
      expect(form).toMatch(new RegExp(part));
  });

  test.each([
    [{ postal: "181" }, "If a spreadsheet has dropped its first 0, it is 0181"],
    [{ postal: 181 }, "If a spreadsheet has dropped its first 0, it is 0181"],
    [{ phone: "8,21E+08" }, "was shortened by a spreadsheet"],
  ])("is refused with what it was: %j", async (wrong, words) => {
    const answer = await book("1", { to: { ...to, ...wrong } });
    expect([answer.status, JSON.stringify(answer.body)]).toEqual([400, expect.stringContaining(words)]);
  });
});

async function officeSees(quoteNo: string) {
  const { out } = await staff(site, ["show", "open_quotes", "--json"]);
  return JSON.parse(out).find((row: { quote_no: string }) => row.quote_no === quoteNo);
}

describe("once", () => {
  test("the same key gets the same answer, also when many come at once; another body is refused", async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => book("1")));
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.id}`)).size).toBe(1);
    expect(answers.filter(({ headers }) => headers.get("Idempotency-Replayed") === "true")).toHaveLength(19);
    expect(await post("/v1/bookings", order("2"), "key-1")).toMatchObject({ status: 422 });
    // What was right when it was booked is answered the same when its day is over.
    const past = order("1", { collectionDay: "2026-01-05" });
    const hash = requestHash("POST", "/v1/bookings", past);
    const account = `(SELECT uid FROM users WHERE email = 'api${shops}@example.co.za')`;
    const rehashed = `regexp_replace(answer::text, '"requestHash":"[^"]*"', '"requestHash":"${hash}"')::json`;
    const set = isPostgres ? rehashed : `json_set(answer, '$.requestHash', '${hash}')`;
    inTheFile(site, `UPDATE done_once SET answer = ${set} WHERE who = ${account} AND key = 'key-1'`);
    const again = await post("/v1/bookings", past, "key-1");
    expect([again.status, again.body]).toEqual([201, answers[0]?.body]);
    // Twenty keys, one reference.
    const several = await Promise.all(
      Array.from({ length: 20 }, (_, at) => post("/v1/bookings", order("3"), `k${at}`)),
    );
    expect(several.filter(({ status }) => status === 201)).toHaveLength(1);
    const refused = several.filter(({ status }) => status === 409);
    expect(refused).toHaveLength(19);
    expect(refused[0]?.headers.get("Location")).toMatch(/\/v1\/bookings\/./);
    expect(
      booked()
        .map(({ reference }) => reference)
        .toSorted(),
    ).toEqual(["1", "3"]);
  });
});

describe("paying", () => {
  test("what is booked while somebody pays is in the next order, and the page says so", async () => {
    const first = (await book("1")).body;
    await book("2");
    await shop.open("/dashboard");
    expect(shop.page?.text).toContain("2 parcels that your shop's program booked are not paid yet.");
    await shop.clickLink("Pay all");
    expect(shop.page?.text).toMatch(/R.161,24/);
    const order = shop.page?.url;
    const later = (await book("3")).body;
    await shop.press("Pay now");
    await shop.press("Complete payment");
    expect(
      booked()
        .map(({ reference, status }) => `${reference} ${status}`)
        .toSorted(),
    ).toEqual(["1 waybill_created", "2 waybill_created", "3 pending_payment"]);
    expect((await shop.open(pathOf(order ?? ""))).text).toContain(
      "One more parcel of your shop is not in this payment.",
    );
    expect((await shop.open(pathOf(later.paymentUrl))).url).not.toBe(order);
    expect(shop.page?.text).toMatch(/R.80,62/);
    expect((await call(`/v1/bookings/${first.id}`)).body.labelUrl).not.toBeNull();
  });
});
