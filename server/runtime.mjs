import { spawn, spawnSync } from "node:child_process";
import { existsSync, lstatSync, mkdirSync, realpathSync, symlinkSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

/** The project's folder: this file, like its bundled copy, is in a folder of it. */
export const project = fileURLToPath(new URL("..", import.meta.url));

/** Debian 12's and Ubuntu 24.04's. npm and our scripts run on it until the project's own Node takes over. */
const OLDEST_TO_START = [18, 19];
/** better-sqlite3 13 ends the process on older versions, without a message. */
const OLDEST_TO_RUN = [22, 0];

/** Exits with one line if Node is too old to install the project's own. */
export function refuseOldNode() {
  if (isAtLeast(OLDEST_TO_START)) return;
  endWith(`Node ${OLDEST_TO_START.join(".")} or newer is needed; this is Node ${process.versions.node}.`);
}

/** Exits with one line if the site can't run on this Node. Call it before any native module is loaded. */
export function refuseUnfitNode() {
  if (isAtLeast(OLDEST_TO_RUN)) return;
  const own = ownNode();
  endWith(
    `Node ${OLDEST_TO_RUN[0]} or newer is needed; this is Node ${process.versions.node}. ` +
      (own ? `Use the project's own: ${own}` : "Where the project brings none (see README.md), install one."),
  );
}

/**
 * Continues in the Node that comes with the project, or in THUMA_NODE. Returns if that is this one already, as it is
 * after `npm run`, which puts node_modules/.bin first. Packages must be installed.
 */
export async function runOnProjectNode() {
  const own = ownNode();
  if (own) link(own);
  const node = process.env.THUMA_NODE?.trim() || own;
  if (node && !existsSync(node)) endWith(`THUMA_NODE: there is no program ${node}`);
  if (!node || realpathSync(node) === realpathSync(process.execPath)) return refuseUnfitNode();
  const child = spawn(node, [...process.execArgv, ...process.argv.slice(1)], { stdio: "inherit" });
  for (const signal of ["SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
  // A terminal sends it to both processes; a second SIGINT would cut the stop short.
  process.on("SIGINT", () => process.stdin.isTTY || child.kill("SIGINT"));
  child.once("error", (error) => endWith(`${node} can't be started: ${error.message}`));
  await new Promise((resolve) => child.once("exit", resolve));
  process.exit(child.exitCode ?? 1);
}

/** The Node in node_modules, where npm installs the package for this system. Undefined if none is there that runs. */
function ownNode() {
  const file = path.join(project, "node_modules", `node-${process.platform}-${process.arch}`, "bin/node");
  return existsSync(file) && runs(file) ? file : undefined;
}

/** Alpine's C library is another than the one that our Node needs, but its platform has the same name. */
function runs(node) {
  return realpathSync(node) === realpathSync(process.execPath) || spawnSync(node, ["--version"]).status === 0;
}

/**
 * Links node_modules/.bin/node to the Node that comes with the project: `npm run` looks there first. npm 9 and 10 remove
 * that link together with the package for the other processor, which has one of the same name.
 */
function link(node) {
  const link = path.join(project, "node_modules/.bin/node");
  if (lstatSync(link, { throwIfNoEntry: false })) return;
  try {
    mkdirSync(path.dirname(link), { recursive: true });
    symlinkSync(path.relative(path.dirname(link), node), link);
  } catch {
    // Another user's folder: it works without the link too.
  }
}

function isAtLeast([oldestMajor, oldestMinor]) {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  return major > oldestMajor || (major === oldestMajor && minor >= oldestMinor);
}

function endWith(line) {
  console.error(line);
  process.exit(1);
}
