/**
 * `node tests/plugins/run.mjs`: PHP's own check of each file of the plug-ins, their rules against stand-ins of WordPress
 * and OpenCart, and that each README.md names every option. Needs `php`, which `npm test` doesn't.
 */
import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { orderRows, postBoxes } from "../support/corpus/shops.mjs";
import { mustHave } from "../text-browsers/text-browser.mjs";

/** A plug-in stays small enough, with what all share, to be read by whoever installs it. */
const MOST_LINES = 1300;
/** Each plug-in's rules, where its source asks for an option, and what README.md calls them. */
const plugIns = {
  woocommerce: { rules: "rules.php", asked: /array\( '(\w+)', __\( '/g, prefix: "thuma_couriers_" },
  opencart: { rules: "opencart-rules.php", asked: /array\( '(\w+)', said\( '/g, prefix: "shipping_thuma_couriers_" },
};

mustHave(["php"], ["php-cli"]);
let failed = 0;
for (const [name, { rules, asked, prefix }] of Object.entries(plugIns)) {
  // As its zip is.
  const top = mkdtempSync(path.join(tmpdir(), "thuma-plug-in-"));
  const folder = path.join(top, "thuma_couriers");
  cpSync(here(`../../plugins/${name}`), folder, { recursive: true });
  cpSync(here("../../plugins/shared"), path.join(folder, "shared"), { recursive: true });
  const php = (...given) =>
    spawnSync("php", given, {
      encoding: "utf8",
      input: JSON.stringify({ orders: orderRows, postBoxes }),
      env: { ...process.env, PLUGIN: folder },
    });
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".php"));
  for (const file of files) judge(`php -l ${name} ${file}`, php("-l", path.join(folder, file)));
  for (const rule of JSON.parse(php(here(rules)).stdout)) judge(`${name}: ${rule}`, php(here(rules), rule));
  const source = files.map((file) => readFileSync(path.join(folder, file), "utf8")).join("");
  const lines = source.split("\n").length - 1;
  judge(`${name}: ${lines} lines of PHP, at most ${MOST_LINES}`, { status: Number(lines > MOST_LINES) });
  const options = new Set([...source.matchAll(asked)].map(([, option]) => `${prefix}${option}`));
  const readme = readFileSync(path.join(folder, "README.md"), "utf8");
  const told = [...readme.matchAll(/^\| (\w*thuma_couriers_\w+) \|/gm)].map(([, option]) => option);
  const status = Number([...options].toSorted().join() !== told.toSorted().join());
  judge(`${name}: README.md has all ${options.size} options, and no other`, { status, stdout: told.join() });
  rmSync(top, { recursive: true });
}
console.log(failed === 0 ? "The plug-ins keep their rules." : `${failed} failed.`);
process.exitCode = failed === 0 ? 0 : 1;

function here(file) {
  return fileURLToPath(new URL(file, import.meta.url));
}

function judge(title, { status, stderr = "", stdout = "" }) {
  if (status === 0) return;
  failed += 1;
  console.log(`FAILED  ${title}\n${stdout}${stderr}`);
}
