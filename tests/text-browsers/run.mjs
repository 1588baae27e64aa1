/**
 * `node server/with-packages.mjs tests node tests/text-browsers/run.mjs [--only w3m]`: customer journeys in lynx, w3m and links2, each controlled by key
 * presses in its own terminal. Reports which succeeded. Installs nothing; says which Debian packages are missing.
 */
import { parseArgs } from "node:util";
import { siteBehindALine } from "../../bench/site-behind-a-line.mjs";
import { UNLIMITED } from "../support/line.mjs";
import { journeys } from "./journeys.mjs";
import { mustHave, TextBrowser } from "./text-browser.mjs";
import { links2, lynx, w3m } from "./ways.mjs";

const { values } = parseArgs({ options: { only: { type: "string", default: "" } } });
const browsers = [lynx, w3m, links2].filter(({ name }) => name.includes(values.only));
mustHave([...browsers.map(({ name }) => name), "tmux"]);

let failed = 0;
for (const way of browsers) {
  for (const [name, journey] of Object.entries(journeys)) failed += Number(!(await arrives(way, name, journey)));
}
console.log(failed === 0 ? "Every journey arrived." : `${failed} did not arrive.`);
process.exitCode = failed === 0 && browsers.length > 0 ? 0 : 1;

/** Each journey has its own site, so that nothing is left from another. */
async function arrives(way, name, journey) {
  const site = await siteBehindALine(UNLIMITED);
  let browser;
  try {
    browser = await TextBrowser.start(way, `${site.origin}/`);
    await journey({ browser, origin: site.origin, dataDir: site.dataDir });
    console.log(`passed  ${way.name}: ${name}`);
    return true;
  } catch (error) {
    console.log(`FAILED  ${way.name}: ${name}\n${error.stack}`);
    return false;
  } finally {
    browser?.close();
    await site.stop();
  }
}
