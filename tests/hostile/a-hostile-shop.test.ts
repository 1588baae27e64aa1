import { beforeAll, expect, test } from "vitest";
import { inTheFile } from "../support/a-guest";
import { aShopWithAKey, bearer } from "../support/an-api-key";
import { siteForAllTests } from "../support/open-site";

const site = siteForAllTests({ API_REQUESTS_PER_MINUTE: "100000" });
let key: string;
let others: { key: string; id: string };
beforeAll(async () => {
  ({ key } = await aShopWithAKey(site, "hostile@example.co.za"));
  const other = await aShopWithAKey(site, "other@example.co.za");
  const made = await send("/v1/bookings", JSON.stringify(booking("theirs")), { "Idempotency-Key": "1" }, other.key);
  others = { key: other.key, id: JSON.parse(made.text).id };
});

const booking = (reference: unknown, more: object = {}) => ({
  reference,
  from: { addressLine: "12 Shop Street", city: "Germiston", postal: "1459" },
  to: { name: "Zodwa", phone: "082 123 4567", addressLine: "9 Vilakazi Street", city: "Soweto", postal: "1868" },
  parcel: { boxId: "flyer-bag", quantity: 1, parcelDesc: "Shoes" },
  agreedTotal: 80.62,
  ...more,
});

async function send(path: string, body: string | undefined, headers: Record<string, string> = {}, by = key) {
  const json: Record<string, string> = body === undefined ? {} : { "Content-Type": "application/json" };
  const init = { method: body === undefined ? "GET" : "POST", headers: { ...bearer(by), ...json, ...headers }, body };
  const answer = await fetch(site.url + path, init);
  return { status: answer.status, type: answer.headers.get("Content-Type"), text: await answer.text() };
}

const deep = (open: string, close: string, depth: number) => open.repeat(depth) + close.repeat(depth);

test("no body of a hostile shop is booked, and each is refused as a problem", async () => {
  const wrong: Record<string, string> = {
    "no JSON": "{",
    "a deep list": deep("[", "]", 30_000),
    "a deep object": `${'{"to":'.repeat(8_000)}1${"}".repeat(8_000)}`,
    "a long body": JSON.stringify(booking("1", { specialInstructions: "x".repeat(70_000) })),
    "a thousand unknown keys": JSON.stringify(
      booking("1", Object.fromEntries(Array.from({ length: 1000 }, (_, n) => [`k${n}`, n]))),
    ),
    "a prototype": '{"__proto__":{"reference":"1"},"constructor":{"prototype":{}}}',
    ...Object.fromEntries(
      ["null", "1", '"x"', "[]", "true", "1e999", '[{"reference":"1"}]'].map((body) => [`the body ${body}`, body]),
    ),
    ...Object.fromEntries(
      [null, 1.5e300, [], {}, true, "", " ", "x".repeat(51), "\u0000", "\u202e"].map((reference, n) => [
        `the reference ${n}`,
        JSON.stringify(booking(reference)).replace("1.5e+300", "1e999"),
      ]),
    ),
    ...Object.fromEntries(
      ["80.62", -80.62, 0, 80.625, 1e308, null, [80.62], { valueOf: 80.62 }].map((agreedTotal, n) => [
        `the total ${n}`,
        JSON.stringify(booking("1", { agreedTotal })),
      ]),
    ),
    "a quantity of parts": JSON.stringify(booking("1", { parcel: { boxId: "flyer-bag", quantity: 1.5 } })),
    "a list for an address": JSON.stringify(booking("1", { to: [] })),
    "objects for text": JSON.stringify(booking("1", { to: { ...booking("1").to, name: { toString: "x" } } })),
  };
  const before = count();
  for (const [name, body] of Object.entries(wrong)) {
    const answer = await send("/v1/bookings", body, { "Idempotency-Key": "hostile" });
    expect([name, answer.status >= 400 && answer.status < 500, answer.type]).toEqual([
      name,
      true,
      "application/problem+json",
    ]);
    expect(answer.text.length, name).toBeLessThan(200_000);
  }
  for (const bad of ["", "a b", "é", "x".repeat(256)]) {
    const headers = { "Idempotency-Key": bad };
    const refused = await send("/v1/bookings", JSON.stringify(booking("1")), headers).catch(() => ({ status: 400 }));
    expect([bad, refused.status]).toEqual([bad, 400]);
  }
  expect(count()).toBe(before);
});

test("a reference of other scripts is booked, found and answered as it was sent", async () => {
  const references = ["№ 7 – Ñandú", "订单-1", "🧺/7?x=1&y=%2e#z", "'; DROP TABLE quotes; --"];
  for (const [n, reference] of references.entries()) {
    const made = await send("/v1/bookings", JSON.stringify(booking(reference)), { "Idempotency-Key": `script-${n}` });
    expect([made.status, JSON.parse(made.text).reference]).toEqual([201, reference]);
    const found = await send(`/v1/bookings?${new URLSearchParams({ reference })}`, undefined);
    expect(JSON.parse(found.text).bookings).toMatchObject([{ reference }]);
  }
});

test("another account's bookings and what was tampered with are neither shown nor changed", async () => {
  for (const path of [`/v1/bookings/${others.id}`, `/v1/bookings/${others.id}/events`])
    expect((await send(path, undefined)).status).toBe(404);
  expect((await send(`/v1/bookings/${others.id}/cancel`, "{}")).status).toBe(404);
  for (const after of [others.id, `${others.id}'`, "x".repeat(41), "%00", ""])
    expect([after, (await send(`/v1/bookings?after=${encodeURIComponent(after)}`, undefined)).status]).toEqual([
      after,
      400,
    ]);
  for (const query of ["limit=0", "limit=101", "limit=1e2", "limit=-1", "status=paid'--", "order=asc", "limit=5&x[]=1"])
    expect([query, (await send(`/v1/bookings?${query}`, undefined)).status]).toEqual([query, 400]);
  for (const id of ["..%2f..%2fhealth", "%00", "x".repeat(3000), "%F0%9F%A7%BA"])
    expect([400, 404, 414]).toContain((await send(`/v1/bookings/${id}`, undefined)).status);
  // The same key and another body; the same key of another account.
  const first = await send("/v1/bookings", JSON.stringify(booking("r1")), { "Idempotency-Key": "replay" });
  const other = await send("/v1/bookings", JSON.stringify(booking("r2")), { "Idempotency-Key": "replay" });
  const theirs = await send("/v1/bookings", JSON.stringify(booking("r1")), { "Idempotency-Key": "replay" }, others.key);
  expect([first.status, other.status, theirs.status]).toEqual([201, 422, 201]);
  expect(JSON.parse(theirs.text).id).not.toBe(JSON.parse(first.text).id);
});

test("no spelling of an address inside is registered as a webhook", async () => {
  const urls = [
    ...["http://[::ffff:10.0.0.1]", "https://[::ffff:127.0.0.1]", "https://2130706433.", "https://0x0a000001/"],
    ...["https://012.0.0.1/", "https://10.1/", "https://0/", "https://①②⑦.0.0.1:80/", "https://[fd00::1%25eth0]/"],
    ...[
      "https://169.254.169.254.",
      "gopher://41.13.252.1/",
      "javascript:alert(1)",
      "https://a@41.13.252.1/",
      "",
      "//x",
    ],
  ];
  for (const url of urls) {
    const answer = await send("/v1/webhooks", JSON.stringify({ url }));
    const isOwnMachine = /127\.0\.0\.1\]|2130706433|①/.test(url);
    // The simulator may call its own machine.
    expect([url, answer.status]).toEqual([url, isOwnMachine ? 201 : 400]);
  }
});

const count = () =>
  inTheFile<{ found: number }>(site, "SELECT count(*) AS found FROM quotes WHERE booked_at IS NOT NULL")[0]?.found;
