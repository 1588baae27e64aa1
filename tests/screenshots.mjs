/**
 * `npm run screenshots`: a picture of every page at 320, 768 and 1280 pixels, light and dark, in `screenshots/`.
 * For looking at; nothing is compared.
 */
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { chromium } from "playwright-core";
import { buildIfStale, root } from "../server/fresh.mjs";
import { browserPath } from "./support/find-browser.mjs";
import { siteArguments } from "./support/site-arguments.mjs";

const PORT = 3987;
const origin = `http://localhost:${PORT}`;
const QUIET = [
  "--no-sandbox",
  "--disable-gpu",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

const sender = {
  fromName: "Thandi Nkosi",
  fromEmail: "thandi@example.co.za",
  fromPhone: "082 123 4567",
  fromAddressLine: "Stand 1423, Mphuti Street",
  fromSuburb: "Katlehong",
  fromCity: "Germiston",
  fromPostal: "1431",
  fromLandmark: "Blue gate opposite the taxi rank",
};
const receiver = {
  toName: "Sipho Dlamini",
  toEmail: "sipho@example.co.za",
  toPhone: "+27 73 555 0101",
  toAddressLine: "12 Ncome Crescent",
  toSuburb: "Orlando East",
  toCity: "Soweto",
  toPostal: "1804",
};

const plainPages = [
  "/",
  "/track",
  "/join",
  "/contact",
  "/privacy",
  "/terms",
  "/developers",
  "/login",
  "/login?tab=register",
  "/login?tab=forgot",
  "/ship",
  "/ship?check=price&fromPostal=1431&toPostal=7784",
  "/no-such-page",
  "/lite?back=/ship",
  "/offline",
  "/tracking",
];

process.chdir(root);
buildIfStale();
mkdirSync("screenshots", { recursive: true });
const dataDir = mkdtempSync(path.join(tmpdir(), "thuma-screenshots-"));
const site = spawn(process.execPath, siteArguments, {
  env: { ...process.env, NODE_ENV: "production", DATA_DIR: dataDir, PORT: String(PORT) },
  stdio: ["ignore", "pipe", "inherit"],
});
await new Promise((resolve) => site.stdout.once("data", resolve));
const browser = await chromium.launch({ executablePath: browserPath(), args: QUIET });
try {
  for (const width of [320, 768, 1280])
    for (const colorScheme of ["light", "dark"]) await photograph(width, colorScheme);
} finally {
  await browser.close();
  site.kill();
  rmSync(dataDir, { recursive: true, force: true });
}
console.log("Look at them in screenshots/.");

async function photograph(width, colorScheme) {
  const context = await browser.newContext({
    viewport: { width, height: 800 },
    colorScheme,
    reducedMotion: "reduce",
    javaScriptEnabled: false,
  });
  const page = await context.newPage();
  const take = (name) => page.screenshot({ path: `screenshots/${width}-${colorScheme}-${name}.png`, fullPage: true });
  for (const address of plainPages) {
    await page.goto(origin + address);
    await take(address.replace(/\W+/g, "-").replace(/^-|-$/g, "") || "home");
  }
  const press = (button) => page.getByRole("button", { name: button, exact: true }).click();
  await page.goto(`${origin}/ship/addresses`);
  await press("Next");
  await take("step-1-with-mistakes");
  for (const [name, value] of Object.entries({ ...sender, ...receiver }))
    await page.locator(`[name=${name}]`).fill(value);
  await press("Next");
  await take("step-2");
  await page.getByText("Flyer bag").click();
  await press("Calculate Quote");
  await take("step-3");
  await page.locator("[name=confirm]").check();
  await press("Book This Collection");
  await take("hand-over");
  await press("Pay now");
  await take("simulator");
  await press("Complete payment");
  await take("paid");
  await page.getByRole("link", { name: "Print the waybill" }).click();
  await take("waybill");
  await page.emulateMedia({ media: "print" });
  await take("waybill-in-print");
  await context.close();
}
