import { createHash } from "node:crypto";
import path from "node:path";
import { MessageChannel, type MessagePort, receiveMessageOnPort, Worker } from "node:worker_threads";
import Database from "better-sqlite3";
import type { Client } from "pg";
import { onTestFinished } from "vitest";
import { MINUTES } from "#app/durations";
import { copiedAt } from "#db/copy/staff-copy.server";
import { isPostgres } from "#db/dialect";
import { asInSqlite } from "#db/postgres/views.server";

/** A database as the first start creates it; each test's own is a copy. */
const NEW = "new_site";
const EMPTY = "template1";
const MOST_TRIES = 300;
const BETWEEN_TRIES_MS = 200;
const LONGEST_ANSWER_MS = 4 * MINUTES;
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

/**
 * Removes it after its test, while the next one runs: PostgreSQL waits a tenth of a second for its last connection. A
 * thousand databases of ten megabytes would fill the disk; one that stays goes with the server.
 */
export function removePlace(file: string): void {
  if (!isPostgres) return;
  const { name } = databaseOf(file);
  asAdmin((admin) => admin.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)).catch(() => undefined);
}

async function asAdmin(work: (admin: Client) => Promise<unknown>): Promise<void> {
  const connectionString = process.env.DATABASE_URL;
  const { default: pg } = await import("pg");
  const admin = new pg.Client({ connectionString });
  await admin.connect();
  await work(admin).finally(() => admin.end());
}

/** The place as settings for the site and its commands; creates it first. */
export function placeInSettings(file: string): Record<string, string> {
  return isPostgres ? { DATABASE_URL: databaseOf(file).url, SESSION_SECRET: process.env.SESSION_SECRET ?? "" } : {};
}

/**
 * Queries PostgreSQL as `inTheFile` queries SQLite, in SQL that both understand, with values as SQLite has them.
 */
export function inTheDatabase<Row>(file: string, sql: string): Row[] {
  const { url } = databaseOf(file);
  const { columns, rows } = waitedFor<Asked>("ask", { url, sql });
  // A copy that staff read is behind what was just written.
  if (columns.length === 0) fresh.clear();
  const shown = (value: string | null, at: number) => value && asInFile(columns[at]?.type ?? 0, value);
  return rows.map((row) => Object.fromEntries(row.map((value, at) => [columns[at]?.name, shown(value, at)])) as Row);
}

type Asked = { columns: { name: string; type: number }[]; rows: (string | null)[][] };

/** PostgreSQL's number of its type `timestamp with time zone`. */
const MOMENT = 1184;

/** A table's value as SQLite's file has it. Staff's views have no moments, only texts. */
const asInFile = (type: number, written: string) =>
  type === MOMENT ? new Date(`${written.replace(" ", "T")}:00`).toISOString() : asInSqlite(type, written);

/** Copies in which a test goes on reading without having awaited anything. Nothing can have been written since. */
const fresh = new Set<string>();

/**
 * The file that staff read. On PostgreSQL it is a copy, which the site writes every minute and a test when it reads.
 */
export function freshForStaff(file: string): string {
  if (!isPostgres) return file;
  const copy = path.join(path.dirname(file), "staff.db");
  if (fresh.has(copy)) return copy;
  const { url } = databaseOf(file);
  // The thread has the real time, also where a test has changed this one's.
  const askedAt = performance.timeOrigin + performance.now();
  // While the site writes it, the thread leaves that to the site.
  for (let tries = 1; ; tries += 1) {
    const { failed } = answerTo("copy", { url, file: copy });
    const writtenAt = copiedAt(copy);
    if (!failed && writtenAt && writtenAt.getTime() >= askedAt) {
      fresh.add(copy);
      queueMicrotask(() => fresh.delete(copy));
      return copy;
    }
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, BETWEEN_TRIES_MS);
    if (tries === MOST_TRIES) throw new Error(`no copy for staff: ${failed}`);
  }
}

type Thread = { worker: Worker; port: MessagePort };
type Answer<Given> = { answer?: Given; failed?: string };
let thread: Thread | undefined;

/** What the thread of `sync-postgres.mjs` answers. Nothing else happens here meanwhile. */
function answerTo<Given>(work: "ask" | "copy", given: object): Answer<Given> {
  thread ??= startThread();
  const done = new Int32Array(new SharedArrayBuffer(4));
  thread.worker.postMessage({ work, given, done });
  // A thread that has died answers nothing, and can't say so while this one waits.
  if (Atomics.wait(done, 0, 0, LONGEST_ANSWER_MS) === "timed-out")
    throw new Error(`${work} of sync-postgres.mjs: no answer`);
  return receiveMessageOnPort(thread.port)?.message as Answer<Given>;
}

function waitedFor<Given>(work: "ask", given: { url: string; sql: string }): Given {
  const { answer, failed } = answerTo<Given>(work, given);
  if (failed) throw new Error(`${failed} in ${given.sql}`);
  return answer as Given;
}

function startThread(): Thread {
  const { port1: port, port2 } = new MessageChannel();
  const program = new URL("sync-postgres.mjs", import.meta.url);
  const worker = new Worker(program, { workerData: port2, transferList: [port2], execArgv: [] });
  // It keeps no process alive.
  worker.unref();
  return { worker, port };
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
