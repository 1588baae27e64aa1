/**
 * `npm run db:check`: whether `db/schema/` says anything that the migrations of either database don't make yet. Generates
 * what is missing into a copy of each folder; ends with 1 when there is anything.
 * `npm run db:generate`: generates it, and keeps drizzle-kit's newest snapshot alone: it compares with no other.
 */
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import path from "node:path";

const FOLDERS = [
  ["sqlite", "db/migrations", ""],
  ["postgresql", "db/migrations-postgres", "postgres://postgres"],
];

function generate(dialect, out, url, stdio) {
  const words = ["drizzle-kit", "generate", "--dialect", dialect, "--schema", "./db/schema/*.ts", "--out", out];
  return spawnSync(process.execPath, ["server/with-packages.mjs", "dev", ...words], {
    env: { ...process.env, DATABASE_URL: url },
    encoding: "utf8",
    stdio,
  });
}

const olderSnapshots = (folder) =>
  readdirSync(path.join(folder, "meta"))
    .filter((name) => name.endsWith("_snapshot.json"))
    .sort()
    .slice(0, -1)
    .map((name) => path.join(folder, "meta", name));

function generateAll() {
  for (const [dialect, folder, url] of FOLDERS) {
    const { status } = generate(dialect, folder, url, "inherit");
    if (status !== 0) return status ?? 1;
    for (const file of olderSnapshots(folder)) rmSync(file);
  }
  return 0;
}

function checkAll() {
  mkdirSync("build", { recursive: true });
  const temporary = mkdtempSync("build/migrations-");
  let failed = 0;
  try {
    for (const [dialect, folder, url] of FOLDERS) {
      const copy = path.join(temporary, dialect);
      cpSync(folder, copy, { recursive: true });
      const { status, stdout, stderr } = generate(dialect, copy, url, "pipe");
      const older = olderSnapshots(folder);
      // Asked what was renamed and what is new, it ends well without an answer, and without a word.
      if (!stdout.includes("No schema changes")) {
        console.error(`${folder} doesn't make what db/schema says. Run npm run db:generate.\n${stdout}${stderr}`);
        failed = status || 1;
      } else if (older.length > 0) {
        console.error(`Nothing needs ${older.join(", ")}: delete them.`);
        failed = 1;
      } else console.log(`${folder} makes what db/schema says`);
    }
  } finally {
    rmSync(temporary, { recursive: true });
  }
  return failed;
}

process.exitCode = process.argv[2] === "generate" ? generateAll() : checkAll();
