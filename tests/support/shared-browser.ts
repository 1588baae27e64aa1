import { chromium } from "playwright-core";
import type { TestProject } from "vitest/node";

declare module "vitest" {
  interface ProvidedContext {
    browser: string;
  }
}

/** Nothing that Chromium does on its own account: no network but the site's. */
const QUIET = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** What Chromium is started with. */
export function browserOptions(args: string[] = []) {
  return { executablePath: process.env.CHROMIUM_PATH ?? "/usr/bin/chromium", args: [...QUIET, ...args] };
}

/** Starts one browser for all tests in the browser: each opens a context of its own in it, which shares nothing with the others. */
export async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const server = await chromium.launchServer(browserOptions());
  provide("browser", server.wsEndpoint());
  return () => server.close();
}
