import { execFile } from "node:child_process";
import { globSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { inflateRawSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { thuma } from "#app/brand";
import { aCopy } from "../support/a-copy";
import { textsIn } from "../support/a-pdf";
import { forAllTests } from "../support/for-tests";
import { linkedPages } from "../support/linked-pages";
import { startSite } from "../support/running-site";
import { Visitor } from "../support/visitor";

const BRAND_DIR = "examples/another-courier";
const project = aCopy();

/** The demo of another courier, built in a folder of its own. */
const demo = forAllTests(
  () => startSite({ BRAND_DIR, DATA_DIR: path.join(project, "data") }, [path.join(project, "demo/run.mjs")]),
  (site) => site.stop(),
);

/** Names of ours that stay, because programs rely on them. */
const reliedOn: [name: RegExp, because: string][] = [
  [/thuma_(?:live|test)_/g, "how a shop's key begins"],
  [/thuma-couriers(?:\.zip|\/|\.php)/g, "the plug-in's address, folder and main file: by them WordPress updates it"],
  [/_?_?thuma_couriers/g, "what the plug-in stores in a shop, and its hooks"],
  [/\bThuma_Couriers\b/g, "the plug-in's namespace"],
  [
    /(?<=['"/]|Text Domain: )thuma-couriers\b/g,
    "the plug-in's text domain, group of work, source of log lines and class",
  ],
  [
    /(?<=')thuma(?=')|(?<=\bid\}_)thuma\b|(?<=section=)thuma\b/g,
    "the id of the plug-in's section of settings, and of an error",
  ],
];
const OURS = /thuma/i;
const yellow = new RegExp(
  [...new Set([thuma.colours.light, thuma.colours.dark].flatMap((table) => Object.values(table)))]
    .flatMap((colour) => [colour, colour.replace("#", "%23")])
    .join("|"),
  "i",
);

/** What of ours a text has left, with the words around it. */
function leftIn(name: string, text: string, also: RegExp): string[] {
  const without = reliedOn.reduce((rest, [known]) => rest.replace(known, ""), text);
  return [OURS, yellow, also].flatMap((words) => {
    const at = without.search(words);
    return at < 0 ? [] : [`${name}: …${without.slice(Math.max(0, at - 60), at + 60).replace(/\s+/g, " ")}…`];
  });
}

/** Our town as such; as a town on the route of a parcel it may be named. */
const OUR_TOWN = /germiston/i;
const OUR_DEPOT = /Germiston depot|Odendaal/i;

/** A file that a page leads to: text, or the texts of a PDF. */
async function fileAt(visitor: Visitor, href: string): Promise<string> {
  const cookie = [...visitor.cookies].map(([name, { value }]) => `${name}=${value}`).join("; ");
  const answer = await fetch(new URL(href.replaceAll("&amp;", "&"), demo.url), { headers: { Cookie: cookie } });
  const bytes = Buffer.from(await answer.arrayBuffer());
  if (!answer.headers.get("Content-Type")?.includes("pdf")) return bytes.toString("utf8");
  return `${textsIn(bytes)
    .map(({ words }) => words)
    .join("\n")}\n${bytes.toString("latin1").match(/\/(?:Title|Author)[^\n]*/g)}`;
}

const FILE = /\.(?:css|svg|webmanifest|pdf|csv|json|txt|xml|js)\b|\/(?:slips?|labels?|statement|invoice)\b/;

describe("a demo built from another courier's folder", () => {
  test("has nothing of ours on a page or file that anybody can open", async () => {
    const visitor = new Visitor(demo.url);
    await visitor.open("/");
    const pages = await linkedPages(visitor);
    expect(pages.length).toBeGreaterThan(15);
    const files = new Set(["/openapi.json", "/robots.txt", "/sitemap.xml", "/boxes.svg", "/icon.svg", "/offline"]);
    for (const { html } of pages)
      for (const [, href = ""] of html.matchAll(/(?:href|src)="([^"]+)"/g)) if (FILE.test(href)) files.add(href);
    const left = pages.flatMap(({ url, html }) => leftIn(url, html, OUR_TOWN));
    for (const file of files)
      if (file.startsWith("/")) left.push(...leftIn(file, await fileAt(visitor, file), OUR_TOWN));
    expect(left).toEqual([]);
    expect(pages[0]?.html).toContain("Another");
  });

  test.each(["nomsa", "zodwa", "sipho"])("has nothing of ours on the pages and papers of %s", async (who) => {
    const visitor = new Visitor(demo.url);
    await visitor.open(`/demo-tour/as/${who}`);
    if (who === "sipho") await visitor.press("Sign in on this phone");
    const pages = await linkedPages(visitor);
    const files = new Set<string>();
    for (const { html } of pages)
      for (const [, href = ""] of html.matchAll(/href="(\/[^"]+)"/g)) if (FILE.test(href)) files.add(href);
    const left = pages.flatMap(({ url, html }) => leftIn(url, html, OUR_DEPOT));
    for (const file of files) left.push(...leftIn(file, await fileAt(visitor, file), OUR_DEPOT));
    expect(left).toEqual([]);
  });

  test("has nothing of ours on a parcel's pages", async () => {
    const visitor = new Visitor(demo.url);
    await visitor.open("/demo-tour");
    const left = [];
    for (const link of visitor.page?.document.querySelectorAll("a[href]") ?? []) {
      const href = (link.getAttribute("href") ?? "").replaceAll("&amp;", "&");
      if (href.includes("/as/")) continue;
      const { url, html } = await new Visitor(demo.url).open(href);
      left.push(...leftIn(url, html, OUR_DEPOT));
    }
    expect(left).toEqual([]);
  });

  test("writes emails and text messages without anything of ours", () => {
    const files = readdirSync(path.join(demo.dataDir, "outbox"), { recursive: true, encoding: "utf8" });
    expect(files.length).toBeGreaterThan(200);
    const left = files
      .filter((file) => /\.\w+$/.test(file))
      .flatMap((file) =>
        leftIn(file, decoded(readFileSync(path.join(demo.dataDir, "outbox", file), "utf8")), OUR_DEPOT),
      );
    expect(left).toEqual([]);
  });

  test("gives shops a plug-in in the courier's name", async () => {
    const zip = Buffer.from(await (await fetch(`${demo.url}/developers/thuma-couriers.zip`)).arrayBuffer());
    const files = filesOf(zip);
    expect(files.length).toBeGreaterThan(5);
    expect(files.flatMap(({ name, text }) => leftIn(name, text, OUR_TOWN))).toEqual([]);
    expect(files.map(({ text }) => text).join()).toContain("Plugin Name: Another Courier for WooCommerce");
  });

  test("shows the courier's pictures, prices, boxes and places", async () => {
    for (const file of globSync(`${BRAND_DIR}/pictures/*`)) {
      const name = path.basename(file);
      if (name === "logo.svg") continue;
      const served = Buffer.from(await (await fetch(`${demo.url}/${name}`)).arrayBuffer());
      expect([name, served.equals(readFileSync(file))]).toEqual([name, true]);
    }
    const ask = async (address: string, init?: RequestInit) => (await fetch(demo.url + address, init)).json();
    const boxes = (await ask("/v1/boxes")) as { id: string; name: string }[];
    expect(boxes.map(({ name }) => name)).toEqual(expect.arrayContaining(["Envelope", "Crate"]));
    expect((await fetch(`${demo.url}/v1/coverage?pcode=0700`)).status).toBe(404);
    const asked = { fromPostal: "4001", toPostal: "1868", quantity: 1, selectedBoxId: "flyer-bag" };
    const price = (dir: string) => readFileSync(`${dir}/rates.csv`, "utf8").match(/^linehaul,GP-KZN,[^,]+,(\d+)/m)?.[1];
    expect(price(`${BRAND_DIR}/prices`)).not.toBe(price("db/seed"));
    const headers = { "Content-Type": "application/json" };
    const quote = await ask("/v1/quote/local", { method: "POST", headers, body: JSON.stringify(asked) });
    expect(quote).toMatchObject({ formatted: { linehaulPerUnit: "R 33,00" } });
  });

  test("says what the courier says in other words", async () => {
    const { html } = await new Visitor(demo.url).open("/contact");
    expect(html).toContain("We answer the same day");
  });

  test("leaves the project's own build alone", async () => {
    const { stdout } = await promisify(execFile)("cat", ["build/brand.json"]);
    expect(JSON.parse(stdout)).toEqual({});
  });
});

/** An email's text, whose lines are folded and whose signs are escaped. */
function decoded(mail: string): string {
  return mail
    .replace(/=\r?\n/g, "")
    .replace(/=([0-9A-F]{2})/g, (_, code) => String.fromCharCode(Number.parseInt(code, 16)));
}

function filesOf(zip: Buffer): { name: string; text: string }[] {
  const files = [];
  let at = zip.readUInt32LE(zip.length - 6);
  for (let left = zip.readUInt16LE(zip.length - 12); left > 0; left -= 1) {
    const [size, nameLength, entry] = [zip.readUInt32LE(at + 20), zip.readUInt16LE(at + 28), zip.readUInt32LE(at + 42)];
    const packed = zip.subarray(entry + 30 + nameLength, entry + 30 + nameLength + size);
    const isPacked = zip.readUInt16LE(at + 10) === 8;
    files.push({
      name: zip.toString("utf8", at + 46, at + 46 + nameLength),
      text: (isPacked ? inflateRawSync(packed) : packed).toString("utf8"),
    });
    at += 46 + nameLength;
  }
  return files;
}
