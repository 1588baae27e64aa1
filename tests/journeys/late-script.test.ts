import { brotliCompressSync } from "node:zlib";
import type { Request } from "playwright-core";
import { expect, test } from "vitest";
import { browserForAllTests } from "../support/browser";
import { runningSiteForAllTests } from "../support/running-site";

const site = runningSiteForAllTests();
const browser = browserForAllTests();

/** Compressed, for all scripts of a page; the service worker is extra. What is typed outlasts a reload by 500 of them. */
const BUDGET_BYTES = 5_100;

async function scriptsOf(address: string) {
  const { page, context } = await browser.phone({ scripts: true, worker: false });
  const requests: Request[] = [];
  page.on("request", (request) => request.resourceType() === "script" && requests.push(request));
  await page.goto(site.url + address, { waitUntil: "networkidle" });
  const texts = await Promise.all(requests.map(async (request) => (await request.response())?.text() ?? ""));
  await context.close();
  return texts;
}

test.each(["/ship", "/ship/addresses", "/login"])("%s runs one small file that asks for no other", async (address) => {
  const scripts = await scriptsOf(address);
  expect(scripts).toHaveLength(1);
  expect(brotliCompressSync(scripts[0] ?? "").length).toBeLessThan(BUDGET_BYTES);
  expect(scripts[0]).not.toMatch(/\bimport\b/);
});

test.each(["/", "/track", "/contact", "/lite", "/no-such-page"])("%s runs none", async (address) => {
  expect(await scriptsOf(address)).toEqual([]);
});
