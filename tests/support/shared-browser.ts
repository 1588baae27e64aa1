import { chromium } from "playwright-core";
import type { TestProject } from "vitest/node";
import { browserPath } from "./find-browser.mjs";

declare module "vitest" {
  interface ProvidedContext {
    browser: string;
  }
}

/** Turns off everything that Chromium does by itself: only the site uses the network. */
export const QUIET = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** Chromium's launch options. */
export function browserOptions(args: string[] = []) {
  return { executablePath: process.env.CHROMIUM_PATH ?? "/usr/bin/chromium", args: [...QUIET, ...args] };
}

/**
 * Starts one browser for all browser tests; each opens its own context, which shares nothing with the others. Only a run
 * that has such a test looks for a browser, or installs one.
 */
export async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  process.env.CHROMIUM_PATH = browserPath(import.meta.url);
  const server = await chromium.launchServer(browserOptions());
  provide("browser", server.wsEndpoint());
  return () => server.close();
}
