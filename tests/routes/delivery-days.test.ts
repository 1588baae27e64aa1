import { expect, test } from "vitest";
import { aParcel } from "../../demo/a-parcel";
import { aGuestAtTheReview, aGuestWithAWaybill, inTheFile } from "../support/a-guest";
import { atSite } from "../support/a-world";
import { siteForAllTests } from "../support/open-site";
import { pricesAreRead } from "../support/prices-are-read";
import { Visitor } from "../support/visitor";

const DAY = "(?:Mon|Tues|Wednes|Thurs|Fri)day \\d{1,2}";
const USUALLY = new RegExp(`[Uu]sually ${DAY}(?: [A-Z][a-z]+)?(?: to ${DAY})? [A-Z][a-z]+`);

const site = siteForAllTests();

test("the home page shows an example's working days, because the collection day isn't known", async () => {
  const { text } = await new Visitor(site.url).open("/");
  expect(text).toMatch(/all included,?\s+usually 1 to 2 working days\./);
});

test("the price, the review, the thank-you page and tracking say when a parcel usually arrives", async () => {
  const { text } = await new Visitor(site.url).open("/ship?check=price&fromPostal=1431&toPostal=1804");
  expect(text).toMatch(USUALLY);

  const { guest, waybillNo } = await aGuestWithAWaybill(site);
  // Its steps have the dates as well.
  const [, days] = /(\w+day \d+(?: \w+)?(?: to \w+day \d+)? \w+)\s+We deliver it\./.exec(guest.page?.text ?? "") ?? [];
  expect(days).toBeDefined();
  const tracking = await new Visitor(site.url).open(`/tracking?no=${waybillNo}`);
  expect(tracking.text).toContain(`Delivery is usually ${days}.`);
  expect(tracking.text).toMatch(USUALLY);

  const { page } = await aGuestAtTheReview(site);
  expect(page?.text).toMatch(USUALLY);
  expect(page?.text).toContain("isn't a promise");
});

test("tracking stops showing it once the parcel has arrived or was cancelled", async () => {
  const { waybillNo } = await atSite(site, (world) => aParcel().delivered().in(world));
  const { text } = await new Visitor(site.url).open(`/tracking?no=${waybillNo}`);
  expect(text).toContain("Delivered.");
  expect(text).not.toMatch(USUALLY);
});

test("a route whose days staff have withdrawn shows none", async () => {
  inTheFile(site, "UPDATE rates SET least_days = NULL, most_days = NULL WHERE rate_key = 'metro-metro'");
  await pricesAreRead();
  const { page } = await aGuestAtTheReview(site);
  expect(page?.text).toContain("Price Breakdown");
  expect(page?.text).not.toMatch(USUALLY);
});
