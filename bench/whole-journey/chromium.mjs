import { chromium } from "playwright-core";
import { browserPath } from "../../tests/support/find-browser.mjs";

/**
 * Somebody with Chromium on a small phone. `waits` has an entry for each page: how many ms after the press its largest
 * part was painted, and how many until it was whole, with its pictures.
 */
export class ChromiumOnAPhone {
  /** @param options.slowdown how many times slower than this machine's processor the phone's is */
  static async open(address, { scripts = false, slowdown = 1 } = {}) {
    const browser = await chromium.launch({
      executablePath: browserPath(),
      args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"],
    });
    const context = await browser.newContext({ javaScriptEnabled: scripts, viewport: { width: 320, height: 640 } });
    context.setDefaultTimeout(60_000);
    const page = await context.newPage();
    const devTools = await context.newCDPSession(page);
    if (slowdown > 1) await devTools.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
    const phone = Object.assign(new ChromiumOnAPhone(), { browser, page, filled: new Map(), waits: [] });
    // Told by the browser, because no observer runs in a page without scripts.
    await devTools.send("PerformanceTimeline.enable", { eventTypes: ["largest-contentful-paint"] });
    devTools.on("PerformanceTimeline.timelineEventAdded", ({ event }) => phone.painted(event.lcpDetails));
    await phone.leave(() => page.goto(address, { waitUntil: "commit" }));
    return phone;
  }

  async arrive(words) {
    await this.loaded;
    await this.page.locator("main").getByText(words).first().waitFor();
    this.filled = new Map();
  }

  /** The first field of this name, then the second: a page asks for two addresses. */
  async fill(label, text) {
    const nth = this.filled.get(label) ?? 0;
    this.filled.set(label, nth + 1);
    await this.page.locator("main").getByLabel(label).nth(nth).fill(text);
  }

  choose(label) {
    return this.page.getByLabel(label).check();
  }

  async press(button) {
    const found = this.page.getByRole("button", { name: new RegExp(`^${button}(: |$)`) });
    await found.scrollIntoViewIfNeeded();
    await this.leave(() => found.click({ noWaitAfter: true }));
  }

  async follow(link) {
    const found = this.page.locator("main").getByRole("link", { name: link, exact: true }).first();
    await found.scrollIntoViewIfNeeded();
    await this.leave(() => found.click({ noWaitAfter: true }));
  }

  async read(pattern) {
    await this.loaded;
    const found = this.page.locator("main").getByText(pattern).first();
    return pattern.exec(await found.textContent())[0];
  }

  close() {
    return this.browser.close();
  }

  /** Goes to the next page by `press`; `loaded` resolves once it is whole. Nothing is asked of the page meanwhile. */
  async leave(press) {
    const isWhole = this.page.waitForEvent("load");
    const pressedAt = Date.now();
    const wait = { page: "", pressedAt, shownMs: Number.NaN, wholeMs: Number.NaN };
    this.waits.push(wait);
    await press();
    this.loaded = isWhole.then(async () => {
      while (!wait.shownMs || !wait.wholeMs) {
        await this.page.waitForTimeout(20);
        const wholeAt = await this.page.evaluate(whenWhole);
        if (wholeAt) wait.wholeMs = wholeAt - pressedAt;
      }
      wait.page = new URL(this.page.url()).pathname;
    });
    // Whoever arrives reads it.
    this.loaded.catch(() => undefined);
  }

  /** A part of the page was painted that is larger than all before. */
  painted({ renderTime, loadTime }) {
    const wait = this.waits.at(-1);
    const shownMs = (renderTime || loadTime) * 1000 - wait.pressedAt;
    if (shownMs > 0) wait.shownMs = shownMs;
  }
}

/** Runs in the page. Null until it is whole. */
function whenWhole() {
  const [{ loadEventEnd }] = performance.getEntriesByType("navigation");
  return loadEventEnd ? performance.timeOrigin + loadEventEnd : null;
}
