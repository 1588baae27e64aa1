import { writeFileSync } from "node:fs";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { inTheFile } from "../support/a-guest";
import { aLine, aList } from "../support/a-list";
import { aShopWithAKey, bearer } from "../support/an-api-key";
import { openSite, type Site } from "../support/open-site";
import { staff } from "../support/staff";
import type { Visitor } from "../support/visitor";

const STRANGER = "stranger@example.org";
const SHOP = "shop@example.co.za";

test("emails to somebody who booked nothing: six an hour through pages, also of a list's parcels; by key none, and the office's are on record", async () => {
  const { site, shop, key } = await aShopAt({});
  const [byList] = await bookedByList(site, shop, STRANGER);
  const byKey = await Promise.all(["1", "2", "3", "4", "5", "6", "7"].map((order) => bookByKey(site, key, order)));
  const [last, byOffice, ...others] = byKey;
  for (const { id } of [{ id: byList }, ...others]) expect((await cancelOnPage(shop, id)).status).toBe(200);
  expect(lettersTo(site, STRANGER)).toBe(6);

  const refused = await cancelOnPage(shop, last?.id);
  expect(refused.status).toBe(429);
  expect(refused.text).toMatch(/Too many requests\. Please try again in \d+ minutes/);
  expect((await post(site, key, `/v1/bookings/${last?.id}/cancel`)).status).toBe(200);
  expect(lettersTo(site, STRANGER)).toBe(6);

  const { out } = await staff(site, ["cancel", "booking", byOffice?.quoteNo ?? "", "--because", "They phoned."]);
  expect(out).toContain("cancelled");
  expect(lettersTo(site, STRANGER)).toBe(7);
  expect((await staff(site, ["history", byOffice?.quoteNo ?? ""])).out).toMatch(/cancelled/);
});

test("bookings: a list waits as a page does, a key has its own limit, and the office's aren't counted", async () => {
  const { site, shop, key } = await aShopAt({ BOOKINGS_PER_HOUR: "1", API_REQUESTS_PER_MINUTE: "4" });
  expect(await bookedByList(site, shop, SHOP)).toHaveLength(1);
  expect((await sendList(shop, STRANGER)).text).toContain("Many people on your network book right now. Please wait");
  const answers = [];
  for (const order of ["1", "2", "3", "4", "5"]) answers.push((await tryByKey(site, key, order)).status);
  expect(answers).toEqual([201, 201, 201, 201, 429]);
  writeFileSync(path.join(site.dataDir, "list.csv"), aList(aLine("Zodwa Khumalo")));
  await staff(site, ["import", path.join(site.dataDir, "list.csv"), "--account", SHOP]);
  expect(inTheFile(site, "SELECT id FROM quotes WHERE booked_at IS NOT NULL")).toHaveLength(1 + 4 + 1);
});

async function aShopAt(env: Record<string, string>) {
  const site = await openSite(env);
  onTestFinished(() => void site.stop());
  return { site, ...(await aShopWithAKey(site, SHOP)) };
}

/** Books a list of one parcel that names somebody as its sender. Returns what was booked by lists. */
async function bookedByList(site: Site, shop: Visitor, fromEmail: string): Promise<string[]> {
  expect((await sendList(shop, fromEmail)).url).toContain("/payfast/order/list-");
  const rows = inTheFile<{ id: string }>(site, "SELECT id FROM quotes WHERE payment_order_id IS NOT NULL");
  return rows.map(({ id }) => id);
}

async function sendList(shop: Visitor, fromEmail: string) {
  const [heading = "", line = ""] = aList(aLine("Zodwa Khumalo")).trim().split("\r\n");
  await shop.open("/dashboard/import");
  await shop.press("Check the list", { list: `${heading},fromEmail\r\n${line},${fromEmail}` });
  return shop.press("Book this parcel", { confirm: "on" });
}

async function bookByKey(site: Site, key: string, reference: string): Promise<{ id: string; quoteNo: string }> {
  const answer = await tryByKey(site, key, reference);
  expect(answer.status).toBe(201);
  return answer.json();
}

/** As the plug-in books an order. */
function tryByKey(site: Site, key: string, reference: string) {
  const from = { addressLine: "12 Shop Street", city: "Germiston", postal: "1459", email: STRANGER };
  const street = { addressLine: "9 Vilakazi Street", city: "Soweto", postal: "1868" };
  const to = { name: "Zodwa Khumalo", phone: "082 123 4567", ...street, email: STRANGER };
  const parcel = { boxId: "flyer-bag", quantity: 1, parcelDesc: "Shoes" };
  return post(site, key, "/v1/bookings", `order-${reference}`, { reference, from, to, parcel, agreedTotal: 80.62 });
}

function post(site: Site, key: string, address: string, onceKey?: string, body?: object) {
  const headers = {
    ...bearer(key),
    ...(onceKey && { "Content-Type": "application/json", "Idempotency-Key": onceKey }),
  };
  return fetch(site.url + address, { method: "POST", headers, ...(body && { body: JSON.stringify(body) }) });
}

async function cancelOnPage(shop: Visitor, id: string | undefined) {
  await shop.open(`/cancel/${id}`);
  return shop.press("Cancel this booking");
}

const lettersTo = (site: Site, to: string) =>
  inTheFile(site, `SELECT id FROM outgoing_mails WHERE to_address = '${to}'`).length;
