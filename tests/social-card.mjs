/**
 * Draws the pictures that other sites and phones show for us, from the brand file: the social card (1200×630), the
 * touch icons and favicon.ico. Run it after changing the brand: `node server/with-packages.mjs tests node tests/social-card.mjs`.
 */
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import typescript from "typescript";
import { browserPath } from "./support/find-browser.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const { brand } = await importTypeScript("app/brand.ts");
const icon = readFileSync(path.join(root, "public/icon.svg"), "utf8");

const browser = await chromium.launch({ executablePath: browserPath(), args: ["--no-sandbox", "--disable-gpu"] });
save("social-card.png", await picture(1200, 630, socialCard()));
for (const [file, size] of Object.entries({ "apple-touch-icon.png": 180, "icon-192.png": 192, "icon-512.png": 512 })) {
  save(file, await picture(size, size, iconPage(square(icon))));
}
save("favicon.ico", asIco(await picture(32, 32, iconPage(icon)), 32));
await browser.close();

function socialCard() {
  return `<!doctype html><style>
    body { margin: 0; width: 1200px; height: 630px; box-sizing: border-box; padding: 70px 80px; background: #ffb612;
      color: #1d1410; font-family: "Roboto Condensed", "Liberation Sans Narrow", "Arial Narrow", sans-serif;
      border-bottom: 90px solid #1d1410; position: relative; overflow: hidden }
    b { display: flex; align-items: center; gap: 24px; font-size: 52px } b svg { width: 96px }
    h1 { font-size: 150px; line-height: .92; margin: 48px 0 0; text-wrap: balance; text-transform: uppercase; letter-spacing: -2px;
      text-shadow: 6px 6px 0 #fffdf8 }
    p { position: absolute; bottom: -66px; left: 80px; margin: 0; font-size: 34px; color: #fff6e4 }
    i { position: absolute; bottom: 0; left: 0; right: 0; height: 16px; background:
      linear-gradient(45deg, #1d1410 11px, transparent 11.5px) 0 0/22px 22px,
      linear-gradient(315deg, #1d1410 11px, transparent 11.5px) 0 0/22px 22px; background-position: bottom }
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
  const png = await page.screenshot({ omitBackground: true });
  await page.close();
  return png;
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
  writeFileSync(path.join(root, "public", file), content);
  console.log(`public/${file}: ${content.length} bytes`);
}

async function importTypeScript(file) {
  const { outputText } = typescript.transpileModule(readFileSync(path.join(root, file), "utf8"), {
    compilerOptions: { module: typescript.ModuleKind.ESNext },
  });
  return import(`data:text/javascript,${encodeURIComponent(outputText)}`);
}
