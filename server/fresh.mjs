import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

/** The project's own folder, wherever this is called from. */
export const root = fileURLToPath(new URL("..", import.meta.url));

/** Holds a hash of the sources of the last build. */
export const stampFile = path.join(root, "build/.stamp");

/** What a build is made of. */
export const sourceFiles = ["package.json", "package-lock.json", "remix.config.js", "tsconfig.json"];
export const sourceFolders = ["app", "db", "server", "public"];

/** The first that reads the aliases in `overrides`. Debian 12 and Ubuntu 24.04 have 9.2.0. */
const OLDEST_NPM = 10;
/** Fetched where npm is older. It runs on their Node 18; npm 11 doesn't. */
const NEWER_NPM = "10.9.9";

/** Another courier's own folder, an absolute path; null: the site is ours. docs/make-it-yours.md */
export function brandFolder() {
  const named = process.env.BRAND_DIR?.trim();
  return named ? path.resolve(root, named) : null;
}

/** What `app/brand.ts` imports, which only a build fills: for a program that reads the sources before the first one. */
export function brandIfMissing() {
  const file = path.join(root, "build/brand.json");
  mkdirSync(path.dirname(file), { recursive: true });
  if (!existsSync(file)) writeFileSync(file, "{}");
}

/**
 * Installs a folder's packages unless those in its package-lock.json are there. Uses nothing but Node and npm.
 * @param folder `tests`, `dev` or `bench`, which have packages of their own; by default the project's
 */
export function installIfMissing(folder = "") {
  const place = path.join(root, folder);
  if (isInstalled(place)) return;
  const [program, ...first] = npm();
  // To stderr, because another program may be reading stdout.
  console.error(
    folder
      ? `Installing the packages of ${folder}/: a few seconds…`
      : "Installing packages (130 MB): about 15 seconds, more on a slow line…",
  );
  run(program, [...first, "ci", "--include=dev", ...quietly], { cwd: place });
}

/** Builds for production unless the sources are unchanged since the last build. */
export function buildIfStale() {
  if (builtFrom() === sourcesHash()) return;
  console.error("Building: about 5 seconds…");
  run(process.execPath, [path.join(root, "server/build.mjs")]);
}

/** Runs a program in the project's folder until it ends. If it fails, prints its output and exits. */
function run(program, args, { cwd = root } = {}) {
  const { status, error, stdout, stderr } = spawnSync(program, args, {
    cwd,
    stdio: ["ignore", "pipe", "pipe"],
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
    shell: process.platform === "win32" && program === "npm",
  });
  if (status === 0) return;
  console.error(`${stdout ?? ""}${stderr ?? ""}`);
  console.error(`Failed: ${[program, ...args].join(" ")}${error ? ` (${error.message})` : ""}`);
  process.exit(1);
}

/** Without install scripts: for better-sqlite3, which brings its binaries, npm would run a compiler, by Python. */
const quietly = ["--ignore-scripts", "--no-audit", "--no-fund"];

/** The npm that can read our lock files, as a program and its first arguments. */
function npm() {
  const { stdout } = spawnSync("npm", ["--version"], { encoding: "utf8", shell: process.platform === "win32" });
  if (!(Number.parseInt(stdout, 10) < OLDEST_NPM)) return ["npm"];
  const folder = path.join(root, ".cache", `npm-${NEWER_NPM}`);
  if (!existsSync(listOf(folder))) {
    console.error(`Fetching npm ${NEWER_NPM}, because npm ${stdout.trim()} is too old: about 3 seconds…`);
    run("npm", ["install", "--prefix", folder, ...quietly, `npm@${NEWER_NPM}`]);
  }
  return [process.execPath, path.join(folder, "node_modules/npm/bin/npm-cli.js")];
}

/** npm's own copy of a lock file, which it writes last. */
const listOf = (place) => path.join(place, "node_modules/.package-lock.json");

function isInstalled(place) {
  const kept = listOf(place);
  if (!existsSync(kept)) return false;
  const wanted = packagesIn(path.join(place, "package-lock.json"));
  const held = packagesIn(kept);
  return Object.entries(wanted).every(
    ([name, { version, optional, devOptional, peer }]) =>
      name === "" || held[name]?.version === version || (!held[name] && (optional || devOptional || peer)),
  );
}

function packagesIn(lockFile) {
  return JSON.parse(readFileSync(lockFile, "utf8")).packages ?? {};
}

function builtFrom() {
  return existsSync(stampFile) ? readFileSync(stampFile, "utf8") : undefined;
}

/** A hash of everything that goes into a build. File times don't help, because a clone makes every file new. */
export function sourcesHash() {
  const hash = createHash("sha256");
  for (const file of [...sourceFiles, ...sourceFolders.flatMap((folder) => filesIn(root, folder))]) {
    hash
      .update(`${file}\0`)
      .update(readFileSync(path.join(root, file)))
      .update("\0");
  }
  const brand = brandFolder();
  hash.update(`${brand ?? ""}\0`);
  // Another folder, such as /, may have no end.
  for (const file of brand && existsSync(path.join(brand, "brand.json")) ? filesIn(brand, "") : []) {
    hash
      .update(`${file}\0`)
      .update(readFileSync(path.join(brand, file)))
      .update("\0");
  }
  return hash.digest("hex");
}

function filesIn(place, folder) {
  if (!existsSync(path.join(place, folder))) return [];
  return readdirSync(path.join(place, folder), { withFileTypes: true })
    .map((entry) => ({ entry, name: path.posix.join(folder, entry.name) }))
    .filter(({ name }) => name !== "public/build")
    .flatMap(({ entry, name }) => (entry.isDirectory() ? filesIn(place, name) : [name]))
    .sort();
}
