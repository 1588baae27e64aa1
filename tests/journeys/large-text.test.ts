import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addresses } from "../support/a-parcel";
import { fillIn, openBrowser, press } from "../support/browser";
import { sidewaysPixels } from "../support/page-checks";
import { type RunningSite, startSite } from "../support/running-site";

/** A finger's width (WCAG 2.5.5): CSS pixels. */
const TARGET_PX = 44;

let site: RunningSite;
let browser: Awaited<ReturnType<typeof openBrowser>>;
beforeAll(async () => {
  site = await startSite();
  browser = await openBrowser();
});
afterAll(async () => {
  await browser.close();
  await site.stop();
});

const pages: Record<string, (page: Page) => Promise<unknown>> = {
  home: (page) => page.goto(`${site.url}/`),
  "boxes and coverage": (page) => page.goto(`${site.url}/ship`),
  "a price": (page) => page.goto(`${site.url}/ship?check=price&fromPostal=1431&toPostal=7784`),
  "a price abroad": (page) =>
    page.goto(`${site.url}/ship?check=price-abroad&pickupPostal=1431&toCountry=Saint Vincent and Grenadines`),
  "a place where we don't go": (page) => page.goto(`${site.url}/ship?fromPostal=1431&toPostal=7400`),
  "a city of many places": (page) => page.goto(`${site.url}/ship?fromPostal=1431&toPostal=Soweto`),
  login: (page) => page.goto(`${site.url}/login`),
  track: (page) => page.goto(`${site.url}/track`),
  "addresses, with complaints": async (page) => {
    await page.goto(`${site.url}/ship/addresses`);
    await press(page, "Next");
  },
  parcel: toTheParcel,
  review: toTheReview,
  "every country": async (page) => {
    await page.goto(`${site.url}/ship/addresses`);
    await press(page, "Send to another country");
  },
  "owner driver": (page) => page.goto(`${site.url}/join`),
  terms: (page) => page.goto(`${site.url}/terms`),
  paid: toPaid,
  waybill: async (page) => {
    await toPaid(page);
    await page.getByRole("link", { name: "Print the waybill" }).click();
  },
  "cancel?": async (page) => {
    await toPaid(page);
    await page.getByRole("link", { name: "Cancel this booking" }).click();
  },
};

async function toTheReview(page: Page) {
  await toTheParcel(page);
  await page.getByText("Flyer bag").click();
  await press(page, "Calculate Quote");
}

async function toPaid(page: Page) {
  await toTheReview(page);
  await page.getByLabel(/I confirm/).check();
  await press(page, "Book This Collection");
  await press(page, "Pay now");
  await press(page, "Complete payment");
  await page.getByText("Waybill created").waitFor();
}

async function toTheParcel(page: Page) {
  await page.goto(`${site.url}/ship/addresses`);
  await fillIn(page, addresses);
  await press(page, "Next");
}

test.each(Object.entries(pages))("%s: text of twice the size never makes anybody scroll sideways", async (_, visit) => {
  const { page, context } = await browser.phone({ width: 390 });
  await visit(page);
  await page.evaluate(`document.documentElement.style.fontSize = "2.125rem"`);
  expect(await sidewaysPixels(page)).toBeLessThanOrEqual(0);
  expect(await brokenWords(page)).toEqual([]);
  await context.close();
});

/** Words of the heading, and of the steps' names, that stand on two lines. */
function brokenWords(page: Page): Promise<string[]> {
  return page.evaluate(`[...document.querySelectorAll("h1, .stripes li")].flatMap((place) => {
    const texts = document.createTreeWalker(place, NodeFilter.SHOW_TEXT);
    const broken = [];
    for (let text; (text = texts.nextNode()); )
      for (const { 0: word, index } of text.data.matchAll(/[^ ]+/g)) {
        const range = document.createRange();
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        if (range.getClientRects().length > 1) broken.push(word);
      }
    return broken;
  })`);
}

test.each(Object.entries(pages))("%s: a finger hits what can be pressed", async (_, visit) => {
  const { page, context } = await browser.phone();
  await visit(page);
  expect(await smallTargets(page)).toEqual([]);
  await context.close();
});

/** Links, buttons and fields that are too small; links within a sentence are as high as their line. */
function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate(`[...document.querySelectorAll("a, button, summary, select, textarea, input:not([type=hidden])")].flatMap((target) => {
    const { width, height } = (target.closest("label") ?? target).getBoundingClientRect();
    const parent = target.parentElement;
    const isInSentence = parent.matches("p, .line, span") && parent.textContent.trim() !== target.textContent.trim();
    const isHidden = !target.checkVisibility() || target.closest(".skip, .away") || width < 2;
    if (isHidden || isInSentence || (width >= ${TARGET_PX} && height >= ${TARGET_PX})) return [];
    return [(target.textContent.trim() || target.id) + ": " + Math.round(width) + " × " + Math.round(height)];
  })`);
}
