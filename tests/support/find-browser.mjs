import { spawnSync } from "node:child_process";
import { accessSync, constants, existsSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";

/** Chromium without windows: it takes a third less processor time. */
const SHELL = "chromium-headless-shell";
const names = [SHELL, "chromium", "chromium-browser", "google-chrome-stable", "google-chrome", "chrome"];
const elsewhere = [
  "/snap/bin/chromium",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
];

/**
 * A Chromium for the journeys: an installed one, or else Debian's, or else Playwright's own.
 * @param from whose playwright-core: tests/ and bench/ have one each
 */
export function browserPath(from = process.argv[1]) {
  const given = process.env.CHROMIUM_PATH;
  if (given) return mustRun(given);
  return installed() ?? fromDebian() ?? fromPlaywright(from);
}

/** Chromium with its windows, as people have it, although nobody sees them here. */
export function fullBrowserPath(from = process.argv[1]) {
  const full = names.filter((name) => name !== SHELL);
  return installed(full) ?? fromDebian(full) ?? fromPlaywright(from);
}

function mustRun(file) {
  if (runs(file)) return file;
  console.error(`CHROMIUM_PATH: there is no program at ${file}`);
  process.exit(1);
}

function installed(wanted = names) {
  const folders = [...(process.env.PATH ?? "").split(path.delimiter), "/usr/bin"].filter(Boolean);
  const candidates = wanted.flatMap((name) => folders.map((folder) => path.join(folder, name)));
  return [...candidates, ...elsewhere].find(runs);
}

function fromDebian(wanted = names) {
  if (!existsSync("/etc/debian_version") || process.getuid?.() !== 0) return undefined;
  console.log("Installing a browser for the tests…");
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const apt = (...step) => spawnSync("apt-get", ["-q", ...step], { env, stdio: ["ignore", "ignore", "inherit"] });
  apt("update");
  for (const name of [SHELL, "chromium"].filter((each) => wanted.includes(each))) {
    apt("install", "-y", "--no-install-recommends", name);
    if (installed(wanted)) break;
  }
  return installed(wanted);
}

function fromPlaywright(from) {
  console.log("Downloading a browser for the tests…");
  const require = createRequire(from);
  const program = path.join(path.dirname(require.resolve("playwright-core/package.json")), "cli.js");
  const { status } = spawnSync(process.execPath, [program, "install", "chromium"], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  const { chromium } = require("playwright-core");
  const file = chromium.executablePath();
  if (status === 0 && runs(file)) return file;
  console.error("The tests need Chromium or Chrome: install one, or name it in CHROMIUM_PATH.");
  process.exit(1);
}

function runs(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
