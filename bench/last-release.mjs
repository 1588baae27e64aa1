/**
 * `node server/with-packages.mjs bench node bench/last-release.mjs`: builds the commit that `bench/last-release.json` names, and compares ten requests
 * with it (`bench/beside.mjs`), and what programs are told of our interface. Ends with 1 if a request has become slower, or if
 * programs lose something that docs/api-changes.md doesn't name. A clone that lacks the commit, such as a shallow one,
 * compares nothing.
 *
 * `… bench/last-release.mjs --write <commit>` names another one from now on, with its figures: what has become slower
 * on purpose is accepted by that, in a commit that says why.
 */
import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { buildIfStale, root } from "../server/fresh.mjs";
import { compare } from "./beside/compare.mjs";
import { lostBy } from "./last-release/api-changes.mjs";

const FILE = path.join(root, "bench/last-release.json");

process.chdir(root);
const { values } = parseArgs({ options: { write: { type: "string" } } });
const known = JSON.parse(readFileSync(FILE, "utf8"));
const wanted = values.write ?? known.commit;
const commit = git("rev-parse", "--verify", "--quiet", `${wanted}^{commit}`);
if (commit === undefined) {
  console.log(`This clone lacks the commit ${wanted}: requests are compared with nothing.`);
  process.exit(values.write ? 1 : 0);
}
const folder = mkdtempSync(path.join(tmpdir(), "last-release-"));
process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
checkOut();
buildIfStale();
console.log(`Beside ${commit.slice(0, 8)}:\n`);
const { figures, slower, described } = await compare(folder, { written: values.write ? {} : known.figures });
if (values.write) writeFileSync(FILE, `${JSON.stringify({ commit, figures }, undefined, 2)}\n`);
const named = readFileSync(path.join(root, "docs/api-changes.md"), "utf8");
const lost = lostBy(described.theirs, described.ours).filter((line) => !named.includes(`\`${line}\``));
if (lost.length > 0)
  console.log(
    `\nPrograms lose what docs/api-changes.md doesn't name:\n${lost.map((line) => `\`${line}\``).join("\n")}`,
  );
if (!values.write && slower.length > 0)
  console.log(
    `\nSlower than ${commit.slice(0, 8)}: ${slower.join(", ")}. docs/performance.md, "No slower without anybody knowing".`,
  );
process.exit(!values.write && lost.length + slower.length > 0 ? 1 : 0);

/** The commit's files, with our packages where it has the same, built for production. */
function checkOut() {
  const files = path.join(folder, "files.tar");
  run("git", ["archive", "--output", files, commit], root);
  run("tar", ["-xf", files], folder);
  if (packagesIn(folder) === packagesIn(root))
    cpSync("node_modules", path.join(folder, "node_modules"), { recursive: true, verbatimSymlinks: true });
  else run("npm", ["ci", "--include=dev", "--ignore-scripts", "--no-audit", "--no-fund"], folder);
  run("npm", ["run", "build"], folder);
}

/** All that a lock file lists, without the project itself. */
function packagesIn(place) {
  const { packages } = JSON.parse(readFileSync(path.join(place, "package-lock.json"), "utf8"));
  return JSON.stringify({ ...packages, "": undefined });
}

/** What git says; undefined if it can't. */
function git(...args) {
  const { status, stdout } = spawnSync("git", args, { encoding: "utf8" });
  return status === 0 ? stdout.trim() : undefined;
}

function run(program, args, cwd) {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd, encoding: "utf8" });
  if (status !== 0) throw new Error(`${program} ${args.join(" ")}:\n${stdout}\n${stderr}`);
}
