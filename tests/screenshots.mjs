/**
 * `npm run screenshots`: a picture of every page at 320, 390, 768 and 1280 pixels, light and dark; on a small phone with
 * text of twice the size, and with forced colours too. They renew the folder `screenshots/`. For looking at; nothing is
 * compared.
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
  "/ship?check=price&fromPostal=1431&toPostal=Soweto",
  "/ship?check=price&fromPostal=1431&toPostal=7400",
  "/ship?check=price-abroad&pickupPostal=1431&toCountry=Brazil",
  "/no-such-page",
  "/lite?back=/ship",
  "/offline",
  "/tracking",
];

process.chdir(root);
buildIfStale();
rmSync("screenshots", { recursive: true, force: true });
mkdirSync("screenshots");
const dataDir = mkdtempSync(path.join(tmpdir(), "thuma-screenshots-"));
const site = spawn(process.execPath, siteArguments, {
  env: { ...process.env, NODE_ENV: "production", DATA_DIR: dataDir, PORT: String(PORT) },
  stdio: ["ignore", "pipe", "inherit"],
});
await new Promise((resolve) => site.stdout.once("data", resolve));
const browser = await chromium.launch({ executablePath: browserPath(), args: QUIET });
try {
  for (const width of [320, 390, 768, 1280])
    for (const colorScheme of ["light", "dark"]) await photograph(`${width}-${colorScheme}`, { width, colorScheme });
  await photograph("390-twice-the-text", { width: 390, textSize: 2 });
  await photograph("390-forced-colours", { width: 390, forcedColors: "active" });
} finally {
  await browser.close();
  site.kill();
  rmSync(dataDir, { recursive: true, force: true });
}
console.log("Look at them in screenshots/.");

/** @param textSize how much larger than usual somebody has set the text of the browser */
async function photograph(set, { width, colorScheme = "light", forcedColors = "none", textSize = 1 }) {
  const context = await browser.newContext({
    viewport: { width, height: 800 },
    colorScheme,
    forcedColors,
    reducedMotion: "reduce",
    javaScriptEnabled: false,
  });
  const page = await context.newPage();
  const take = async (name) => {
    if (textSize !== 1)
      await page.evaluate((size) => {
        document.documentElement.style.fontSize = `${size * 1.0625}rem`;
      }, textSize);
    await page.screenshot({ path: `screenshots/${set}-${name}.png`, fullPage: true });
  };
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
  await page.locator("[name=toPostal]").fill("7400");
  await press("Next");
  await take("step-1-where-we-do-not-go");
  await page.locator("[name=toPostal]").fill(receiver.toPostal);
  await press("Next");
  await take("step-2");
  await page.getByText("Flyer bag").click();
  await page.locator("[name=weight]").fill("2,5");
  await press("Calculate Quote");
  await take("step-2-too-heavy");
  await page.locator("[name=weight]").fill("0,5");
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
  const waybill = page.url();
  await page.goto(`${origin}/tracking?no=${waybill.split("/").pop()}`);
  await take("tracking-a-parcel");
  await page.goto(waybill);
  await page.emulateMedia({ media: "print" });
  await take("waybill-in-print");
  await context.close();
}
