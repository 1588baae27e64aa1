import path from "node:path";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { deletedAccounts } from "#db/schema/accounts";
import { quotes } from "#db/schema/quotes";
import { webhookEndpoints } from "#db/schema/webhooks";
import { joinStore } from "#db/store.server";
import { aRegisteredCustomer, PASSWORD, pathOf } from "../support/a-customer";
import { aWebhookReceiver } from "../support/a-webhook-receiver";
import { aShopWithAKey, bearer, makeKey } from "../support/an-api-key";
import { copyBooking } from "../support/copied-bookings";
import { emailsTo } from "../support/mailbox";
import { siteForAllTests } from "../support/open-site";
import { storePlace } from "../support/store-place";
import { Visitor } from "../support/visitor";

const site = siteForAllTests();
const EMAIL = "shop@example.co.za";
/** More than are erased while somebody registers. */
const BOOKINGS = 200;

const call = (key: string, at: string, body?: object) =>
  fetch(site.url + at, {
    method: body ? "POST" : "GET",
    body: body && JSON.stringify(body),
    headers: {
      ...bearer(key),
      ...(body && { "Content-Type": "application/json", "Idempotency-Key": at.replaceAll("/", "-") }),
    },
  });
async function book(key: string): Promise<{ id: string }> {
  const from = { addressLine: "12 Shop Street", city: "Germiston", postal: "1459" };
  const to = { name: "Zodwa Khumalo", phone: "082 123 4567", addressLine: "9 Vilakazi Street", city: "Soweto" };
  const parcel = { boxId: "flyer-bag", quantity: 1, parcelDesc: "Shoes" };
  const order = { reference: "1", from, to: { ...to, postal: "1868" }, parcel, agreedTotal: 80.62 };
  const made = await call(key, "/v1/bookings", order);
  expect(made.status).toBe(201);
  return made.json();
}

test("a deleted account ends at once on every door; whoever registers with its email meanwhile loses nothing", async () => {
  const { shop, key } = await aShopWithAKey(site, EMAIL);
  const phone = new Visitor(site.url);
  await phone.open("/login");
  await phone.press("Login", { email: EMAIL, password: PASSWORD });
  const program = await aWebhookReceiver();
  expect((await call(key, "/v1/webhooks", { url: program.url, events: ["parcel.delivered"] })).status).toBe(201);
  const { id } = await book(key);
  const store = await joinStore(await storePlace(path.join(site.dataDir, "courier.db")));
  const stored = async (which: string) => (await store.read.select().from(quotes).where(eq(quotes.id, which)))[0];
  const booked = (await stored(id)) ?? expect.fail("not booked");
  await copyBooking(store, booked, BOOKINGS - 1);

  await shop.open("/account/delete");
  await shop.press("Delete my account", { currentPassword: PASSWORD });
  expect((await phone.open("/dashboard")).url).toContain("/login");
  expect((await call(key, "/v1/bookings")).status).toBe(401);
  expect(await store.read.$count(webhookEndpoints)).toBe(0);

  const again = await aRegisteredCustomer(site, EMAIL);
  const letters = () => emailsTo(site.dataDir, EMAIL).filter(({ subject }) => /verify/i.test(subject));
  await expect.poll(() => letters().length).toBe(2);
  await again.open(pathOf(letters()[1]?.link ?? ""));
  await again.press("Continue");
  const newKey = await makeKey(again, "My new shop");
  const mine = await book(newKey);

  await expect.poll(() => store.read.$count(deletedAccounts)).toBe(0);
  expect(await store.read.$count(quotes, eq(quotes.uid, booked.uid ?? ""))).toBe(0);
  expect((await stored(id))?.formSnapshot.addresses).toMatchObject({ fromName: "", fromEmail: "" });
  expect((await stored(mine.id))?.formSnapshot.addresses).toMatchObject({ fromEmail: EMAIL });
  expect((await (await call(newKey, "/v1/bookings")).json()).bookings).toMatchObject([{ id: mine.id }]);
  expect((await again.open("/dashboard")).url).toContain("/dashboard");
  await store.close();
});
