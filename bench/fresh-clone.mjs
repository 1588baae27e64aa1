/**
 * `node bench/fresh-clone.mjs [--node /usr/bin]`: how long it takes from a fresh clone of the current commit to the first
 * page from `npm start`, with an empty npm cache. Then once more with the cache that this has filled: what the first
 * install took longer is the network's share. `--node` is the folder of the Node and npm to begin with. Exits with 1 if
 * the first page takes longer than the limit. Where many files have just been deleted, ext4 takes twice as long to
 * write: wait five minutes.
 */
import { execFileSync, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { cpus, loadavg, tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { parseArgs } from "node:util";

const WANTED_SECONDS = 25;
const root = path.resolve(import.meta.dirname, "..");
const { values } = parseArgs({ options: { node: { type: "string" } } });
const folder = mkdtempSync(path.join(tmpdir(), "bench-fresh-clone-"));
const environment = {
  HOME: path.join(folder, "home"),
  PATH: [values.node, ...process.env.PATH.split(path.delimiter).filter((place) => !place.includes("node_modules"))]
    .filter(Boolean)
    .join(path.delimiter),
  ...(process.env.NODE_EXTRA_CA_CERTS && { NODE_EXTRA_CA_CERTS: process.env.NODE_EXTRA_CA_CERTS }),
  PORT: "0",
};
mkdirSync(environment.HOME);

const version = (program) => execFileSync(program, ["--version"], { env: environment, encoding: "utf8" }).trim();
console.log(
  `Fresh clone, begun with Node ${version("node")} and npm ${version("npm")}, ${cpus().length} cores, ` +
    `load ${loadavg()[0].toFixed(1)} before:`,
);
try {
  const busyBefore = busySeconds();
  const empty = await firstPage("clone");
  const busy = busySeconds() - busyBefore;
  const fetched = bytesIn(path.join(environment.HOME, ".npm/_cacache/content-v2"));
  for (const { name, at, took } of empty) console.log(`${at.toFixed(1).padStart(6)} s  ${name} (${took.toFixed(1)})`);
  const full = await firstPage("once more");
  const install = (steps) => steps.find(({ name }) => name === "installed").took;
  console.log(
    `From npm's cache the install took ${install(full).toFixed(1)} s: the network's share, for ${Math.round(fetched / 1e6)} MB, is ` +
      `${Math.max(0, install(empty) - install(full)).toFixed(1)} s. Until the first page all programs together used ${busy.toFixed(0)} s of the processors.`,
  );
  const seconds = empty.at(-1).at;
  console.log(`${seconds <= WANTED_SECONDS ? "Wanted: at most" : "More than the wanted"} ${WANTED_SECONDS} s.`);
  process.exitCode = seconds <= WANTED_SECONDS ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
}

/** Clones, starts and asks for the first page. @returns each step with its seconds, and those since the beginning */
async function firstPage(name) {
  const clone = path.join(folder, name);
  const began = performance.now();
  const steps = [];
  const step = (name) => {
    const at = (performance.now() - began) / 1000;
    steps.push({ name, at, took: at - (steps.at(-1)?.at ?? 0) });
  };
  execFileSync("git", ["clone", "--quiet", root, clone]);
  step("cloned");
  // npm, its start script and the site are one process group.
  const start = spawn("npm", ["start"], { cwd: clone, env: environment, detached: true });
  const ended = new Promise((resolve) => start.once("exit", resolve));
  try {
    const origin = await new Promise((resolve, reject) => {
      start.once("exit", (code) => reject(new Error(`npm start ended with ${code}`)));
      createInterface({ input: start.stderr }).on("line", (line) => {
        if (line.startsWith("Fetching")) step("npm started, and is too old");
        if (line.startsWith("Installing")) step("npm ready");
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
    if (start.exitCode === null) process.kill(-start.pid, "SIGTERM");
    await ended;
  }
  return steps;
}

function bytesIn(folder) {
  const files = readdirSync(folder, { recursive: true }).map((file) => statSync(path.join(folder, file)));
  return files.filter((file) => file.isFile()).reduce((sum, { size }) => sum + size, 0);
}

/** What the processors have worked since the machine started. */
function busySeconds() {
  const milliseconds = cpus().flatMap(({ times: { user, nice, sys, irq } }) => [user, nice, sys, irq]);
  return milliseconds.reduce((sum, each) => sum + each, 0) / 1000;
}
