import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addresses } from "../support/a-parcel";
import { fillIn, openBrowser, press } from "../support/browser";
import { accessibilityFaults, colourFaults, markupFaults, sidewaysPixels } from "../support/page-checks";
import { type RunningSite, startSite } from "../support/running-site";
import { staff } from "../support/staff";

let site: RunningSite;
let browser: Awaited<ReturnType<typeof openBrowser>>;
beforeAll(async () => {
  [site, browser] = await Promise.all([startSite(), openBrowser()]);
});
afterAll(async () => {
  await browser.close();
  await site.stop();
});

/** Each state of each public page, and how somebody gets there. */
const states: Record<string, (page: Page) => Promise<unknown>> = {
  home: (page) => page.goto(`${site.url}/`),
  track: (page) => page.goto(`${site.url}/track`),
  join: (page) => page.goto(`${site.url}/join`),
  "join, with mistakes": async (page) => {
    await page.goto(`${site.url}/join`);
    await press(page, "Submit application");
  },
  contact: (page) => page.goto(`${site.url}/contact`),
  privacy: (page) => page.goto(`${site.url}/privacy`),
  terms: (page) => page.goto(`${site.url}/terms`),
  lite: (page) => page.goto(`${site.url}/lite?back=/ship`),
  "lite, switched on": async (page) => {
    await page.goto(`${site.url}/lite?back=/ship`);
    await press(page, "Use Lite");
    await page.goto(`${site.url}/lite?back=/ship`);
  },
  "home, with lite": async (page) => {
    await page.goto(`${site.url}/lite`);
    await press(page, "Use Lite");
  },
  offline: (page) => page.goto(`${site.url}/offline`),
  "an unknown address": (page) => page.goto(`${site.url}/no-such-page`),
  "send a parcel": (page) => page.goto(`${site.url}/ship`),
  "a price": (page) => page.goto(`${site.url}/ship?check=price&fromPostal=1431&toPostal=7784`),
  "a code that we don't serve": (page) => page.goto(`${site.url}/ship?check=local&fromPostal=9100&toPostal=7784`),
  "codes that are none": (page) => page.goto(`${site.url}/ship?check=local&fromPostal=12&toPostal=`),
  addresses: (page) => page.goto(`${site.url}/ship/addresses`),
  "addresses, with mistakes": async (page) => {
    await page.goto(`${site.url}/ship/addresses`);
    await submitAsItIs(page);
  },
  "addresses for another country": (page) => page.goto(`${site.url}/ship/addresses?toCountry=Brazil`),
  parcel: toTheParcel,
  "parcel, with mistakes": async (page) => {
    await toTheParcel(page);
    await submitAsItIs(page);
  },
  "addresses, where we don't go": (page) => toTheParcel(page, { fromPostal: "7400" }),
  "addresses, a name of several places": (page) => toTheParcel(page, { fromPostal: "Soweto" }),
  "parcel, too heavy for its box": async (page) => {
    await toTheParcel(page);
    await page.getByText("Flyer bag").click();
    await fillIn(page, { weight: "2,5" });
    await press(page, "Calculate Quote");
  },
  review: toTheReview,
  "review, not confirmed": async (page) => {
    await toTheReview(page);
    await submitAsItIs(page);
  },
  "review without an instant price": async (page) => {
    await toTheParcel(page, { fromPostal: "9100" });
    await press(page, "Ask us for a price");
    await page.getByText("Flyer bag").click();
    await press(page, "Calculate Quote");
  },
  "hand-over": toThePayment,
  "review of a booking": async (page) => {
    await toThePayment(page);
    await page.goto(`${site.url}/ship/review`);
  },
  "payment page": async (page) => {
    await toThePayment(page);
    await press(page, "Pay now");
  },
  "a cancelled payment": async (page) => {
    await toThePayment(page);
    await press(page, "Pay now");
    await press(page, "Cancel payment");
  },
  "a failed payment": async (page) => {
    await toThePayment(page);
    await press(page, "Pay now");
    await press(page, "Fail payment");
  },
  "waiting for the payment": async (page) => {
    await toThePayment(page);
    await page.getByRole("link", { name: "I have paid already" }).click();
  },
  "paid and booked": toTheWaybillNumber,
  waybill: async (page) => {
    await toTheWaybillNumber(page);
    await page.getByRole("link", { name: "Print the waybill" }).click();
  },
  tracking: async (page) => {
    await toTheWaybillNumber(page);
    await page.getByRole("link", { name: "Track this parcel" }).click();
  },
  "something is wrong": async (page) => {
    await toTheWaybillNumber(page);
    await page.getByRole("link", { name: "Track this parcel" }).click();
    await page.getByRole("link", { name: "Something is wrong" }).click();
    await press(page, "Send");
  },
  "a lost waybill number": (page) => page.goto(`${site.url}/lost?sent=1`),
  "continue on another phone": async (page) => {
    await toTheParcel(page);
    await page.getByRole("link", { name: "Continue on another phone" }).click();
  },
  "a cancelled booking": async (page) => {
    await toACancelledBooking(page);
    await page.goto(`${site.url}/ship/review`);
  },
  "what becomes of its money": async (page) => {
    await toACancelledBooking(page);
    await page.reload();
  },
  "its waybill": async (page) => {
    const waybillNo = await toACancelledBooking(page);
    await page.goto(`${site.url}/waybill/${waybillNo}`);
  },
  "tracking something unknown": (page) => page.goto(`${site.url}/tracking?action=track&accno=&no=TH0000000000`),
  "a return without a reference": (page) => page.goto(`${site.url}/payfast/return`),
};

describe.each(Object.keys(states))("%s", (name) => {
  test("reads well for everyone, light and dark, on a small phone", async () => {
    const { page, context } = await browser.phone({ scripts: true });
    await context.route("**/entry.client-*.js", (route) => route.abort());
    let html = "";
    page.on("response", async (response) => {
      if (response.request().isNavigationRequest() && response.status() !== 302 && response.status() !== 303) {
        html = await response.text().catch(() => html);
      }
    });
    await states[name]?.(page);
    // A button is pressed once the next page begins to come.
    await page.locator("h1").first().waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(await sidewaysPixels(page)).toBeLessThanOrEqual(0);
    await page.emulateMedia({ colorScheme: "dark" });
    expect(await colourFaults(page)).toEqual([]);
    expect(html).toContain("<!DOCTYPE html>");
    expect(await markupFaults(html)).toEqual([]);
    await page.setViewportSize({ width: 1280, height: 800 });
    expect(await sidewaysPixels(page)).toBeLessThanOrEqual(0);
    await context.close();
  });
});

async function submitAsItIs(page: Page) {
  await page.locator("main form button:not(.plain)").first().click();
}

async function toTheParcel(page: Page, changes: Record<string, string> = {}) {
  await page.goto(`${site.url}/ship/addresses`);
  await fillIn(page, { ...addresses, ...changes });
  await press(page, "Next");
}

async function toTheReview(page: Page) {
  await toTheParcel(page);
  await page.getByText("Flyer bag").click();
  await press(page, "Calculate Quote");
}

async function toThePayment(page: Page) {
  await toTheReview(page);
  await page.getByLabel(/I confirm/).check();
  await press(page, "Book This Collection");
}

async function toTheWaybillNumber(page: Page) {
  await toThePayment(page);
  await press(page, "Pay now");
  await press(page, "Complete payment");
}

/** Stands on the page that a payment leads back to; the booking was cancelled since. */
async function toACancelledBooking(page: Page): Promise<string> {
  await toTheWaybillNumber(page);
  const [shown = ""] = /TH \d{3} \d{3} \d{3} \d/.exec(await page.locator("main").innerText()) ?? [];
  const { code, err } = await staff(site, ["cancel", "booking", ...shown.split(/\s/), "--because", "We can't come."]);
  if (code !== 0) throw new Error(err);
  return shown.replaceAll(/\s/g, "");
}
