import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

/** The project's own folder, wherever it is called from. */
export const root = fileURLToPath(new URL("..", import.meta.url));

/** Which sources the last build was made from. */
export const stampFile = path.join(root, "build/.stamp");

/**
 * Installs a folder's packages unless those that its package-lock.json names are there. Uses nothing but Node itself.
 * @param folder `tests`, `dev` or `bench`, which have packages of their own; without it, the project's
 */
export function installIfMissing(folder = "") {
  const place = path.join(root, folder);
  if (isInstalled(place)) return;
  // Not on the channel of answers: a program may be reading those.
  console.error(`Installing packages${folder && ` of ${folder}/`}…`);
  run("npm", ["ci", "--include=dev", "--no-audit", "--no-fund"], { cwd: place });
}

/** Builds for production unless the last build was made from these very sources. */
export function buildIfStale() {
  if (builtFrom() === sourcesHash()) return;
  console.error("Building…");
  run(process.execPath, [path.join(root, "server/build.mjs")]);
}

/** Runs a program to its end, in the project's folder. What it says is shown only if it fails, which ends this one too. */
export function run(program, args, { cwd = root, env = process.env } = {}) {
  const { status, error, stdout, stderr } = spawnSync(program, args, {
    cwd,
    env,
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

/** npm keeps a copy of the lock file beside what it installed; it writes it last. */
function isInstalled(place) {
  const kept = path.join(place, "node_modules/.package-lock.json");
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

/** One fingerprint of everything that a build is made from. Times are no help: a clone makes every file new. */
export function sourcesHash() {
  const hash = createHash("sha256");
  const single = ["package.json", "package-lock.json", "remix.config.js", "tsconfig.json"];
  for (const file of [...single, ...["app", "db", "server", "public"].flatMap(filesIn)]) {
    hash
      .update(`${file}\0`)
      .update(readFileSync(path.join(root, file)))
      .update("\0");
  }
  return hash.digest("hex");
}

function filesIn(folder) {
  if (!existsSync(path.join(root, folder))) return [];
  return readdirSync(path.join(root, folder), { withFileTypes: true })
    .map((entry) => ({ entry, name: `${folder}/${entry.name}` }))
    .filter(({ name }) => name !== "public/build")
    .flatMap(({ entry, name }) => (entry.isDirectory() ? filesIn(name) : [name]))
    .sort();
}
