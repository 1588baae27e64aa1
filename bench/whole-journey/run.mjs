/**
 * `node server/with-packages.mjs bench node bench/whole-journey/run.mjs [--only lynx] [--requests] [--beside <folder>]`: the
 * whole way from the home page to a paid waybill, without scripts in Chromium, lynx, w3m and links2, and in Chromium over
 * 64 kbit/s with scripts on and off and a slowed processor; with the bytes and the time that it cost. `--requests` prints
 * each request, `--beside` also measures another checkout that was built. Ends with 1 unless everybody arrives.
 */
import { parseArgs } from "node:util";
import { UNLIMITED } from "../../tests/support/line.mjs";
import { mustHave, TextBrowser } from "../../tests/text-browsers/text-browser.mjs";
import { toTheWaybill } from "../../tests/text-browsers/to-the-waybill.mjs";
import { links2, lynx, w3m } from "../../tests/text-browsers/ways.mjs";
import { siteBehindALine } from "../site-behind-a-line.mjs";
import { ChromiumOnAPhone } from "./chromium.mjs";
import { printRequests } from "./requests.mjs";

const NARROW = { roundTripMs: 300, bitsPerSecond: 64_000 };
const SLOWED = 6;

const textBrowsers = { lynx, w3m, links2 };
const chromium = (name, speed, options) => ({
  name: `Chromium, ${name}`,
  speed,
  set: (address) => ChromiumOnAPhone.open(address, options),
});
const customers = [
  chromium("scripts off", UNLIMITED, {}),
  ...Object.entries(textBrowsers).map(([name, way]) => ({
    name,
    speed: UNLIMITED,
    needs: [name, "tmux"],
    set: (address) => TextBrowser.start(way, address),
  })),
  chromium("scripts off, 64 kbit/s", NARROW, {}),
  chromium(`scripts off, 64 kbit/s, processor ${SLOWED} times slower`, NARROW, { slowdown: SLOWED }),
  chromium("scripts on, 64 kbit/s", NARROW, { scripts: true }),
  chromium(`scripts on, 64 kbit/s, processor ${SLOWED} times slower`, NARROW, { scripts: true, slowdown: SLOWED }),
];
const { values } = parseArgs({
  options: {
    only: { type: "string", default: "" },
    requests: { type: "boolean", default: false },
    beside: { type: "string" },
  },
});
const chosen = customers.filter(({ name }) => name.includes(values.only));
mustHave(chosen.flatMap(({ needs = [] }) => needs));
const sites = values.beside ? [{ folder: values.beside, mark: " (the other)" }, { mark: "" }] : [{ mark: "" }];

let lost = 0;
const columns = ["from home to the paid waybill", "complete", "waybill", "received", "sent", "requests", "connections"];
const times = ["shown, s", "whole, s", "with typing, s"];
console.log(`| ${[...columns, ...times].join(" | ")} |`);
console.log(`|---|---|---|${"--:|".repeat(7)}`);
for (const customer of chosen) for (const site of sites) lost += (await travel(customer, site)) ? 0 : 1;
process.exitCode = lost === 0 ? 0 : 1;

/** Each has a site of their own, so that nothing is left over from another. */
async function travel({ name, set, speed }, { folder, mark }) {
  const site = await siteBehindALine(speed, folder);
  const began = performance.now();
  let browser;
  try {
    browser = await set(`${site.origin}/`);
    const waybill = await toTheWaybill(browser);
    const all = inSeconds(performance.now() - began);
    const { receivedBytes, sentBytes, connections, exchanges } = site.line;
    const bytes = [receivedBytes, sentBytes].map((count) => count.toLocaleString("en"));
    const cells = [name + mark, "yes", waybill, ...bytes, exchanges.length, connections, ...waited(browser), all];
    console.log(`| ${cells.join(" | ")} |`);
    if (values.requests) printRequests(exchanges, browser.waits);
    return true;
  } catch (error) {
    console.log(`| ${name + mark} | no | | | | | | | | |`);
    console.error(error);
    return false;
  } finally {
    await browser?.close();
    await site.stop();
  }
}

/** How long the customer waited for all pages together. Text browsers don't tell. */
function waited({ waits }) {
  if (!waits) return ["", ""];
  return ["shownMs", "wholeMs"].map((kind) => inSeconds(waits.reduce((sum, wait) => sum + wait[kind], 0)));
}

function inSeconds(ms) {
  return (ms / 1000).toFixed(1);
}
