import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { isPostgres } from "#db/dialect";

/**
 * Where the store of a data folder's `courier.db` is: that file or, while the tests run on PostgreSQL, a database of that
 * server (`DATABASE_URL`) with a name of its own, made when it is first asked for.
 */
export async function storePlace(file: string): Promise<string> {
  if (!isPostgres) return file;
  const { name, url } = databaseOf(file);
  const { default: pg } = await import("pg");
  const admin = new pg.Client({ connectionString: process.env.DATABASE_URL });
  await admin.connect();
  const { rowCount } = await admin.query("SELECT FROM pg_database WHERE datname = $1", [name]);
  if (rowCount === 0) await admin.query(`CREATE DATABASE ${name}`);
  await admin.end();
  return url;
}

/** Asks PostgreSQL as `inTheFile` asks SQLite; SQL that both understand. */
export function inTheDatabase<Row>(file: string, statement: string): Row[] {
  const isRead = /^\s*(?:select|with)\b/i.test(statement);
  const asked = isRead ? `SELECT coalesce(json_agg(row), '[]') FROM (${statement}) AS row` : statement;
  const { url } = databaseOf(file);
  const { status, stdout, stderr } = spawnSync("psql", ["-XqAt", "-v", "ON_ERROR_STOP=1", url, "-c", asked], {
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`${stderr.trim()} in ${statement}`);
  return isRead ? (JSON.parse(stdout) as Row[]) : [];
}

/** Before staff read the file: on PostgreSQL it is a copy, which the site writes every minute and a test when it reads. */
export function freshForStaff(file: string): void {
  if (!isPostgres) return;
  const worker = "build/tools/staff-copy-worker.js";
  const env = { ...process.env, DATABASE_URL: databaseOf(file).url };
  const { status, stderr } = spawnSync(process.execPath, [worker, file], { env, encoding: "utf8" });
  if (status !== 0) throw new Error(`no copy for staff: ${stderr}`);
}

function databaseOf(file: string): { name: string; url: string } {
  const name = `test_${createHash("sha256").update(file).digest("hex").slice(0, 20)}`;
  const address = new URL(process.env.DATABASE_URL ?? "");
  address.pathname = `/${name}`;
  return { name, url: address.href };
}
