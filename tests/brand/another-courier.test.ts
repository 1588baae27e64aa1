import { execFileSync } from "node:child_process";
import { globSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { inflateRawSync } from "node:zlib";
import { describe, expect, test, vi } from "vitest";
import { brand, thuma } from "#app/brand";
import { paths } from "#app/paths";
import { eventMessages } from "../domain/messages/event-messages";
import { otherMessages } from "../domain/messages/other-messages";
import { walk } from "../language/pages-walked";
import { textsIn } from "../support/a-pdf";
import { everyState } from "../support/every-state";
import { forAllTests } from "../support/for-tests";
import { linkedPages } from "../support/linked-pages";
import "../support/placeholder-contact";
import { startSite } from "../support/running-site";
import { type Page, Visitor } from "../support/visitor";

/** The project, built for another courier in a folder of its own. */
const { BRAND_DIR, project } = await vi.hoisted(async () => {
  // Those of the setup have ours.
  vi.resetModules();
  return { BRAND_DIR: "examples/another-courier", project: (await import("../support/a-copy")).aCopy() };
});
/** What tests write here is in that courier's name, too. */
vi.mock("../../build/brand.json", () => {
  const env = { ...process.env, BRAND_DIR };
  execFileSync(process.execPath, ["server/build.mjs"], { cwd: project, env, stdio: "inherit" });
  return { default: JSON.parse(readFileSync(path.join(project, "build/brand.json"), "utf8")) };
});

const started = (program: string, data: string) =>
  forAllTests(
    () => startSite({ BRAND_DIR, DATA_DIR: path.join(project, data) }, [path.join(project, program)]),
    (site) => site.stop?.(),
  );
const demo = started("demo/run.mjs", "data-demo");
const site = started("server/start.mjs", "data");

/** Names of ours that stay, because programs rely on them. */
const reliedOn: [name: RegExp, because: string][] = [
  [/thuma_(?:live|test)_/g, "how a shop's key begins"],
  [
    /thuma-couriers(?:\.zip|\/|\.php)|thuma_couriers\.ocmod\.zip/g,
    "a plug-in's address, folder and main file: by them shops update it",
  ],
  [/_?_?thuma_couriers/g, "what the plug-in stores in a shop, and its hooks"],
  [/\bThuma_?Couriers\b/g, "a plug-in's namespace and classes"],
  [/thuma\\\\_couriers/g, "the same name in a pattern of SQL"],
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
  // Pages of a site that sends no email name the folder where it keeps them.
  const without = reliedOn.reduce((rest, [known]) => rest.replace(known, ""), text.replaceAll(project, ""));
  return [OURS, yellow, also].flatMap((words) => {
    const at = without.search(words);
    return at < 0 ? [] : [`${name}: …${without.slice(Math.max(0, at - 60), at + 60).replace(/\s+/g, " ")}…`];
  });
}

/** Our town as such; as a town on the route of a parcel it may be named. */
const OUR_TOWN = /germiston/i;
const OUR_DEPOT = /Germiston depot|12 Odendaal/i;

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

/** Of a page also what no reader sees. */
const leftOn = ({ url, html, headers }: Page, also: RegExp, name = url) => [
  ...leftIn(name, html, also),
  ...leftIn(`${name}, headers`, JSON.stringify([...headers]), also),
];

/** The files that pages lead to. */
const filesOn = (pages: Page[]) =>
  pages.flatMap(({ html }) =>
    [...html.matchAll(/(?:href|src)="(\/[^"]+)"/g)].map(([, href = ""]) => href).filter((href) => FILE.test(href)),
  );

describe("another courier", () => {
  test("has nothing of ours on a page or file that anybody can open", async () => {
    const visitor = new Visitor(demo.url);
    await visitor.open("/");
    const pages = await linkedPages(visitor);
    expect(pages.length).toBeGreaterThan(15);
    const others = ["/openapi.json", "/robots.txt", "/sitemap.xml", "/boxes.svg", "/icon.svg", "/offline", "/v1/boxes"];
    const left = pages.flatMap((page) => leftOn(page, OUR_TOWN));
    for (const file of new Set([...filesOn(pages), ...others]))
      left.push(...leftIn(file, await fileAt(visitor, file), OUR_TOWN));
    expect(left).toEqual([]);
    expect(pages[0]?.html).toContain("Another");
  });

  test.each(["nomsa", "zodwa", "sipho", "manager"])(
    "has nothing of ours on the pages and papers of %s",
    async (who) => {
      const visitor = new Visitor(demo.url);
      await visitor.open(`/demo-tour/as/${who}`);
      if (who === "sipho") await visitor.press("Sign in on this phone");
      const pages = await linkedPages(visitor);
      const left = pages.flatMap((page) => leftOn(page, OUR_DEPOT));
      for (const file of new Set(filesOn(pages))) left.push(...leftIn(file, await fileAt(visitor, file), OUR_DEPOT));
      expect(left).toEqual([]);
    },
  );

  test("has nothing of ours on a page in any of its states", async () => {
    const left = [];
    for (const [state, go] of Object.entries(everyState)) {
      const visitor = new Visitor(site.url);
      await go(visitor, site);
      if (visitor.page) left.push(...leftOn(visitor.page, OUR_DEPOT, state));
    }
    const said = (english: string) => english;
    await walk(site, said, (name, page) => left.push(...leftOn(page, OUR_DEPOT, name)));
    expect(left).toEqual([]);
  });

  test("writes no email and no text message of any kind with anything of ours", async () => {
    const noon = new Date("2026-11-23T10:00:00Z");
    const events = [...(await eventMessages(noon)).values()].flat();
    const others = (await otherMessages(noon)).flatMap(({ messages }) => messages);
    expect(events.length + others.length).toBeGreaterThan(80);
    const words = [
      ...events.map(({ subject, text, html }) => [subject, text, html].join("\n")),
      ...others.map(({ subject, textBody, htmlBody }) => [subject, textBody, htmlBody].join("\n")),
    ];
    expect(words.flatMap((each) => leftIn(each.slice(0, 60), each, OUR_DEPOT))).toEqual([]);
    expect(words.filter((each) => each.includes(brand.name)).length).toBeGreaterThan(60);
  });

  test("sends emails and text messages without anything of ours, headers included", () => {
    const outbox = path.join(demo.dataDir, "outbox");
    const files = readdirSync(outbox).filter((file) => /\.\w+$/.test(file));
    expect(files.length).toBeGreaterThan(200);
    const sent = files.map((file) => ({ file, text: decoded(readFileSync(path.join(outbox, file), "utf8")) }));
    expect(sent.flatMap(({ file, text }) => leftIn(file, text, OUR_DEPOT))).toEqual([]);
    expect(sent.find(({ file }) => file.endsWith(".eml"))?.text).toContain("From: Another Courier <no-reply@another.");
  });

  test.each([
    [paths.plugIn, "Plugin Name: Another Courier for WooCommerce"],
    [paths.openCart, '"name": "Another Courier'],
  ])("gives shops a plug-in in the courier's name: %s", async (address, named) => {
    const files = filesOf(Buffer.from(await (await fetch(demo.url + address)).arrayBuffer()));
    expect(files.length).toBeGreaterThan(5);
    expect(files.flatMap(({ name, text }) => leftIn(name, text, OUR_TOWN))).toEqual([]);
    expect(files.map(({ text }) => text).join()).toContain(named);
  });

  test("shows the courier's pictures, prices, boxes and places", async () => {
    for (const file of globSync(`${BRAND_DIR}/pictures/*`)) {
      const name = path.basename(file);
      if (name === "logo.svg") continue;
      const served = Buffer.from(await (await fetch(`${demo.url}/${name}`)).arrayBuffer());
      expect([name, served.equals(readFileSync(file))]).toEqual([name, true]);
    }
    const ask = async (address: string, init?: RequestInit) => (await fetch(demo.url + address, init)).json();
    expect(readFileSync(path.join(project, "build/colours.css"), "utf8")).toContain('--sign: "Trebuchet MS"');
    const boxes = (await ask("/v1/boxes")) as { id: string; name: string }[];
    expect(boxes.map(({ name }) => name)).toEqual(expect.arrayContaining(["Envelope", "Crate"]));
    expect((await fetch(`${demo.url}/v1/coverage?pcode=0700`)).status).toBe(404);
    const asked = { fromPostal: "4001", toPostal: "1868", quantity: 1, selectedBoxId: "flyer-bag" };
    const price = (dir: string) => readFileSync(`${dir}/rates.csv`, "utf8").match(/^linehaul,GP-KZN,[^,]+,(\d+)/m)?.[1];
    expect(price(`${BRAND_DIR}/prices`)).not.toBe(price("db/seed"));
    const headers = { "Content-Type": "application/json" };
    const quote = await ask("/v1/quote/local", { method: "POST", headers, body: JSON.stringify(asked) });
    expect(quote).toMatchObject({ formatted: { linehaulPerUnit: "R\u00a033,00" } });
  });

  test("says what the courier says in other words, in its terms too, whose version is the courier's", async () => {
    expect((await new Visitor(demo.url).open("/")).html).toContain("Not yet to Limpopo and the Northern Cape.");
    const terms = await new Visitor(demo.url).open(paths.terms);
    expect(terms.text).toContain("Version 2026-11-30.");
    expect(terms.text).toContain("you can fetch it at our depot in Umgeni Road");
    const { html } = await new Visitor(demo.url).open("/contact");
    expect(html).toContain("We answer the same day");
  });

  test("leaves the project's own build alone", async () => {
    expect(JSON.parse(readFileSync("build/brand.json", "utf8"))).toEqual({});
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
