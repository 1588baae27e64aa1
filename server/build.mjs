/**
 * Builds for production: `build/site.js` (app and server in one file), `build/index.js` that starts it, and
 * `build/public/` (files for browsers, compressed as well as possible). A server running an older build isn't
 * disturbed.
 */
import { execFile, spawnSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { pictures, writeBrand } from "./brand.mjs";
import { driverScripts, enhancement, serviceWorker } from "./browser-scripts.mjs";
import { bundle } from "./bundle.mjs";
import { root, sourcesHash, stampFile } from "./fresh.mjs";

const DAYS = 24 * 60 * 60 * 1000;
/** Pages opened before a new version still ask for its older files. */
const KEEP_OLD_FILES_MS = 14 * DAYS;

const source = path.join(root, "public");
const served = path.join(root, "build/public");

const { version } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8"));
const hash = sourcesHash();
rmSync(stampFile, { force: true });
rmSync(path.join(source, "build"), { recursive: true, force: true });
await writeBrand();
const tools = filesUnder(path.join(root, "server/tools")).map((file) => path.join("server/tools", file));
await Promise.all([pages().then(inOneByte), bundle(tools, "build/tools"), bundle(["server/index.mjs"], "build")]);
const files = filesForBrowsers();
await Promise.all([...files].map(([file, content]) => gather(file, content)));
sweep();
writeFileSync(path.join(root, "build/release.json"), JSON.stringify({ version, commit: commit() }));
writeFileSync(stampFile, hash);
console.log("Built for production.");

/** What Remix builds: the site, and its scripts and styles for browsers. */
function pages() {
  const compiler = path.join(root, "node_modules/@remix-run/dev/dist/cli.js");
  const env = { ...process.env, NODE_ENV: "production" };
  return promisify(execFile)(process.execPath, [compiler, "build"], { cwd: root, env }).catch(({ stdout, stderr }) => {
    console.error(`${stdout}${stderr}`);
    process.exit(1);
  });
}

/**
 * Escapes the characters beyond ASCII that the compiler leaves in regular expressions. Node keeps a source that has one in
 * two bytes a character, and the site's has three million. In a `String.raw` the escape would be the text.
 */
function inOneByte() {
  const file = path.join(root, "build/site.js");
  const escaped = (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
  const source = readFileSync(file, "utf8");
  const raw = /String\.raw`[^`\x80-\uffff]*[\x80-\uffff]/.exec(source);
  if (raw) throw new Error(`Write ASCII in String.raw, such as \\xb0 in a pattern: ${raw[0]}`);
  writeFileSync(file, source.replace(/[^\0-\x7f]/g, escaped));
}

/** The commit that is being built; `unknown` without a Git repository, as in a container. */
function commit() {
  const { status, stdout } = spawnSync("git", ["rev-parse", "--short=12", "HEAD"], { cwd: root, encoding: "utf8" });
  return process.env.COMMIT || (status === 0 ? stdout.trim() : "unknown");
}

/** The files for browsers, by their address: public/, the brand's pictures, and the scripts that we bundle ourselves. */
function filesForBrowsers() {
  const contentsOf = (folder) => filesUnder(folder).map((file) => [file, readFileSync(path.join(folder, file))]);
  const files = new Map([...contentsOf(source), ...contentsOf(pictures)]);
  // Under the name that Remix gave it, which is a hash of the same sources.
  for (const file of files.keys()) if (/^build.entry\.client-/.test(file)) files.set(file, enhancement());
  // Remix's hash of everything that its pages contain, so that the same pages keep the same worker.
  const version = readFileSync(path.join(root, "build/version.txt"), "utf8").trim();
  return new Map([...files, ["sw.js", serviceWorker(version)], ...driverScripts()]);
}

/** Writes a file, with a Brotli and a gzip version of a text file that gets smaller. */
async function gather(file, content) {
  place(file, content);
  if (!/\.(?:css|js|mjs|svg|txt|json|xml|html|webmanifest|ico)$/.test(file)) return;
  const best = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
  placeIfSmaller(`${file}.br`, await promisify(brotliCompress)(content, { params: best }), content);
  placeIfSmaller(`${file}.gz`, await promisify(gzip)(content, { level: 9 }), content);
}

function placeIfSmaller(file, compressed, content) {
  if (compressed.length < content.length) place(file, compressed);
  else rmSync(path.join(served, file), { force: true });
}

/** Written to another name first, so that nobody is sent an incomplete file. */
function place(file, content) {
  const target = path.join(served, file);
  if (existsSync(target) && readFileSync(target).equals(content)) {
    // Still in use, so its age counts from now. Other files keep their time, from which their ETag is made.
    if (isHashed(file)) utimesSync(target, new Date(), new Date());
    return;
  }
  mkdirSync(path.dirname(target), { recursive: true });
  writeFileSync(`${target}.new`, content);
  renameSync(`${target}.new`, target);
}

/** Deletes what this build did not make. Hashed files only once no open page can need them. */
function sweep() {
  for (const file of filesUnder(served)) {
    if (files.has(file.replace(/\.(?:br|gz)$/, ""))) continue;
    const ageMs = Date.now() - statSync(path.join(served, file)).mtimeMs;
    if (!isHashed(file) || ageMs > KEEP_OLD_FILES_MS) rmSync(path.join(served, file));
  }
}

function isHashed(file) {
  return file.startsWith(`build${path.sep}`);
}

function filesUnder(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)));
}
