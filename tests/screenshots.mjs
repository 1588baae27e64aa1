/**
 * `node server/with-packages.mjs tests node tests/screenshots.mjs [--only 320-light] [--walk office]`: screenshots of every page of the demo at
 * 320, 390, 768 and 1280 pixels, light and dark; on a small phone also with text of twice the size, and there and on a desk with forced
 * colours; and of each email. They replace the folder `screenshots/`. For people to look at; nothing is compared. `--walk readme` makes
 * the pictures of README.md anew, in `docs/pictures/`. With Debian's `fonts-roboto-unhinted` text looks as on an Android phone.
 */
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { chromium } from "playwright-core";
import { buildIfStale, root } from "../server/fresh.mjs";
import { picturesOfReadme, startDemo } from "./screenshots/the-demo.mjs";
import { everyWalk, officeWalk } from "./screenshots/walks.mjs";
import { browserPath } from "./support/find-browser.mjs";

const PORT = 3987;
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
const isForReadme = values.walk === "readme";
const walk = { office: officeWalk, readme: picturesOfReadme, every: everyWalk }[values.walk];
const folder = isForReadme ? "docs/pictures" : "screenshots";
process.chdir(root);
buildIfStale();
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder);
const dataDir = mkdtempSync(path.join(tmpdir(), "thuma-screenshots-"));
const demo = await startDemo(dataDir, PORT);
const browser = await chromium.launch({
  executablePath: browserPath(),
  args: QUIET,
  env: { ...process.env, FONTCONFIG_FILE: path.join(root, "tests/screenshots/android-fonts.conf") },
});
try {
  if (isForReadme) await photograph({ set: "", width: 360, isCut: true });
  else for (const each of sets.filter(({ set }) => set.includes(values.only))) await photograph(each);
} finally {
  await browser.close();
  await demo.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
console.log(`Look at them in ${folder}/.`);

/**
 * @param textSize how much larger than usual somebody has set the text of the browser
 * @param isCut only what is seen before anybody scrolls
 */
async function photograph({ set, width, colorScheme = "light", forcedColors = "none", textSize = 1, isCut = false }) {
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
    await page.screenshot({ path: `${folder}/${[set, name].filter(Boolean).join("-")}.png`, fullPage: !isCut });
    const wide = await page.evaluate("document.documentElement.scrollWidth");
    if (wide > width) console.log(`${set} ${name} scrolls sideways: ${wide} pixels`);
  };
  await walk({ page, origin: demo.origin, dataDir, take, set }, demo);
  await context.close();
}
