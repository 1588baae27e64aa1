/**
 * `node tests/bare-machine.mjs [--npm 9.2.0] [--node 18.19.1]`: a clone of the current commit on a machine that has that
 * Node, that npm and Git, and no Python, make or compiler; npm's cache is empty, and it has no settings. By default they
 * are Debian 12's and Ubuntu 24.04's. `npm start` must answer `/`, `npm test` must pass, and whatever we start ourselves
 * must reach the project's own Node.
 */
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { parseArgs } from "node:util";
import { root } from "../server/fresh.mjs";

const { npm, node } = parseArgs({
  options: { npm: { type: "string", default: "9.2.0" }, node: { type: "string", default: "18.19.1" } },
}).values;
const folder = mkdtempSync(path.join(tmpdir(), "thuma-bare-"));
const clone = path.join(folder, "clone");
const began = performance.now();

try {
  const machine = bareMachine();
  say(`Node ${node}, npm ${spawnSync("npm", ["--version"], { env: machine, encoding: "utf8" }).stdout.trim()}`);
  execFileSync("git", ["clone", "--quiet", root, clone]);
  writeFileSync(path.join(clone, ".env"), "PORT=0\n");
  await startAnswers(machine);
  testPasses(machine);
  reachOwnNode(machine);
} finally {
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
}

async function startAnswers(env) {
  // npm, its start script and the site are one process group.
  const start = spawn("npm", ["start"], { cwd: clone, env, detached: true, stdio: ["ignore", "pipe", "pipe"] });
  const ended = new Promise((resolve) => start.once("exit", resolve));
  try {
    const address = await new Promise((resolve, reject) => {
      let said = "";
      start.once("exit", (code) => reject(new Error(`npm start ended with ${code}:\n${said}`)));
      for (const input of [start.stdout, start.stderr])
        createInterface({ input }).on("line", (line) => {
          said += `${line}\n`;
          const [found] = /http:\/\/localhost:\d+/.exec(line) ?? [];
          if (found) resolve(found);
        });
    });
    const { status } = await fetch(address);
    if (status !== 200) throw new Error(`npm start answers / with ${status}`);
    if (!existsSync(path.join(clone, "node_modules/.bin/node"))) throw new Error("there is no link to our own Node");
    say("npm start answers /");
  } finally {
    if (start.exitCode === null) process.kill(-start.pid, "SIGTERM");
    await ended;
  }
}

function testPasses(env) {
  const { status, stdout, stderr } = spawnSync("npm", ["test", "--", "tests/domain/values"], {
    cwd: clone,
    env,
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`npm test ended with ${status}:\n${stdout}${stderr}`);
  say(`npm test: ${stdout.trim().split("\n").at(-1)}`);
}

/** Whatever refuses an old Node is run on the machine's own, with a program instead of ours that takes over. */
function reachOwnNode(env) {
  const other = path.join(folder, "other-node");
  writeFileSync(other, '#!/bin/sh\necho "took over"\n', { mode: 0o755 });
  const programs = execFileSync("git", ["grep", "-l", "^refuseOldNode();", "*.mjs"], { cwd: root, encoding: "utf8" })
    .trim()
    .split("\n");
  for (const file of programs) {
    const { stdout, stderr } = spawnSync("node", [file], {
      cwd: clone,
      env: { ...env, THUMA_NODE: other },
      encoding: "utf8",
    });
    if (stdout !== "took over\n") throw new Error(`${file} on Node ${node}:\n${stdout}${stderr}`);
  }
  say(`${programs.length} programs reach the project's Node`);
}

/** The environment of a machine that has nothing else. */
function bareMachine() {
  const programs = path.join(folder, "programs");
  const home = path.join(folder, "home");
  for (const each of [programs, home]) mkdirSync(each);
  const nodePackage = `node-${process.platform}-${process.arch}`;
  symlinkSync(path.join(fetched(nodePackage, node), "bin/node"), path.join(programs, "node"));
  symlinkSync(path.join(fetched("npm", npm), "bin/npm-cli.js"), path.join(programs, "npm"));
  for (const each of ["git", "sh"]) symlinkSync(found(each), path.join(programs, each));
  return {
    PATH: programs,
    HOME: home,
    // It isn't there: a test that needs no browser must not look for one.
    CHROMIUM_PATH: path.join(folder, "no-browser"),
    npm_config_globalconfig: path.join(home, "no-settings"),
    // How this machine reaches the network is no setting of npm's.
    ...(process.env.NODE_EXTRA_CA_CERTS && { NODE_EXTRA_CA_CERTS: process.env.NODE_EXTRA_CA_CERTS }),
  };
}

/** The folder of one release of a package. */
function fetched(name, version) {
  const place = path.join(root, ".cache/bare-machine", `${name}-${version}`);
  if (!existsSync(place))
    execFileSync("npm", [
      "install",
      "--prefix",
      place,
      "--ignore-scripts",
      "--no-audit",
      "--no-fund",
      "--silent",
      `${name}@${version}`,
    ]);
  return path.join(place, "node_modules", name);
}

function found(program) {
  const file = process.env.PATH.split(path.delimiter)
    .map((place) => path.join(place, program))
    .find((each) => existsSync(each));
  if (!file) throw new Error(`There is no ${program}.`);
  return realpathSync(file);
}

function say(words) {
  console.log(`${((performance.now() - began) / 1000).toFixed(0).padStart(4)} s  ${words}`);
}
