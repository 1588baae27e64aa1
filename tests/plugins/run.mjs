/**
 * `node tests/plugins/run.mjs`: PHP's own check of each file of the plug-in, its rules against a stand-in of WordPress
 * (`stand-in.php`), and that README.md names every option. Needs `php`, which `npm test` doesn't.
 */
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { orderRows, postBoxes } from "../support/corpus/shops.mjs";
import { mustHave } from "../text-browsers/text-browser.mjs";

/** The plug-in stays small enough to be read by whoever installs it. */
const MOST_LINES = 1100;
const folder = fileURLToPath(new URL("../../plugins/woocommerce", import.meta.url));
const rules = fileURLToPath(new URL("rules.php", import.meta.url));

mustHave(["php"], ["php-cli"]);
let failed = 0;
const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".php"));
for (const file of files) judge(`php -l ${file}`, php("-l", path.join(folder, file)));
for (const rule of JSON.parse(php(rules).stdout)) judge(rule, php(rules, rule));
const source = files.map((file) => readFileSync(path.join(folder, file), "utf8")).join("");
const lines = source.split("\n").length - 1;
judge(`${lines} lines of PHP, at most ${MOST_LINES}`, { status: Number(lines > MOST_LINES) });
const asked = new Set([...source.matchAll(/array\( '(\w+)', __\( '/g)].map(([, name]) => `thuma_couriers_${name}`));
const told = [...readFileSync(path.join(folder, "README.md"), "utf8").matchAll(/^\| (thuma_couriers_\w+) \|/gm)];
const untold = [...asked].filter((name) => !told.some(([, known]) => known === name));
judge(`README.md has all ${asked.size} options`, { status: Number(untold.length > 0 || told.length !== asked.size) });
console.log(failed === 0 ? "The plug-in keeps its rules." : `${failed} failed.`);
process.exitCode = failed === 0 ? 0 : 1;

function php(...given) {
  return spawnSync("php", given, { encoding: "utf8", input: JSON.stringify({ orders: orderRows, postBoxes }) });
}

function judge(title, { status, stderr = "", stdout = "" }) {
  if (status === 0) return;
  failed += 1;
  console.log(`FAILED  ${title}\n${stdout}${stderr}`);
}
