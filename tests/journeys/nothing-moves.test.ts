import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { addresses } from "../../demo/typed-answers";
import { browserForAllTests, fillIn, press, unfold } from "../support/browser";
import { runningSiteForAllTests } from "../support/running-site";

const site = runningSiteForAllTests();
const browser = browserForAllTests();

/** Long after the page's own changes: the script waits for an idle moment, the loading screen for 500 ms. */
const SETTLED_MS = 1_500;

/** How late the script arrives. */
const SCRIPT_MS = 600;

/**
 * A small phone that records what moves on its pages without a tap, and when; the script arrives late, as on a slow
 * connection.
 */
async function aWatchfulPhone(scriptComes: Promise<unknown> = after(SCRIPT_MS)) {
  const { page, context } = await browser.phone({ scripts: true, worker: false });
  // Only visible movement counts, so make the whole page visible.
  await page.setViewportSize({ width: 320, height: 3_000 });
  await page.addInitScript(`
    window.moved = [];
    // A busy machine paints the page before all of it has come: the first frame after that may show the footer pushed
    // down. The next frame may have been due before that was painted, so this isn't the moment when it was due.
    window.wholeSince = Infinity;
    addEventListener("DOMContentLoaded", () =>
      requestAnimationFrame(() => requestAnimationFrame(() => (wholeSince = performance.now()))),
    );
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput, sources, startTime } of list.getEntries())
        if (!hadRecentInput)
          moved.push([startTime, value + ": " + sources.map(({ node }) => node?.outerHTML?.slice(0, 80)).join(" | ")]);
    }).observe({ type: "layout-shift", buffered: true });
  `);
  await context.route("**/entry.client-*.js", async (route) => {
    await scriptComes;
    await route.continue();
  });
  return { page, close: () => context.close() };
}

function after(ms: number): Promise<void> {
  return new Promise((later) => setTimeout(later, ms));
}

async function movedOn(page: Page): Promise<unknown> {
  await page.waitForTimeout(SETTLED_MS);
  return page.evaluate("moved.filter(([at]) => at >= wholeSince).map(([, what]) => what)");
}

const ways: Record<string, (page: Page) => Promise<unknown>> = {
  "send a parcel": (page) => page.goto(`${site.url}/ship`),
  "a price": (page) => page.goto(`${site.url}/ship?check=price&fromPostal=1431&toPostal=7784`),
  addresses: (page) => page.goto(`${site.url}/ship/addresses`),
  "addresses, with mistakes": async (page) => {
    await page.goto(`${site.url}/ship/addresses`);
    await fillIn(page, { ...addresses, fromEmail: "nobody", toPostal: "18" });
    await press(page, "Next");
    await page.getByText("There is a problem").waitFor();
  },
  "addresses for another country": (page) => page.goto(`${site.url}/ship/addresses?toCountry=Brazil`),
  parcel: toTheParcel,
  review: toTheReview,
  "hand-over": async (page) => {
    await toTheReview(page);
    await page.getByLabel(/I confirm/).check();
    await press(page, "Book This Collection");
    await page.waitForURL("**/payfast/start/*");
  },
  login: (page) => page.goto(`${site.url}/login`),
  join: (page) => page.goto(`${site.url}/join`),
};

describe.each(Object.keys(ways))("%s", (name) => {
  test("nothing moves after it was shown, though the script arrives later", async () => {
    const { page, close } = await aWatchfulPhone();
    await ways[name]?.(page);
    expect(await movedOn(page)).toEqual([]);
    await close();
  });
});

test("the field that replaces the list of countries has the list's size, and its options lie over the page", async () => {
  let letScriptCome = () => {};
  const { page, close } = await aWatchfulPhone(new Promise<void>((come) => (letScriptCome = come)));
  const boxOf = (what: string) => page.locator(what).boundingBox();
  await page.goto(`${site.url}/ship`, { waitUntil: "domcontentloaded" });
  await unfold(page, "Sending to another country?");
  const list = await boxOf("select[name=toCountry]");
  const button = await boxOf("#international .buttons");
  letScriptCome();
  const country = page.locator("#international input[role=combobox]");
  await country.waitFor();
  expect(await country.boundingBox()).toEqual(list);
  expect(await boxOf("#international .buttons")).toEqual(button);

  // The answer comes long after the key, as on a slow connection, so that any movement counts as unexpected.
  await page.context().route("**/countries?*", async (route) => {
    await after(900);
    await (route.request().url().includes("q=bra") ? route.continue() : route.abort());
  });
  await country.click();
  await country.pressSequentially("bra");
  await page.getByRole("option", { name: "Brazil" }).waitFor();
  expect(await movedOn(page)).toEqual([]);
  await country.fill("germ");
  await page.getByText("Using offline country list (API unavailable).").waitFor();
  expect(await movedOn(page)).toEqual([]);
  await close();
});

test("a busy button moves nothing, and the spinner shows after half a second", async () => {
  const { page, close } = await aWatchfulPhone();
  await toTheParcel(page);
  await page.getByText("Flyer bag").click();
  await page.waitForTimeout(SETTLED_MS);
  // So that the browser stays on the page.
  await page.context().route("**/ship/parcel", (route) => route.abort("aborted"));
  // The test runs the page's timers: up to 400 ms after the button, then up to 1000.
  const seen = await page.evaluate<{ button: string; back: string; spins: boolean }[]>(`(() => {
    const [button, back] = document.querySelectorAll("form[data-needs-all] .buttons > *");
    const look = () => ({
      button: button.textContent,
      back: JSON.stringify(back.getBoundingClientRect()),
      spins: document.documentElement.classList.contains("spinner"),
    });
    const timers = [];
    const goOff = (until) => timers.filter(({ ms }) => ms <= until).forEach((timer) => {
      timers.splice(timers.indexOf(timer), 1);
      timer.go();
    });
    const setTimer = window.setTimeout;
    window.setTimeout = (go, ms = 0) => timers.push({ go, ms });
    const seen = [look()];
    button.click();
    for (const ms of [400, 1000]) {
      goOff(ms);
      seen.push(look());
    }
    window.setTimeout = setTimer;
    return seen;
  })()`);
  const [before, busy, slow] = seen;
  expect(before).toMatchObject({ button: "Calculate Quote", spins: false });
  expect(busy).toEqual({ button: "Calculating…", back: before?.back, spins: false });
  expect(slow).toEqual({ button: "Calculating…", back: before?.back, spins: true });
  expect(await movedOn(page)).toEqual([]);
  await close();
});

async function toTheParcel(page: Page) {
  await page.goto(`${site.url}/ship/addresses`);
  await fillIn(page, addresses);
  await press(page, "Next");
  await page.waitForURL("**/ship/parcel");
}

async function toTheReview(page: Page) {
  await toTheParcel(page);
  await page.getByText("Flyer bag").click();
  await press(page, "Calculate Quote");
  await page.waitForURL("**/ship/review");
}

test("the header has its final height before its content arrives", async () => {
  const { page, context } = await browser.phone({ scripts: true });
  await page.goto(site.url);
  const heightOfHeader = () => page.locator("header.top").evaluate((header) => header.getBoundingClientRect().height);
  const whole = await heightOfHeader();
  await page.locator("header.top .bar").evaluate((bar) => bar.replaceChildren());
  expect(await heightOfHeader()).toBe(whole);
  await context.close();
});

test("Chromium waits for the style sheets, each of which it fetches once", async () => {
  const { page, context } = await browser.phone({ scripts: true, worker: false });
  const asked: string[] = [];
  let styleComes = () => {};
  const style = new Promise<void>((come) => {
    styleComes = come;
  });
  await context.route("**/*.css", async (route) => {
    asked.push(route.request().url());
    await style;
    await route.continue();
  });
  await page.goto(`${site.url}/ship/addresses`, { waitUntil: "commit" });
  await page.waitForTimeout(SCRIPT_MS);
  expect(await page.evaluate("document.querySelector('main')")).toBeNull();
  styleComes();
  await page.getByRole("heading", { name: "Addresses" }).waitFor();
  expect(asked).toEqual([...new Set(asked)]);
  await context.close();
});

test("a header that is painted in parts has its final layout from the start", async () => {
  const { page, context } = await browser.phone({ scripts: true });
  await page.goto(`${site.url}/ship`);
  const [whole, before] = (await page.evaluate(`(() => {
    const places = () => [".logo", ".logo > span", ".menu"].map((one) => {
      const { x, y, width, height } = document.querySelector(one).getBoundingClientRect();
      return [one, x, y, width, height].join(" ");
    });
    const whole = places();
    for (const late of [".logo small", ".menu summary"]) document.querySelector(late).remove();
    return [whole, places()];
  })()`)) as [string[], string[]];
  expect(before).toEqual(whole);
  await context.close();
});
