/**
 * `node tests/plugins/run.mjs`: PHP's own check of each file of the plug-ins, their rules against stand-ins of WordPress
 * and OpenCart, and that each README.md names every option. Needs `php`, which `npm test` doesn't. A name of a brand that
 * has all signs that the build takes (`server/brand.mjs`) leaves them sound.
 */
import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { bundle } from "../../server/bundle.mjs";
import { installIfMissing } from "../../server/fresh.mjs";
import { orderRows, postBoxes } from "../support/corpus/shops.mjs";
import { mustHave } from "../text-browsers/text-browser.mjs";

/** A plug-in stays small enough, with what all share, to be read by whoever installs it. */
const MOST_LINES = 1350;
/** Each plug-in's rules, and how the names of its settings begin. */
const plugIns = {
  woocommerce: { rules: "rules.php", prefix: "thuma_couriers_" },
  opencart: { rules: "opencart-rules.php", prefix: "shipping_thuma_couriers_" },
};
/** A setting in the source: its name, and what it is called. */
const setting = /array\( '(\w+)', said\( '/g;

/** With each sign, and letters outside ASCII. */
const names = { name: "Ṱhandi’s Päckchen-Kurier (Pty) 1.0", shortName: "Ṱhandi’s 1.0" };

mustHave(["php"], ["php-cli"]);
installIfMissing();
let failed = 0;
const inOurName = await namer();
for (const [name, { rules, prefix }] of Object.entries(plugIns)) {
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
  const named = path.join(top, "named.php");
  for (const file of files) {
    writeFileSync(named, inOurName(readFileSync(path.join(folder, file), "utf8")));
    const keepsOurs = /\bThuma\b/.test(readFileSync(named, "utf8"));
    judge(`php -l ${name} ${file}, in the name of ${names.name}`, keepsOurs ? { status: 1 } : php("-l", named));
  }
  for (const rule of JSON.parse(php(here(rules)).stdout)) judge(`${name}: ${rule}`, php(here(rules), rule));
  const source = files.map((file) => readFileSync(path.join(folder, file), "utf8")).join("");
  const lines = source.split("\n").length - 1;
  judge(`${name}: ${lines} lines of PHP, at most ${MOST_LINES}`, { status: Number(lines > MOST_LINES) });
  const options = new Set([...source.matchAll(setting)].map(([, option]) => `${prefix}${option}`));
  const readme = readFileSync(path.join(folder, "README.md"), "utf8");
  const told = [...readme.matchAll(/^\| (\w*thuma_couriers_\w+) \|/gm)].map(([, option]) => option);
  const status = Number([...options].toSorted().join() !== told.toSorted().join());
  judge(`${name}: README.md has all ${options.size} options, and no other`, { status, stdout: told.join() });
  rmSync(top, { recursive: true });
}
console.log(failed === 0 ? "The plug-ins keep their rules." : `${failed} failed.`);
process.exitCode = failed === 0 ? 0 : 1;

/** The function that puts a brand's name into a plug-in's file, for a brand of these names. */
async function namer() {
  const folder = mkdtempSync(path.join(tmpdir(), "thuma-brand-"));
  const ofThese = ({ onResolve, onLoad }) => {
    onResolve({ filter: /\/brand\.json$/ }, () => ({ path: "names", namespace: "names" }));
    onLoad({ filter: /^names$/, namespace: "names" }, () => ({ contents: JSON.stringify(names), loader: "json" }));
  };
  await bundle(["app/brand.ts"], folder, [{ name: "names", setup: ofThese }]);
  const { inOurName } = await import(pathToFileURL(path.join(folder, "brand.js")).href);
  rmSync(folder, { recursive: true });
  return inOurName;
}

function here(file) {
  return fileURLToPath(new URL(file, import.meta.url));
}

function judge(title, { status, stderr = "", stdout = "" }) {
  if (status === 0) return;
  failed += 1;
  console.log(`FAILED  ${title}\n${stdout}${stderr}`);
}
