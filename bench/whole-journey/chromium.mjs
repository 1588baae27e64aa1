import { chromium } from "playwright-core";
import { browserPath } from "../../tests/support/find-browser.mjs";

/** Somebody with Chromium on a small phone, scripts off. */
export class ChromiumWithoutScripts {
  static async open(address) {
    const browser = await chromium.launch({
      executablePath: browserPath(),
      args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"],
    });
    const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 320, height: 640 } });
    context.setDefaultTimeout(60_000);
    const page = await context.newPage();
    await page.goto(address);
    return Object.assign(new ChromiumWithoutScripts(), { browser, page, filled: new Map() });
  }

  async arrive(words) {
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

  press(button) {
    return this.page.getByRole("button", { name: new RegExp(`^${button}(: |$)`) }).click();
  }

  follow(link) {
    return this.page.locator("main").getByRole("link", { name: link, exact: true }).first().click();
  }

  async read(pattern) {
    const found = this.page.locator("main").getByText(pattern).first();
    return pattern.exec(await found.textContent())[0];
  }

  close() {
    return this.browser.close();
  }
}
