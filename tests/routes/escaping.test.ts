import { afterAll, beforeAll, expect, test } from "vitest";
import { aVerifiedCustomer } from "../support/a-customer";
import { addresses, parcel } from "../support/a-parcel";
import { type RunningSite, startSite } from "../support/running-site";
import type { Page } from "../support/visitor";

let site: RunningSite;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.stop());

const MARKUP = `"'><img src=x onerror=a>`;
const texts = ["fromName", "fromAddressLine", "fromSuburb", "fromCity", "fromLandmark"];
const typed = {
  ...addresses,
  ...Object.fromEntries([...texts, ...texts.map((name) => name.replace("from", "to"))].map((name) => [name, MARKUP])),
};

test("markup that a customer types is text on every page of a parcel's way", async () => {
  const customer = await aVerifiedCustomer(site, "markup@example.co.za");
  const pages: Page[] = [];
  const see = (page: Page) => {
    pages.push(page);
    return page;
  };
  await customer.open("/account");
  see(await customer.press("Save", { name: MARKUP, phone: "nonsense" }));
  see(await customer.press("Save", { name: MARKUP, phone: "082 123 4567" }));
  await customer.open("/ship/addresses");
  see(await customer.press("Next", { ...typed, fromEmail: "" }));
  await customer.press("Next", typed);
  const described = { ...parcel, parcelDesc: MARKUP, specialInstructions: MARKUP };
  see(await customer.press("Calculate Quote", { ...described, weight: MARKUP }));
  see(await customer.press("Calculate Quote", described));
  see(await customer.press("Book This Collection", { confirm: "on" }));
  await customer.press("Pay now");
  see(await customer.press("Complete payment"));
  const { document } = see(await customer.open("/dashboard"));
  const waybill = document.querySelector('a[href^="/waybill/"]')?.getAttribute("href");
  see(await customer.open(waybill ?? expect.fail("no link to the waybill")));
  see(await customer.open(`/tracking?no=${encodeURIComponent(MARKUP)}`));
  see(await customer.open(`/login?tab=${encodeURIComponent(MARKUP)}&next=${encodeURIComponent(MARKUP)}`));
  see(await customer.open(`/${encodeURIComponent(MARKUP)}`));

  const shown = pages.filter(({ html }) => html.includes("&lt;img src=x"));
  expect(shown.length, shown.map(({ url }) => url).join("\n")).toBeGreaterThan(5);
  for (const { url, html, document } of pages) {
    expect(html, url).not.toContain("<img src=x");
    expect(document.querySelectorAll("[onerror]"), url).toEqual([]);
  }
});
