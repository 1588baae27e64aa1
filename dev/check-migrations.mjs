/**
 * `npm run db:check`: whether `db/schema/` says anything that the migrations of either database don't make yet. Generates what
 * is missing into a copy of each folder; ends with 1 when there is anything.
 */
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import path from "node:path";

mkdirSync("build", { recursive: true });
const temporary = mkdtempSync("build/migrations-");
try {
  for (const [dialect, folder, url] of [
    ["sqlite", "db/migrations", ""],
    ["postgresql", "db/migrations-postgres", "postgres://postgres"],
  ]) {
    const copy = path.join(temporary, dialect);
    cpSync(folder, copy, { recursive: true });
    const words = ["drizzle-kit", "generate", "--dialect", dialect, "--schema", "./db/schema/*.ts", "--out", copy];
    const { status, stdout, stderr } = spawnSync(process.execPath, ["server/with-packages.mjs", "dev", ...words], {
      env: { ...process.env, DATABASE_URL: url },
      encoding: "utf8",
    });
    // Asked what was renamed and what is new, it ends well without an answer, and without a word.
    if (stdout.includes("No schema changes")) console.log(`${folder} makes what db/schema says`);
    else {
      console.error(`${folder} doesn't make what db/schema says. Run npm run db:generate.\n${stdout}${stderr}`);
      process.exitCode = status || 1;
    }
  }
} finally {
  rmSync(temporary, { recursive: true });
}
