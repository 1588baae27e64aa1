import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { browserForAllTests } from "../support/browser";
import { everyState } from "../support/every-state";
import { colourFaults, sidewaysPixels } from "../support/page-checks";
import { runningSiteForAllTests } from "../support/running-site";
import { Visitor } from "../support/visitor";

const site = runningSiteForAllTests();
const browser = browserForAllTests();

/** A declaration: what it sets, and to what. */
const DECLARATION = /(?<=[{;])\s*([\w-]+)\s*:([^;{}]*)(?=[;}])/g;

/** A style sheet as a browser reads it that has no custom properties, no grid and no min(), max() and clamp(). */
function asOldBrowsersReadIt(css: string): string {
  return css.replace(DECLARATION, (declaration, name: string, value: string) =>
    /^(?:--|grid)/.test(name) || /var\(|\b(?:min|max|clamp)\(|\bgrid\b/.test(value) ? "" : declaration,
  );
}

/** Buttons without a border or a ground, links in the page's main part without a line, and fields without a border. */
function unlike(page: Page): Promise<string[]> {
  return page.evaluate(`(() => {
    const ground = (style) => style.backgroundColor !== "rgba(0, 0, 0, 0)" && style.backgroundColor !== "rgb(255, 255, 255)";
    const border = (style) => parseFloat(style.borderTopWidth) > 0 && style.borderTopStyle !== "none";
    const line = (style) => style.textDecorationLine.includes("underline");
    const seen = [...document.querySelectorAll("main :is(a, button, input, select, textarea)")].filter((each) => each.checkVisibility());
    return seen.filter((each) => {
      const style = getComputedStyle(each);
      if (each.matches("[type=hidden], [type=checkbox], [type=radio], [type=file], .away")) return false;
      if (each.matches(".button:not(.plain)")) return !(border(style) && ground(style));
      if (each.matches(".button, input, select, textarea")) return !border(style);
      return !line(style) && !border(style) && !each.matches("[aria-current]");
    }).map((each) => each.outerHTML.slice(0, 120));
  })()`);
}

const states = ["home", "a price", "tracking", "addresses, with mistakes", "review", "hand-over", "login"] as const;
const signedIn = ["dashboard, with parcels", "many parcels", "the receiver's page", "a driver's stop"] as const;

test.each([...states, ...signedIn])("where CSS has no custom properties and no grid: %s", async (state) => {
  const visitor = new Visitor(site.url);
  await everyState[state]?.(visitor, site);
  const { page, context } = await browser.phone({ scripts: true, worker: false });
  await context.route("**/entry.client-*.js", (route) => route.abort());
  await context.route("**/*.css", async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, body: asOldBrowsersReadIt(await answer.text()) });
  });
  const { url, html } = visitor.page ?? expect.fail("no page");
  await page.route(url, (route) => route.fulfill({ body: html, contentType: "text/html; charset=utf-8" }), {
    times: 1,
  });
  await page.goto(url);
  expect(await unlike(page)).toEqual([]);
  expect(await colourFaults(page)).toEqual([]);
  expect(await sidewaysPixels(page)).toBeLessThanOrEqual(0);
  const margin = await page.evaluate(`document.querySelector("main h1").getBoundingClientRect().left`);
  expect(margin).toBeGreaterThan(10);
  await context.close();
});
