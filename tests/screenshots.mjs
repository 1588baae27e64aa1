/**
 * `node server/with-packages.mjs tests node tests/screenshots.mjs [--only 320-light] [--walk office]`: screenshots of every page at 320, 390, 768 and 1280 pixels, light and
 * dark; on a small phone also with text of twice the size, and there and on a desk with forced colours; and of each email. They replace the
 * folder `screenshots/`. For people to look at; nothing is compared.
 * With Debian's `fonts-roboto-unhinted` text looks as on an Android phone.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { chromium } from "playwright-core";
import { buildIfStale, root } from "../server/fresh.mjs";
import { aPast, aShop } from "./screenshots/a-shop.mjs";
import { everyWalk, officeWalk } from "./screenshots/walks.mjs";
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
const sets = [
  ...[320, 390, 768, 1280].flatMap((width) =>
    ["light", "dark"].map((colorScheme) => ({ set: `${width}-${colorScheme}`, width, colorScheme })),
  ),
  { set: "390-twice-the-text", width: 390, textSize: 2 },
  ...[390, 1280].map((width) => ({ set: `${width}-forced-colours`, width, forcedColors: "active" })),
];

const { values } = parseArgs({
  options: { only: { type: "string", default: "" }, walk: { type: "string", default: "every" } },
});
const walk = values.walk === "office" ? officeWalk : everyWalk;
process.chdir(root);
buildIfStale();
rmSync("screenshots", { recursive: true, force: true });
mkdirSync("screenshots");
const dataDir = mkdtempSync(path.join(tmpdir(), "thuma-screenshots-"));
let site = await started();
const browser = await chromium.launch({
  executablePath: browserPath(),
  args: QUIET,
  env: { ...process.env, FONTCONFIG_FILE: path.join(root, "tests/screenshots/android-fonts.conf") },
});
try {
  const page = await browser.newPage({ javaScriptEnabled: false });
  await aPast({ page, origin, dataDir });
  const shop = await aShop({ page, origin, dataDir });
  await page.close();
  // It remembers for an hour that it knew of no parcels.
  site.kill();
  await once(site, "exit");
  site = await started();
  for (const each of sets.filter(({ set }) => set.includes(values.only))) await photograph(each, shop);
} finally {
  await browser.close();
  site.kill();
  rmSync(dataDir, { recursive: true, force: true });
}
console.log("Look at them in screenshots/.");

async function started() {
  const site = spawn(process.execPath, siteArguments, {
    env: { ...process.env, NODE_ENV: "production", DATA_DIR: dataDir, PORT: String(PORT) },
    stdio: ["ignore", "pipe", "inherit"],
  });
  await once(site.stdout, "data");
  return site;
}

/** @param textSize how much larger than usual somebody has set the text of the browser */
async function photograph({ set, width, colorScheme = "light", forcedColors = "none", textSize = 1 }, shop) {
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
    const wide = await page.evaluate("document.documentElement.scrollWidth");
    if (wide > width) console.log(`${set} ${name} scrolls sideways: ${wide} pixels`);
  };
  await walk({ page, origin, dataDir, take, set }, shop);
  await context.close();
}
