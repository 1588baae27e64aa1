import { execFile } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { promisify } from "node:util";
import { beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { brand } from "#app/brand";
import { limits } from "#app/domain/limits/limits";
import { TERMS_VERSION } from "#app/domain/parcels/quotes/terms-version";
import { PASSWORD } from "../support/a-customer";
import { inTheFile } from "../support/a-guest";
import { failingPricing } from "../support/a-pricing-service";
import {
  addressesOn,
  anOrder,
  aRateRequest,
  aShopifyShop,
  SHOPIFY_SECRET,
  signedCall,
} from "../support/a-shopify-shop";
import { openSite, siteForAllTests } from "../support/open-site";
import type { Visitor } from "../support/visitor";

const run = promisify(execFile);

const site = siteForAllTests();
let shops = 0;
let email: string;
let shop: Visitor;
let at: { rates: string; orders: string };
beforeEach(async () => {
  shops += 1;
  email = `shopify${shops}@example.co.za`;
  ({ shop, ...at } = await aShopifyShop(site, email));
});

async function ask(body: unknown, address = at.rates) {
  const headers = { "Content-Type": "application/json", "X-Shopify-Shop-Domain": "gogos-emporium.myshopify.com" };
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const answer = await fetch(new URL(address, site.url), { method: "POST", headers, body: text });
  return { status: answer.status, rates: (await answer.json()).rates };
}
const tell = async (body: unknown, topic?: string, secret?: string) =>
  (await fetch(site.url + at.orders, signedCall(body, topic, secret))).status;
const bookings = () =>
  inTheFile<{ reference: string; status: string; cents: number }>(
    site,
    `SELECT reference, status, grand_total_cents AS cents FROM quotes
     WHERE email = '${email}' AND booked_at IS NOT NULL ORDER BY reference`,
  ).map(({ reference, status, cents }) => [reference, status, Number(cents)]);
const page = async () => (await shop.open("/account/shop")).text;
const saveSettings = async (button: string, typed: Record<string, string>) => {
  await shop.open("/account/shop?shopify=edit");
  return shop.press(button, { currentPassword: PASSWORD, ...typed });
};

describe("the prices of a shop on Shopify", () => {
  test("are one rate in cents as text, with its days, for the cheapest box that carries the weight", async () => {
    const { status, rates } = await ask(aRateRequest("1868", { items: [{ grams: 400, quantity: 2 }] }));
    expect(status).toBe(200);
    expect(rates).toEqual([
      {
        service_name: "Thuma Couriers",
        service_code: expect.stringMatching(/^parcel:stock-2:1:\d+$/),
        total_price: expect.stringMatching(/^\d{4,5}$/),
        currency: "ZAR",
        description: "Brought to the door",
        phone_required: true,
        min_delivery_date: expect.stringMatching(/^\d{4}-\d\d-\d\d 08:00:00 \+0200$/),
        max_delivery_date: expect.stringMatching(/^\d{4}-\d\d-\d\d 17:00:00 \+0200$/),
      },
    ]);
    expect(rates[0].service_code.split(":")[3]).toBe(rates[0].total_price);
    const several = (await ask(aRateRequest("1868", { items: [{ grams: 20_000, quantity: 3 }] }))).rates[0];
    expect([several.service_code, several.description]).toEqual([
      expect.stringMatching(/^parcel:stock-\d:[23]:/),
      expect.stringMatching(/^[23] parcels/),
    ]);
  });

  test("are none where we have none: another place, country or money, no weight, and too much", async () => {
    const none: unknown[] = [
      aRateRequest("9100"),
      aRateRequest("K1M1M4"),
      aRateRequest(""),
      aRateRequest(null),
      aRateRequest("1868", { country: "CA" }),
      aRateRequest("1868", { currency: "USD" }),
      aRateRequest("1868", { items: [{ grams: 0 }] }),
      aRateRequest("1868", { items: [{ grams: null }] }),
      aRateRequest("1868", { items: [{ grams: 30_000, quantity: 21 }] }),
      aRateRequest("1868", { items: [{ grams: 30_001 }] }),
      aRateRequest("1868", { items: [{ grams: 500, requires_shipping: false }] }),
      aRateRequest("1868", { items: [] }),
    ];
    for (const sent of none) expect([await ask(sent), sent]).toEqual([{ status: 200, rates: [] }, sent]);
  });

  test("are an error, so that Shopify offers its backup rate, where we can't read the question", async () => {
    for (const sent of [{}, { rate: null }, { rate: { destination: {}, items: "" } }, [], "", "{", "null"])
      expect([await ask(sent), sent]).toEqual([{ status: 400, rates: undefined }, sent]);
  });

  test.each(["500", "hangs"])("are an error in time while the pricing service fails (%s)", async (failure) => {
    const service = await failingPricing(failure);
    const elsewhere = await openSite({ PRICING_API_URL: service.url });
    onTestFinished(async () => {
      await elsewhere.stop();
      await service.stop();
    });
    const { rates } = await aShopifyShop(elsewhere, email);
    expect((await ask(aRateRequest("1868"), elsewhere.url + rates)).status).toBe(503);
  });

  test("take nothing lighter than the smallest box that the shop uses, and put in it what has no weight", async () => {
    await saveSettings("Save settings", { smallestBox: "stock-4" });
    const code = async (...items: { grams: number }[]) =>
      (await ask(aRateRequest("1868", { items }))).rates[0]?.service_code;
    expect(await code({ grams: 0 })).toMatch(/^parcel:stock-4:1:/);
    expect(await code({ grams: 100 })).toMatch(/^parcel:stock-4:1:/);
    expect(await code({ grams: 8_001 })).toMatch(/^parcel:stock-5:1:/);
  });

  test("come for a cart of hundreds of products", async () => {
    const items = Array.from({ length: 400 }, () => ({ grams: 10 }));
    expect((await ask(aRateRequest("1868", { items }))).rates).toHaveLength(1);
  });

  test("are an error for a shop that asks too often, and others still have theirs", async () => {
    // So that the minute doesn't end on a slow machine.
    vi.useFakeTimers({ toFake: ["Date"], now: new Date() });
    onTestFinished(() => void vi.useRealTimers());
    const many = limits.shopifyRates.points / 100;
    for (let batch = 0; batch < many; batch += 1) await Promise.all(Array.from({ length: 100 }, () => ask({})));
    expect((await ask(aRateRequest("1868"))).status).toBe(429);
    const other = await aShopifyShop(site, `often-${email}`);
    expect((await ask(aRateRequest("1868"), other.rates)).rates).toHaveLength(1);
  });

  test("are at an address with a number, which ends when its owner renews it", async () => {
    expect(at.rates).toMatch(/^\/v1\/shopify\/[\w-]{22}\/rates$/);
    const former = at;
    await saveSettings("New addresses", {});
    expect(await page()).not.toContain(former.rates);
    at = addressesOn(shop);
    expect(at.rates).not.toBe(former.rates);
    expect((await ask(aRateRequest("1868"))).rates).toHaveLength(1);
    expect((await ask(aRateRequest("1868"), former.rates)).status).toBe(404);
    expect((await fetch(site.url + former.orders, signedCall(anOrder(1001)))).status).toBe(404);
    await saveSettings("End both addresses", {});
    expect((await ask(aRateRequest("1868"))).status).toBe(404);
    expect(await tell(anOrder(1001))).toBe(404);
    expect(await page()).toContain("Make the addresses");
  });

  test("take POST alone", async () => {
    for (const address of [at.rates, at.orders]) {
      const read = await fetch(site.url + address);
      expect([read.status, read.headers.get("Allow")]).toEqual([405, "POST"]);
    }
  });
});

describe("the paid orders of a shop on Shopify", () => {
  test("are booked at the price that the buyer saw, with what the order says, once however often they come", async () => {
    const [rate] = (await ask(aRateRequest("1868", { items: [{ grams: 500 }] }))).rates;
    const order = anOrder("820982911946154508", { shipping_lines: [{ code: rate.service_code }], name: "#9999" });
    const answers = await Promise.all([1, 2, 3, 4].map(() => tell(order)));
    expect(answers).toEqual([200, 200, 200, 200]);
    expect(await tell(order)).toBe(200);
    await expect.poll(bookings).toEqual([["#9999", "pending_payment", Number(rate.total_price)]]);
    expect(await page()).toContain("#9999, Zodwa Khumalo");
    expect(shop.page?.text).not.toContain("Orders that are not booked");
    const [{ snapshot = "" } = {}] = inTheFile<{ snapshot: string }>(
      site,
      `SELECT cast(form_snapshot as text) AS snapshot FROM quotes WHERE email = '${email}' AND reference = '#9999'`,
    );
    for (const words of ["9 Vilakazi Street", "Shoes", "Gate code 4711", "zodwa@example.com", "12 Shop Street"])
      expect(snapshot).toContain(words);
    const kept = "SELECT booking, state FROM shopify_orders WHERE order_id = '820982911946154508'";
    expect(inTheFile(site, kept)).toEqual([{ booking: null, state: "booked" }]);
  });

  test("tells two orders apart whose numbers are the same to JSON", async () => {
    for (const id of ["820982911946154501", "820982911946154502"]) await tell(anOrder(id));
    await expect.poll(() => bookings().map(([reference]) => reference)).toEqual(["#4501", "#4502"]);
  });

  test("count only where our price was chosen, and where they are paid", async () => {
    await tell(anOrder(2001, { shipping_lines: [{ code: "Standard", title: "Standard" }] }));
    await tell(anOrder(2002, { shipping_lines: [] }));
    await tell(anOrder(2003, { shipping_lines: undefined }));
    await tell(anOrder(2007, { shipping_lines: [{ code: "parcel:flyer-bag:1:8062", is_removed: true }] }));
    await tell(anOrder(2004, { financial_status: "pending" }));
    expect(await tell(anOrder(2005), "orders/updated")).toBe(200);
    expect(await tell(anOrder(2006), "products/update")).toBe(200);
    expect(inTheFile(site, "SELECT order_id FROM shopify_orders WHERE order_id LIKE '200_'")).toEqual([]);
    expect(bookings()).toEqual([]);
  });

  test("count only with the shop's own signature over the body as it came", async () => {
    expect(await page()).toContain("Last webhookNot yet.");
    const forged: RequestInit[] = [
      signedCall(anOrder(3001), "orders/paid", "another-secret"),
      { ...signedCall(anOrder(3001)), body: JSON.stringify(anOrder(3002)) },
      {
        ...signedCall(anOrder(3001)),
        headers: { "Content-Type": "application/json", "X-Shopify-Topic": "orders/paid" },
      },
    ];
    for (const call of forged) expect((await fetch(site.url + at.orders, call)).status).toBe(401);
    expect(await page()).toMatch(/A call on .* wasn't signed by this secret\./);
    expect(bookings()).toEqual([]);
    const other = await aShopifyShop(site, `other-${email}`, { signingSecret: "" });
    expect(other.shop.page?.text).toContain("None yet, so no order is booked");
    const unsigned = await fetch(site.url + other.orders, signedCall(anOrder(3003), "orders/paid", ""));
    expect(unsigned.status).toBe(401);
    expect((await other.shop.open("/account/shop")).text).toContain("came before the secret");
    await saveSettings("Save settings", { signingSecret: "a-new-secret" });
    expect(shop.page?.text).toContain("Saved.");
    expect(await tell(anOrder(3004))).toBe(401);
    expect(await page()).toContain("wasn't signed");
    expect(await tell(anOrder(3004), "orders/paid", "a-new-secret")).toBe(200);
    expect(await page()).toMatch(/Last webhook\d/);
    expect(shop.page?.text).not.toContain("wasn't signed");
  });

  test("that were cancelled are not booked, in whatever order the calls come", async () => {
    const gone = { cancelled_at: "2026-11-30T08:00:00+02:00" };
    await tell(anOrder(4001, gone), "orders/cancelled");
    await tell(anOrder(4001));
    await tell(anOrder(4002, gone));
    await tell(anOrder(4002));
    expect(bookings()).toEqual([]);
    await tell(anOrder(4003));
    await expect.poll(bookings).toEqual([["#4003", "pending_payment", 8062]]);
    await tell(anOrder(4003, { ...gone, financial_status: "voided" }), "orders/cancelled");
    await tell(anOrder(4003));
    expect(bookings()).toEqual([["#4003", "cancelled", 8062]]);
    expect(await page()).not.toContain("Orders that are not booked");
  });

  test("that can't be booked are open until their owner books them, or takes them off the list", async () => {
    await tell(anOrder(5001, { shipping_address: null }));
    await tell(anOrder(5002, { shipping_lines: [{ code: "parcel:flyer-bag:1:7000" }] }));
    await expect.poll(page).toMatch(/The price is R\s80,62 today, not R\s70,00\. Nothing was booked\./);
    expect(shop.page?.text).toContain("Receiver full name is required.");
    expect(bookings()).toEqual([]);
    expect((await shop.press("Book it for R\u00a080,62")).text).toContain("We have tried to book it again.");
    expect(bookings()).toEqual([["#5002", "pending_payment", 8062]]);
    expect((await shop.press("Try again")).text).toContain("Receiver full name is required.");
    // Its owner has corrected it in Shopify.
    await tell(anOrder(5001), "orders/updated");
    expect(bookings()).toHaveLength(2);
    await tell(anOrder(5003, { shipping_address: null }));
    await page();
    expect((await shop.press("Take it off this list")).text).not.toContain("#5003");
    await tell(anOrder(5003));
    expect(bookings()).toHaveLength(2);
  });

  test("with odd, missing or endless members are stored and told in words, or refused if they are no order", async () => {
    const long = "a long word ".repeat(400);
    const to = { ...anOrder(1).shipping_address, company: long, address2: long };
    await tell(anOrder(6001, { shipping_address: to, note: long, line_items: null, customer: 7, email: null }));
    await expect.poll(bookings).toEqual([["#6001", "pending_payment", 8062]]);
    const many = Array.from({ length: 500 }, (_, id) => ({ id, title: `Shoe ${id}`, price_set: { shop_money: {} } }));
    expect(await tell(anOrder(6002, { line_items: many, padding: "x".repeat(300_000) }))).toBe(200);
    await expect.poll(bookings).toHaveLength(2);
    const { name, address1, city, zip, phone } = anOrder(1).shipping_address;
    const bare = { id: 6003, financial_status: "paid", shipping_lines: [{ code: "parcel:flyer-bag:1:8062" }] };
    await tell({ ...bare, line_items: [{ title: "Shoes" }], shipping_address: { name, address1, city, zip, phone } });
    await expect.poll(bookings).toHaveLength(3);
    for (const sent of ["{", "null", "[]", "{}", JSON.stringify({ id: "no number" })])
      expect(await tell(sent)).toBe(400);
  });

  test("wait while the terms are older than today's, and the dashboard asks", async () => {
    inTheFile(
      site,
      `UPDATE shopify_shops SET terms_version = '2000-01-01' WHERE uid = (SELECT uid FROM users WHERE email = '${email}')`,
    );
    // Saving settings doesn't agree to them.
    await saveSettings("Save settings", {});
    await tell(anOrder(7001));
    await expect.poll(page).toContain("Our terms have changed. Agree to them on your dashboard, then try again.");
    await shop.open("/dashboard");
    await shop.press(`I agree to the terms of ${TERMS_VERSION}`);
    await page();
    await shop.press("Try again");
    expect(bookings()).toEqual([["#7001", "pending_payment", 8062]]);
  });
});

test("its settings ask for the password, and another account sees and changes nothing of it", async () => {
  await shop.open("/account/shop?shopify=edit");
  const wrong = await shop.press("New addresses", { currentPassword: "wrong-password-1" });
  expect([wrong.status, wrong.text]).toEqual([400, expect.stringContaining("That isn't your current password.")]);
  expect(addressesOn(shop)).toEqual(at);
  expect(shop.page?.html).not.toContain(SHOPIFY_SECRET);
  await tell(anOrder(8001, { shipping_address: null }));
  const other = await aShopifyShop(site, `stranger-${email}`);
  expect(other.shop.page?.text).not.toContain("#8001");
  const token = other.shop.filledIn("Make a key", {}).body.get("token") ?? "";
  const body = new URLSearchParams({ token, of: "shopify", orderId: "8001", intent: "close" });
  expect((await other.shop.send("/account/shop", { method: "POST", body })).status).toBe(409);
  await expect.poll(page).toContain("#8001");
});

test("the commands of the page ask Shopify for a token, and make us a carrier with it", async () => {
  await page();
  const examples = [...(shop.page?.html ?? "").matchAll(/<code>(curl [^<]*)<\/code>/g)];
  const commands = examples.map(([, shown = ""]) => shown.replaceAll("&quot;", '"').replaceAll("&#x27;", "'"));
  const asked: [string, string][] = [];
  const shopify = createServer((request, response) =>
    text(request).then((body) => {
      asked.push([`${request.url} ${request.headers["x-shopify-access-token"] ?? ""}`, body]);
      response.end();
    }),
  ).listen(0, "127.0.0.1");
  onTestFinished(() => void shopify.close());
  await once(shopify, "listening");
  const { port } = shopify.address() as AddressInfo;
  for (const command of commands)
    await run("bash", ["-c", command.replace("https://YOUR-SHOP.myshopify.com", `http://127.0.0.1:${port}`)]);
  expect(asked).toHaveLength(2);
  expect(asked[0]).toEqual([
    "/admin/oauth/access_token ",
    "grant_type=client_credentials&client_id=CLIENT-ID&client_secret=SECRET",
  ]);
  expect(asked[1]?.[0]).toBe("/admin/api/2026-10/graphql.json TOKEN");
  expect(JSON.parse(asked[1]?.[1] ?? "")).toEqual({
    query: expect.stringMatching(/^mutation\(\$input: DeliveryCarrierServiceCreateInput!\) \{ carrierServiceCreate\(/),
    variables: {
      input: { name: brand.name, callbackUrl: site.url + at.rates, supportsServiceDiscovery: true, active: true },
    },
  });
});
