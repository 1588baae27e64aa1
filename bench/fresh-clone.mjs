/**
 * `node bench/fresh-clone.mjs [--node /usr/bin]`: how long it takes from a fresh clone of the current commit to the first
 * page from `npm start`, with npm's cache as it is. `--node` is the folder of the Node and npm to begin with. Exits
 * with 1 if it takes longer than the limit.
 */
import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { availableParallelism, loadavg, tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { parseArgs } from "node:util";

const WANTED_SECONDS = 35;
const root = path.resolve(import.meta.dirname, "..");
const { values } = parseArgs({ options: { node: { type: "string" } } });
const folder = mkdtempSync(path.join(tmpdir(), "bench-fresh-clone-"));
const environment = {
  HOME: process.env.HOME,
  PATH: [values.node, ...process.env.PATH.split(path.delimiter).filter((place) => !place.includes("node_modules"))]
    .filter(Boolean)
    .join(path.delimiter),
  DATA_DIR: path.join(folder, "data"),
  PORT: "0",
};

const version = execFileSync("node", ["--version"], { env: environment, encoding: "utf8" }).trim();
const loadBefore = loadavg()[0];
const began = performance.now();
const steps = [];
const step = (name) => steps.push({ name, at: (performance.now() - began) / 1000 });
execFileSync("git", ["clone", "--quiet", root, path.join(folder, "clone")]);
step("cloned");
const start = spawn("npm", ["start"], { cwd: path.join(folder, "clone"), env: environment, detached: true });
try {
  const origin = await new Promise((resolve, reject) => {
    start.once("exit", (code) => reject(new Error(`npm start ended with ${code}`)));
    createInterface({ input: start.stderr }).on("line", (line) => {
      if (line.startsWith("Installing")) step("npm began");
      if (line.startsWith("Building")) step("installed");
    });
    createInterface({ input: start.stdout }).on("line", (line) => {
      const [address] = /http:\/\/localhost:\d+/.exec(line) ?? [];
      if (address) resolve(address);
    });
  });
  step("built and listening");
  const { ok } = await fetch(origin);
  if (!ok) throw new Error("the first page failed");
  step("first page answered");
} finally {
  // npm, its start script and the site are one process group.
  process.kill(-start.pid, "SIGTERM");
  await new Promise((ended) => (start.exitCode === null ? start.once("exit", ended) : ended()));
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
}
const { at: seconds } = steps.at(-1);
console.log(
  `Fresh clone, begun with Node ${version}, ${availableParallelism()} cores, load ${loadBefore.toFixed(1)} before:`,
);
for (const { name, at } of steps) console.log(`${at.toFixed(1).padStart(6)} s  ${name}`);
console.log(
  seconds <= WANTED_SECONDS
    ? `Wanted: at most ${WANTED_SECONDS} s.`
    : `More than the ${WANTED_SECONDS} s that are wanted.`,
);
process.exitCode = seconds <= WANTED_SECONDS ? 0 : 1;
