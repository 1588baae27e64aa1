/**
 * `node tests/opencart/run.mjs <folder>`: the extension in a real OpenCart 4. The folder has OpenCart's files, not installed
 * (docs/testing.md says how to get them). It is copied and stays as it is. Prints what it measured. With the folder of
 * `tests/woocommerce/run.mjs` after it: both plug-ins sell side by side.
 */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import { mustHave } from "../text-browsers/text-browser.mjs";

process.env.PATH += ":/usr/sbin";
mustHave(["php"], ["php-cli", "php-mysql", "php-mbstring", "php-xml", "php-curl", "php-gd", "php-zip"]);
mustHave(["mariadbd", "mariadb", "mariadb-install-db"], ["mariadb-server"]);
const [folder = "", wordpress] = process.argv.slice(2);
const needed = ["index.php", "config-dist.php", "install/cli_install.php", "system/engine/event.php"];
const missing = needed.filter((file) => !existsSync(path.join(folder, file)));
if (missing.length > 0) {
  console.error(`Not in ${path.resolve(folder)}: ${missing.join(", ")}. docs/testing.md says how to get them.`);
  process.exit(1);
}
const { status } = spawnSync(process.execPath, ["tests/run.mjs", "tests/opencart"], {
  stdio: "inherit",
  env: { ...process.env, OPENCART: path.resolve(folder), ...(wordpress && { WORDPRESS: path.resolve(wordpress) }) },
});
process.exitCode = status ?? 1;
