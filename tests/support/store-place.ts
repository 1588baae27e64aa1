import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import path from "node:path";
import Database from "better-sqlite3";
import type { Client } from "pg";
import { onTestFinished } from "vitest";
import { copiedAt } from "#db/copy/staff-copy.server";
import { isPostgres } from "#db/dialect";

/** A database as the first start creates it; each test's own is a copy. */
const NEW = "new_site";
const EMPTY = "template1";
const MOST_TRIES = 300;
const BETWEEN_TRIES_MS = 200;
const UNIQUE_VIOLATION = "23505";

/**
 * The database of a data folder's `courier.db`: that file or, when the tests run on PostgreSQL, a database with its own
 * name on that server (`DATABASE_URL`), created on first use: migrated and seeded.
 */
export async function storePlace(file: string): Promise<string> {
  return isPostgres ? made(databaseOf(file), NEW) : file;
}

/** The same without tables, before a first start. */
export async function emptyPlace(file: string): Promise<string> {
  return isPostgres ? made(databaseOf(file), EMPTY) : file;
}

/**
 * Copies a data folder's database to another one. A store that has it open goes on; on PostgreSQL its connections end, and
 * it gets none while the copy is made: what has a connection can't be copied.
 */
export async function copyPlace(file: string, to: string): Promise<void> {
  if (!isPostgres) {
    const reader = new Database(file, { readonly: true, fileMustExist: true });
    reader.prepare("VACUUM INTO ?").run(to);
    reader.close();
    return;
  }
  const { name } = databaseOf(file);
  await asAdmin(async (admin) => {
    await admin.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS false`);
    await admin.query("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1", [name]);
    await made(databaseOf(to), name).finally(() => admin.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS true`));
  });
}

/** The template that `storePlace` copies on PostgreSQL. Still empty. */
export function newPlace(): Promise<string> {
  return made({ name: NEW, url: urlOf(NEW) }, EMPTY);
}

/** A copy of a data folder's database that nobody has open, as after a stop. */
export async function stoppedPlace(file: string): Promise<string> {
  const copy = `${file}.stopped`;
  await copyPlace(file, copy);
  onTestFinished(() => removePlace(copy));
  return storePlace(copy);
}

async function made({ name, url }: { name: string; url: string }, template: string): Promise<string> {
  await asAdmin(async (admin) => {
    const { rowCount } = await admin.query("SELECT FROM pg_database WHERE datname = $1", [name]);
    if (rowCount === 0)
      await admin.query(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY file_copy`).catch(unlessMade);
  });
  return url;
}

/** Another process of the same test may create it at the same moment. */
function unlessMade(error: { code?: string }): void {
  if (error.code !== UNIQUE_VIOLATION) throw error;
}

/** Removes it after its test: a thousand databases of ten megabytes would fill the disk. */
export async function removePlace(file: string): Promise<void> {
  if (!isPostgres) return;
  const { name } = databaseOf(file);
  await asAdmin((admin) => admin.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`));
}

async function asAdmin(work: (admin: Client) => Promise<unknown>): Promise<void> {
  const { default: pg } = await import("pg");
  const admin = new pg.Client({ connectionString: process.env.DATABASE_URL });
  await admin.connect();
  await work(admin).finally(() => admin.end());
}

/** The place as settings for the site and its commands; creates it first. */
export function placeInSettings(file: string): Record<string, string> {
  return isPostgres ? { DATABASE_URL: databaseOf(file).url, SESSION_SECRET: process.env.SESSION_SECRET ?? "" } : {};
}

/** Queries PostgreSQL as `inTheFile` queries SQLite, in SQL that both understand. */
export function inTheDatabase<Row>(file: string, statement: string): Row[] {
  const isRead = /^\s*(?:select|with)\b/i.test(statement);
  const asked = isRead ? `SELECT coalesce(json_agg(row), '[]') FROM (${statement}) AS row` : statement;
  const { url } = databaseOf(file);
  const { status, stdout, stderr } = spawnSync("psql", ["-XqAt", "-v", "ON_ERROR_STOP=1", url, "-c", asked], {
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`${stderr.trim()} in ${statement}`);
  if (!isRead) fresh.clear();
  return isRead ? (JSON.parse(stdout) as Row[]) : [];
}

/** Copies in which a test goes on reading without having awaited anything. Nothing can have been written since. */
const fresh = new Set<string>();

/**
 * The file that staff read. On PostgreSQL it is a copy, which the site writes every minute and a test when it reads.
 */
export function freshForStaff(file: string): string {
  if (!isPostgres) return file;
  const copy = path.join(path.dirname(file), "staff.db");
  if (fresh.has(copy)) return copy;
  const worker = "build/tools/staff-copy-worker.js";
  const env = { ...process.env, DATABASE_URL: databaseOf(file).url };
  // The worker has the real time, also where a test has changed this process's.
  const askedAt = performance.timeOrigin + performance.now();
  // While the site writes it, the worker leaves that to the site.
  for (let tries = 1; ; tries += 1) {
    const { status, stderr } = spawnSync(process.execPath, [worker, copy], { env, encoding: "utf8" });
    const writtenAt = copiedAt(copy);
    if (status === 0 && writtenAt && writtenAt.getTime() >= askedAt) {
      fresh.add(copy);
      queueMicrotask(() => fresh.delete(copy));
      return copy;
    }
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, BETWEEN_TRIES_MS);
    if (tries === MOST_TRIES) throw new Error(`no copy for staff: ${stderr}`);
  }
}

function databaseOf(file: string): { name: string; url: string } {
  const name = `test_${createHash("sha256").update(file).digest("hex").slice(0, 20)}`;
  return { name, url: urlOf(name) };
}

function urlOf(name: string): string {
  const address = new URL(process.env.DATABASE_URL ?? "");
  address.pathname = `/${name}`;
  return address.href;
}
