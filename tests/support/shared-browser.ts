import { chromium } from "playwright-core";
import type { TestProject } from "vitest/node";

declare module "vitest" {
  interface ProvidedContext {
    browser: string;
  }
}

/** Turns off everything that Chromium does by itself: only the site uses the network. */
const QUIET = [
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

/** Starts one browser for all browser tests; each opens its own context, which shares nothing with the others. */
export async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const server = await chromium.launchServer(browserOptions());
  provide("browser", server.wsEndpoint());
  return () => server.close();
}
