/**
 * `node server/with-packages.mjs <folder> <program> …` runs a program with the packages of `tests`, `dev` or `bench`,
 * installing them first if they are missing. Neither the build nor the site needs them.
 */
import { spawnSync } from "node:child_process";
import path from "node:path";
import { brandIfMissing, installIfMissing, root } from "./fresh.mjs";
import { refuseOldNode, runOnProjectNode } from "./runtime.mjs";

refuseOldNode();
process.chdir(root);
const [folder, program, ...args] = process.argv.slice(2);
installIfMissing();
await runOnProjectNode();
installIfMissing(folder);
brandIfMissing();
const programs = [
  path.dirname(process.execPath),
  ...[folder, "."].map((place) => path.join(root, place, "node_modules/.bin")),
];
const { status, error } = spawnSync(program, args, {
  stdio: "inherit",
  env: { ...process.env, PATH: [...programs, process.env.PATH].join(path.delimiter) },
  shell: process.platform === "win32",
});
if (error) console.error(`${program} can't be started: ${error.message}`);
process.exitCode = status ?? 1;
