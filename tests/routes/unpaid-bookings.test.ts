import path from "node:path";
import { expect, test } from "vitest";
import { limits } from "#app/domain/limits/limits";
import { quotes } from "#db/schema/quotes";
import { joinStore } from "#db/store.server";
import { addresses, parcel } from "../../demo/typed-answers";
import { complaintsOn } from "../support/a-guest";
import { aLine, aList } from "../support/a-list";
import { aShopWithAKey, bearer } from "../support/an-api-key";
import { copyBooking } from "../support/copied-bookings";
import { siteForAllTests } from "../support/open-site";
import { storePlace } from "../support/store-place";

const site = siteForAllTests();
const most = limits.unpaidBookings.points;
const words = (wanted: number) =>
  `${most} parcels of this account are not paid yet, or have no price yet. With this there would be ${wanted}, and at most ${most} can wait. Nothing was booked. Pay for some, or cancel some, and book again.`;

/** Copies an account's only booking until it has so many. */
async function fill(count: number): Promise<void> {
  const store = await joinStore(await storePlace(path.join(site.dataDir, "courier.db")));
  const [booked] = await store.read.select().from(quotes);
  if (!booked) throw new Error("nothing is booked");
  await copyBooking(store, booked, count - 1);
  await store.close();
}

test("an account with 300 unpaid bookings is refused in words at each door, books nothing, and keeps what was typed", async () => {
  const { shop, key } = await aShopWithAKey(site, "shop@example.co.za");
  const book = async (reference: string) => {
    const from = { addressLine: "12 Shop Street", city: "Germiston", postal: "1459" };
    const to = { name: "Zodwa Khumalo", phone: "082 123 4567", addressLine: "9 Vilakazi Street" };
    const order = { reference, from, to: { ...to, city: "Soweto", postal: "1868" }, agreedTotal: 80.62 };
    return fetch(`${site.url}/v1/bookings`, {
      method: "POST",
      body: JSON.stringify({ ...order, parcel: { boxId: "flyer-bag", quantity: 1, parcelDesc: "Shoes" } }),
      headers: { ...bearer(key), "Content-Type": "application/json", "Idempotency-Key": reference },
    });
  };
  const booked = async () =>
    (await (await fetch(`${site.url}/v1/bookings?limit=100`, { headers: bearer(key) })).json()).bookings;
  const first = await book("1");
  expect(first.status).toBe(201);
  await fill(most);
  const newest = (await booked())[0];

  // A program by key; the plug-in for shops is one.
  const refused = await book("2");
  expect([refused.status, refused.headers.get("Content-Type")]).toEqual([409, "application/problem+json"]);
  expect(await refused.json()).toMatchObject({
    type: `${site.url}/developers#limit-reached`,
    detail: words(most + 1),
  });

  // The wizard.
  await shop.open("/ship-local/addresses");
  await shop.press("Next", addresses);
  await shop.press("Calculate Quote", { ...parcel, collectionDay: "", collectionTime: "morning" });
  const review = await shop.press("Book This Collection", { confirm: "on" });
  expect([review.status, complaintsOn(review)]).toEqual([409, [words(most + 1)]]);
  expect(review.text).toContain(addresses.toName);
  expect(shop.filledIn("Book This Collection").body.get("confirm")).toBe("on");
  await shop.open("/ship-local/parcel");
  expect(shop.filledIn("Calculate Quote").body.get("parcelDesc")).toBe(parcel.parcelDesc);

  // The dashboard's list: whole or not at all.
  const list = aList(aLine("Zodwa Khumalo"), aLine("Zola Mokoena"));
  await shop.open("/dashboard/import");
  await shop.press("Check the list", { list });
  const listed = await shop.press("Book these 2 parcels", { confirm: "on" });
  expect([listed.status, complaintsOn(listed)]).toEqual([409, [words(most + 2)]]);
  expect(listed.text).toContain("Zola Mokoena");
  const kept = shop.filledIn("Book these 2 parcels").body;
  expect([kept.get("list"), kept.get("confirm")]).toEqual([expect.stringContaining("Zola Mokoena"), "on"]);

  expect((await booked())[0]).toEqual(newest);

  // As the words say: one is cancelled, and the same order is booked.
  const cancelled = await fetch(`${first.headers.get("Location")}/cancel`, { method: "POST", headers: bearer(key) });
  expect(cancelled.status).toBe(200);
  expect((await book("3")).status).toBe(201);
  expect((await book("4")).status).toBe(409);
});
