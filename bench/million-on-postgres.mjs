/**
 * `node server/with-packages.mjs . node --max-semi-space-size=4 bench/million-on-postgres.mjs`: moves the million quotes of `node server/with-packages.mjs . node --max-semi-space-size=4 bench/million-quotes.mjs` to a PostgreSQL of its own and back with
 * `db:copy`, timed and compared table by table, and asks for dashboards on both databases. Ends with 1 if a dashboard takes 20 ms
 * or more at the 99th percentile. `-- --quotes 100000` fills less, `-- --keep <folder>` uses and keeps the file there.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { buildIfStale, root } from "../server/fresh.mjs";
import { startPostgres } from "../tests/postgres/server.mjs";

process.chdir(root);
buildIfStale();
const { values: given } = parseArgs({
  options: { quotes: { type: "string", default: "1000000" }, keep: { type: "string" } },
});
const folder = given.keep ?? mkdtempSync(path.join(tmpdir(), "bench-million-"));
const file = path.join(folder, "courier.db");
if (!existsSync(file))
  node(["bench/million-quotes.mjs", "--keep", folder, "--quotes", given.quotes, "--only", "dashboard"]);

const { url, stop } = await startPostgres({ settings: [] });
const onSqlite = dashboards("SQLite", file);
const before = gigabytes(file);
copied("SQLite to PostgreSQL", file, url);
const onPostgres = dashboards("PostgreSQL", url);
// The first copy has renamed the file.
copied("PostgreSQL to SQLite", url, file);
console.log(`The file had ${before} GB, and has ${gigabytes(file)} GB.`);
stop();
rmSync(given.keep ? path.join(folder, "courier.before-postgres.db") : folder, { recursive: true, force: true });
process.exit(Math.max(onSqlite, onPostgres));

/** Each database in a process of its own: the schema is made for one of them. */
function dashboards(what, place) {
  console.log(`\n${what}, load average ${loadavg()[0].toFixed(1)}:`);
  return node(["bench/million-quotes/dashboards.mjs", place], { DATABASE_URL: place });
}

/** With the options of this process, which are those of `npm start`: they decide how long garbage collection takes. */
function node(args, env = {}) {
  return (
    spawnSync(process.execPath, [...process.execArgv, ...args], { stdio: "inherit", env: { ...process.env, ...env } })
      .status ?? 1
  );
}

/** The command compares every table by its rows and a checksum, and fails where they differ. */
function copied(what, from, to) {
  const env = { ...process.env, DATA_DIR: folder };
  const output = execFileSync(process.execPath, ["build/tools/db-copy.js", from, to], { encoding: "utf8", env });
  console.log(`\n${what}: ${output.split("\n").find((line) => line.includes("every table compared"))}`);
}

function gigabytes(name) {
  return (statSync(name).size / 1e9).toFixed(2);
}
