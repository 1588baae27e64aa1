/**
 * Draws the pictures that other sites and phones show for us, from the brand: the social card (1200×630), the touch icons
 * and favicon.ico. Run it after changing the brand: `node server/with-packages.mjs tests node tests/social-card.mjs`. With
 * `BRAND_DIR` it draws another courier's, from brand.json and pictures/icon.svg, into pictures/.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";
import { bundle } from "../server/bundle.mjs";
import { brandFolder, root } from "../server/fresh.mjs";
import { browserPath } from "./support/find-browser.mjs";

const folder = brandFolder();
const pictures = folder ? path.join(folder, "pictures") : path.join(root, "public");
const brand = folder ? JSON.parse(readFileSync(path.join(folder, "brand.json"), "utf8")) : await ours();
const { sun, "on-sun": ink, pale, chalk, board } = brand.colours.light;
const icon = readFileSync(path.join(pictures, "icon.svg"), "utf8");

/** Down to the foot of the card, in pixels. */
const LOWEST = 520;

const browser = await chromium.launch({ executablePath: browserPath(), args: ["--no-sandbox", "--disable-gpu"] });
save("social-card.png", await picture(1200, 630, socialCard()));
for (const [file, size] of Object.entries({ "apple-touch-icon.png": 180, "icon-192.png": 192, "icon-512.png": 512 })) {
  save(file, await picture(size, size, iconPage(square(icon))));
}
save("favicon.ico", asIco(await picture(32, 32, iconPage(icon)), 32));
await browser.close();

function socialCard() {
  return `<!doctype html><style>
    body { margin: 0; width: 1200px; height: 630px; box-sizing: border-box; padding: 70px 80px; background: ${sun};
      color: ${ink}; font-family: "Roboto Condensed", "Liberation Sans Narrow", "Arial Narrow", sans-serif;
      border-bottom: 90px solid ${board}; position: relative; overflow: hidden }
    b { display: flex; align-items: center; gap: 24px; font-size: 52px } b svg { width: 96px }
    h1 { font-size: 150px; line-height: .92; margin: 48px 0 0; text-wrap: balance; text-transform: uppercase; letter-spacing: -2px;
      text-shadow: 6px 6px 0 ${pale} }
    p { position: absolute; bottom: -66px; left: 80px; margin: 0; font-size: 34px; color: ${chalk} }
    i { position: absolute; bottom: 0; left: 0; right: 0; height: 16px; background:
      linear-gradient(45deg, ${board} 11px, transparent 11.5px) 0 0/22px 22px,
      linear-gradient(315deg, ${board} 11px, transparent 11.5px) 0 0/22px 22px; background-position: bottom }
  </style><b>${icon}${brand.name}</b><h1>${brand.tagline}</h1><i></i>
  <p>Price, book, pay and track on any phone · ${brand.city}</p>`;
}

function iconPage(svg) {
  return `<!doctype html><style>body{margin:0}svg{display:block;width:100vw}</style>${svg}`;
}

/** Phones round the corners themselves. */
function square(svg) {
  return svg.replace(' rx="7"', "");
}

async function picture(width, height, html) {
  const page = await browser.newPage({ viewport: { width, height } });
  await page.setContent(html);
  await page.evaluate(shrinkToFit, LOWEST);
  const png = await page.screenshot({ omitBackground: true });
  await page.close();
  return png;
}

/** Makes a heading smaller until it ends above that. */
function shrinkToFit(lowest) {
  const heading = document.querySelector("h1");
  for (let size = 150; heading && heading.getBoundingClientRect().bottom > lowest; size -= 5)
    heading.style.fontSize = `${size}px`;
}

/** An ICO file of one PNG: six bytes of header, sixteen of directory, the picture. */
function asIco(png, size) {
  const header = Buffer.alloc(22);
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(1, 4);
  header.writeUInt8(size, 6);
  header.writeUInt8(size, 7);
  header.writeUInt16LE(1, 10);
  header.writeUInt16LE(32, 12);
  header.writeUInt32LE(png.length, 14);
  header.writeUInt32LE(header.length, 18);
  return Buffer.concat([header, png]);
}

function save(file, content) {
  writeFileSync(path.join(pictures, file), content);
  console.log(`${path.relative(root, pictures)}/${file}: ${content.length} bytes`);
}

async function ours() {
  const made = mkdtempSync(path.join(root, "build/brand-"));
  await bundle(["app/brand.ts"], made);
  const { thuma } = await import(pathToFileURL(path.join(made, "brand.js")).href);
  rmSync(made, { recursive: true });
  return thuma;
}
