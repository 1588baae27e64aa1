/**
 * `node server/with-packages.mjs bench node bench/whole-journey/run.mjs [--only lynx]`: the whole way from the home page to a paid waybill without scripts, in
 * Chromium, in lynx, w3m and links2, and in Chromium over 64 kbit/s; with the bytes and the time that it cost. Ends with 1
 * unless every one of them arrives.
 */
import { parseArgs } from "node:util";
import { UNLIMITED } from "../../tests/support/line.mjs";
import { mustHave, TextBrowser } from "../../tests/text-browsers/text-browser.mjs";
import { toTheWaybill } from "../../tests/text-browsers/to-the-waybill.mjs";
import { links2, lynx, w3m } from "../../tests/text-browsers/ways.mjs";
import { siteBehindALine } from "../site-behind-a-line.mjs";
import { ChromiumWithoutScripts } from "./chromium.mjs";

const NARROW = { roundTripMs: 400, bitsPerSecond: 64_000 };

const customers = [
  { name: "Chromium, scripts off", set: (address) => ChromiumWithoutScripts.open(address) },
  { name: "lynx", needs: ["lynx", "tmux"], set: (address) => TextBrowser.start(lynx, address) },
  { name: "w3m", needs: ["w3m", "tmux"], set: (address) => TextBrowser.start(w3m, address) },
  { name: "links2", needs: ["links2", "tmux"], set: (address) => TextBrowser.start(links2, address) },
  {
    name: "Chromium, scripts off, 64 kbit/s and 400 ms",
    speed: NARROW,
    set: (address) => ChromiumWithoutScripts.open(address),
  },
];
const { values } = parseArgs({ options: { only: { type: "string", default: "" } } });
const chosen = customers.filter(({ name }) => name.includes(values.only));
mustHave(chosen.flatMap(({ needs = [] }) => needs));

let arrived = 0;
console.log("| from home to the paid waybill | complete | waybill | received | sent | connections | seconds |");
console.log("|---|---|---|--:|--:|--:|--:|");
for (const customer of chosen) arrived += await travel(customer);
process.exitCode = arrived === chosen.length ? 0 : 1;

/** Each has a site of their own, so that nothing is left over from another. */
async function travel({ name, set, speed = UNLIMITED }) {
  const site = await siteBehindALine(speed);
  const began = performance.now();
  let browser;
  try {
    browser = await set(`${site.origin}/`);
    const waybill = await toTheWaybill(browser);
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    const { receivedBytes, sentBytes, connections } = site.line;
    const bytes = [receivedBytes, sentBytes].map((count) => count.toLocaleString("en"));
    console.log(`| ${[name, "yes", waybill, ...bytes, connections, seconds].join(" | ")} |`);
    return 1;
  } catch (error) {
    console.log(`| ${name} | no | | | | | |`);
    console.error(error);
    return 0;
  } finally {
    await browser?.close();
    await site.stop();
  }
}
