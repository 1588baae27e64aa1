import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";
import { inject } from "vitest";
import { fullBrowserPath } from "./find-browser.mjs";
import { forAllTests } from "./for-tests";
import { browserOptions } from "./shared-browser";

/** Only for tests that hang. */
const PATIENCE_MS = 2 * 60 * 1000;

/**
 * A phone's browser, 320 px wide, with scripts or without.
 * @param findsHere host names that resolve to this machine, as on a phone in the site's network
 */
export async function openBrowser(findsHere: string[] = []): Promise<{
  phone(options?: {
    scripts?: boolean;
    /** Without a service worker, tests can intercept requests. */
    worker?: boolean;
    dark?: boolean;
    width?: number;
  }): Promise<{ page: Page; context: BrowserContext }>;
  close(): Promise<void>;
}> {
  const browser = await (findsHere.length > 0 ? aBrowserThatFinds(findsHere) : chromium.connect(inject("browser")));
  return {
    async phone({ scripts = false, worker = true, dark = false, width = 320 } = {}) {
      const context = await browser.newContext({
        javaScriptEnabled: scripts,
        serviceWorkers: worker ? "allow" : "block",
        viewport: { width, height: 640 },
        colorScheme: dark ? "dark" : "light",
        locale: "en-ZA",
      });
      context.setDefaultTimeout(PATIENCE_MS);
      return { page: await context.newPage(), context };
    },
    close: () => browser.close(),
  };
}

/** A browser that is opened before the first test of a file, and closed after the last. */
export function browserForAllTests(findsHere: string[] = []) {
  return forAllTests(
    () => openBrowser(findsHere),
    (browser) => browser.close(),
  );
}

/** Chromium as people have it: the one without windows keeps posts that this one drops. */
export function aFullBrowser(): Promise<Browser> {
  return chromium.launch({ ...browserOptions(), executablePath: fullBrowserPath(import.meta.url) });
}

function aBrowserThatFinds(hosts: string[]): Promise<Browser> {
  const rules = hosts.map((host) => `MAP ${host} 127.0.0.1`).join(",");
  return chromium.launch(browserOptions([`--host-resolver-rules=${rules}`]));
}

/** Types text into the fields with these names. */
export async function fillIn(page: Page, answers: Record<string, string>): Promise<void> {
  for (const [name, answer] of Object.entries(answers)) await page.locator(`[name="${name}"]`).first().fill(answer);
}

/** Presses a button, which may add an amount to what it is called: "Pay now: R 80,62". */
export async function press(page: Page, button: string): Promise<void> {
  await page.getByRole("button", { name: new RegExp(`^${button.replace(/[.?*+()[\]]/g, "\\$&")}(: |$)`) }).click();
}

/** Shows what is folded under these words. */
export async function unfold(page: Page, words: string): Promise<void> {
  await page.locator("summary", { hasText: words }).click();
}
