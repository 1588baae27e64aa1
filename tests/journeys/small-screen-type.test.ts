import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addresses } from "../support/a-parcel";
import { fillIn, openBrowser, press } from "../support/browser";
import { type RunningSite, startSite } from "../support/running-site";

let site: RunningSite;
let browser: Awaited<ReturnType<typeof openBrowser>>;
beforeAll(async () => {
  [site, browser] = await Promise.all([startSite(), openBrowser()]);
});
afterAll(async () => {
  await browser.close();
  await site.stop();
});

/** Each family, size and weight is looked up before the first word shows, which is most of a slow phone's first layout. */
const MOST_FONTS = 12;

function fontsOn(page: Page): Promise<string[]> {
  return page.evaluate(`[...new Set([...document.body.querySelectorAll("*")]
    .filter((element) => element.getClientRects().length > 0)
    .filter(({ tagName, childNodes }) => /^(?:INPUT|SELECT|TEXTAREA)$/.test(tagName) ||
      [...childNodes].some(({ nodeType, data }) => nodeType === Node.TEXT_NODE && data.trim()))
    .map((element) => getComputedStyle(element))
    .map(({ fontFamily, fontSize, fontWeight, fontStyle }) => [fontFamily, fontSize, fontWeight, fontStyle].join(" ")))]`);
}

/** Words and numbers that go on in the next line. */
function brokenIn(page: Page, selector: string): Promise<string[]> {
  return page.evaluate(`[...document.querySelectorAll(${JSON.stringify(selector)})].flatMap(({ firstChild: text }) =>
    [...text.data.matchAll(/[^\\s\\u00a0]+/g)].filter(({ 0: word, index }) => {
      const range = document.createRange();
      range.setStart(text, index);
      range.setEnd(text, index + word.length);
      return range.getClientRects().length > 1;
    }).map(([word]) => text.data + ": " + word))`);
}

test.each(["/", "/ship", "/ship/addresses", "/login", "/join"])("%s makes do with few fonts", async (address) => {
  const { page, context } = await browser.phone({ scripts: true });
  await page.goto(site.url + address);
  const fonts = await fontsOn(page);
  expect(fonts.length, fonts.join("\n")).toBeLessThanOrEqual(MOST_FONTS);
  await context.close();
});

test("a box's size is never broken within a number or a unit on a small screen", async () => {
  const { page, context } = await browser.phone({ scripts: true });
  await page.goto(`${site.url}/ship/addresses`);
  await fillIn(page, addresses);
  await press(page, "Next");
  await page.getByText("Flyer bag").waitFor();
  expect(await page.locator(".choice small").count()).toBeGreaterThan(5);
  expect(await brokenIn(page, ".choice small")).toEqual([]);
  await context.close();
});
