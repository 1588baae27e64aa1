/**
 * `node tests/woocommerce/run.mjs <folder>`: the plug-in in a real WordPress with WooCommerce. The folder has one whose
 * database is SQLite (docs/testing.md says how to get it). It is copied and stays as it is. Prints what it measured.
 */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import { mustHave } from "../text-browsers/text-browser.mjs";

mustHave(["php"], ["php-cli", "php-sqlite3", "php-mbstring", "php-xml", "php-curl"]);
const [folder = ""] = process.argv.slice(2);
const needed = ["wp-load.php", "wp-content/db.php", "wp-content/plugins/woocommerce/woocommerce.php"];
const missing = needed.filter((file) => !existsSync(path.join(folder, file)));
if (missing.length > 0) {
  console.error(`Not in ${path.resolve(folder)}: ${missing.join(", ")}. docs/testing.md says how to get them.`);
  process.exit(1);
}
const { status } = spawnSync(process.execPath, ["tests/run.mjs", "tests/woocommerce"], {
  stdio: "inherit",
  env: { ...process.env, WORDPRESS: path.resolve(folder) },
});
process.exitCode = status ?? 1;
