import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { browserForAllTests } from "../support/browser";
import { everyState } from "../support/every-state";
import { otherSpellings } from "../support/other-spellings";
import {
  accessibilityFaults,
  brokenPhones,
  brokenWords,
  colourFaults,
  markupFaults,
  primaryButtons,
  runOnLinks,
  sidewaysPixels,
  smallHeadings,
  smallTargets,
  unnamedTables,
} from "../support/page-checks";
import { runningSiteForAllTests } from "../support/running-site";
import { type Page as Answer, Visitor } from "../support/visitor";

const site = runningSiteForAllTests();
const browser = browserForAllTests();
let page: Page;
beforeAll(async () => {
  const phone = await browser.phone({ scripts: true, worker: false });
  page = phone.page;
  await phone.context.route("**/entry.client-*.js", (route) => route.abort());
});

/** Shows an answer in the browser, with the site's own style sheet. */
async function show({ url, status, headers, html }: Answer): Promise<void> {
  await page.route(
    url,
    (route) =>
      route.fulfill({
        status,
        body: html,
        contentType: "text/html; charset=utf-8",
        headers: { "content-security-policy": headers.get("content-security-policy") ?? "" },
      }),
    { times: 1 },
  );
  await page.goto(url);
}

test.each(Object.entries(everyState))(
  "%s: reads well for everyone, light and dark, on a small phone, in large text and on a desk",
  async (name, way) => {
    const visitor = new Visitor(site.url);
    await way(visitor, site);
    if (!visitor.page) throw new Error("the way leads nowhere");
    await page.setViewportSize({ width: 320, height: 640 });
    await page.emulateMedia({ colorScheme: "light" });
    await show(visitor.page);
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(await sidewaysPixels(page)).toBeLessThanOrEqual(0);
    expect(await smallTargets(page)).toEqual([]);
    expect(await runOnLinks(page)).toEqual([]);
    expect(await unnamedTables(page)).toEqual([]);
    if (!name.startsWith("the receiver's page")) expect((await primaryButtons(page)).slice(1)).toEqual([]);
    await page.emulateMedia({ colorScheme: "dark" });
    expect(await colourFaults(page)).toEqual([]);
    expect(visitor.page.html).toContain("<!DOCTYPE html>");
    expect(await markupFaults(visitor.page.html)).toEqual([]);
    expect(otherSpellings(visitor.page.html)).toEqual([]);
    // From 900 pixels there are two columns.
    for (const width of [910, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      expect(await sidewaysPixels(page), `${width} pixels`).toBeLessThanOrEqual(0);
    }
    await page.setViewportSize({ width: 390, height: 640 });
    await page.evaluate(`document.documentElement.style.fontSize = "2.125rem"`);
    expect(await brokenWords(page)).toEqual([]);
    for (const width of [390, 320]) {
      await page.setViewportSize({ width, height: 640 });
      expect(await sidewaysPixels(page), `in text of twice the size, ${width} pixels`).toBeLessThanOrEqual(0);
      expect(await smallHeadings(page)).toEqual([]);
      expect(await brokenPhones(page)).toEqual([]);
    }
    await page.evaluate(`document.documentElement.style.fontSize = ""`);
    expect(await brokenPhones(page)).toEqual([]);
  },
);
