import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { addresses } from "../../demo/typed-answers";
import { aVerifiedCustomer, PASSWORD } from "../support/a-customer";
import { browserForAllTests, fillIn, press } from "../support/browser";
import { runningSiteForAllTests } from "../support/running-site";

const site = runningSiteForAllTests();
const browser = browserForAllTests();

/**
 * Each family, size and weight is loaded before the first text shows, which takes most of a slow phone's first layout.
 */
const MOST_FONTS = 12;

function fontsOn(page: Page): Promise<string[]> {
  return page.evaluate(`[...new Set([...document.body.querySelectorAll("*")]
    .filter((element) => element.getClientRects().length > 0)
    .filter(({ tagName, childNodes }) => /^(?:INPUT|SELECT|TEXTAREA)$/.test(tagName) ||
      [...childNodes].some(({ nodeType, data }) => nodeType === Node.TEXT_NODE && data.trim()))
    .map((element) => getComputedStyle(element))
    .map(({ fontFamily, fontSize, fontWeight, fontStyle }) => [fontFamily, fontSize, fontWeight, fontStyle].join(" ")))]`);
}

/** Words and numbers that are broken over two lines. */
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

/** Words that are broken over two lines, or overflow their box. Email addresses may do so. */
function untidyWordsOn(page: Page): Promise<string[]> {
  return page.evaluate(`(() => {
    const untidy = [];
    // What is folded away has no width of its own.
    for (const folded of document.querySelectorAll("main details")) folded.open = true;
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const text = texts.currentNode;
      const frame = text.parentElement.closest(".notice, .card, .slip, .boards li, .choice, .bar, main");
      if (!frame || text.parentElement.closest("select, script, .away, .skip")) continue;
      const edge = frame.getBoundingClientRect().right - parseFloat(getComputedStyle(frame).paddingRight);
      for (const { 0: word, index } of text.data.matchAll(/[^\\s\\u00a0]+/g)) {
        const range = document.createRange();
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        const rows = [...range.getClientRects()];
        if (word.includes("@")) continue;
        if (new Set(rows.map(({ top }) => Math.round(top))).size > 1) untidy.push(word + " is broken");
        if (rows.some(({ right }) => right > edge + 1)) untidy.push(word + " stands out of its frame");
      }
    }
    return untidy;
  })()`);
}

test("no word is broken on a small screen, and none overflows its box", async () => {
  await aVerifiedCustomer(site, "small@example.co.za");
  const { page, context } = await browser.phone();
  const untidy: Record<string, string[]> = {};
  const look = async (where: string) => {
    const words = await untidyWordsOn(page);
    if (words.length > 0) untidy[where] = words;
  };
  await page.goto(site.url);
  await look("home");
  await page.goto(`${site.url}/ship?fromPostal=1431&toPostal=1804&selectedBoxId=flyer-bag&check=price`);
  await look("a price");

  await page.goto(`${site.url}/login?next=/ship-Inter`);
  await fillIn(page, { email: "small@example.co.za", password: PASSWORD });
  await press(page, "Login");
  await fillIn(page, { ...addresses, toCity: "São Paulo", toPostal: "" });
  await page.locator("[name=toCountry]").selectOption("Brazil");
  await look("addresses");
  await press(page, "Next");
  await press(page, "Calculate Quote");
  await look("a forgotten box");
  await page.getByText("Stock 7").click();
  await page.locator("[name=quantity]").fill("9");
  await press(page, "Calculate Quote");
  expect(await page.locator(".total dd").textContent()).toMatch(/^R\u00a0\d\d\u00a0\d{3},\d\d$/);
  await look("a total of five digits");
  await page.getByLabel(/I confirm the details above are correct/).check();
  await press(page, "Book This Collection");
  await press(page, "Pay now");
  await press(page, "Complete payment");
  await page.getByRole("link", { name: "Print the waybill" }).click();
  await look("the waybill");
  await page.goto(`${site.url}/dashboard`);
  await look("the dashboard");

  expect(untidy).toEqual({});
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
