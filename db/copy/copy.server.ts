import { createHash } from "node:crypto";
import { existsSync, renameSync, rmSync } from "node:fs";
import path from "node:path";
import Database from "better-sqlite3";
import { isPostgresUrl } from "../dialect";
import { noteAnew } from "../issued/beside-file.server";
import type { Lock } from "../lock-file.server";
import { keepClosed } from "../open-mark.server";
import { StoreError } from "../store-error";
import { syncFile } from "../sync-file.server";
import { holdDatabase } from "./leave-database.server";
import { keptName, siteName } from "./names-of-file";
import { postgresSource, postgresTarget } from "./postgres-side.server";
import { holdStill } from "./retire-file.server";
import type { CopiedTable, Side, Target } from "./side";
import { sqliteSource, sqliteTarget } from "./sqlite-side.server";

export type Copied = { table: string; rows: number; wasThere: boolean };

/** Called for each table, once it is copied and compared. */
type OnCopied = (copied: Copied) => void;

/**
 * Moves a site from SQLite to PostgreSQL, or back: copies all tables into an empty database, and compares each of them
 * afterwards. The same call goes on where a killed one stopped. The last steps make sure that no site starts on the
 * database that was copied: the SQLite file gets another name, a PostgreSQL database a mark.
 * @param from, to the path of a SQLite file, by either of its names, or the address of a PostgreSQL database
 * @returns the name of the SQLite file
 * @throws StoreError when either is open or isn't of this release, or the target holds other data
 */
export async function copyDatabase(from: string, to: string, now: Date, report: OnCopied): Promise<string> {
  if (isPostgresUrl(from) === isPostgresUrl(to))
    throw new StoreError("One of the two must be a SQLite file, the other a PostgreSQL database.");
  const closed = closedFile(isPostgresUrl(from) ? to : siteName(from));
  try {
    return isPostgresUrl(from) ? await toFile(from, to, now, report) : await toPostgres(from, to, report);
  } finally {
    closed.release();
  }
}

function closedFile(file: string): Lock {
  const closed = keepClosed(file);
  if (closed) return closed;
  throw new StoreError(`The site, or another of its programs, has ${file} open. Stop it first.`);
}

async function toPostgres(named: string, url: string, report: OnCopied): Promise<string> {
  const names = [siteName(named), keptName(named)];
  const [file, another] = names.filter((name) => existsSync(name));
  if (!file) throw new StoreError(`There is no file ${named}.`);
  if (another)
    throw new StoreError(`${another} is still there from an earlier move. Remove it, or give it another name.`);
  const held = holdStill(file);
  try {
    const source = sqliteSource(file);
    const target = await postgresTarget(url, siteName(file)).catch(async (error) => {
      await source.close();
      throw error;
    });
    try {
      await copyTables(source, target, await inOrder(source, target), report);
      await target.makeReady();
      await source.close();
      const kept = held.retire();
      await target.finish();
      return kept;
    } finally {
      await source.close();
      await target.close();
    }
  } finally {
    held.letGo();
  }
}

async function toFile(url: string, file: string, now: Date, report: OnCopied): Promise<string> {
  refuseFilled(file);
  const aside = `${file}.copying`;
  const held = await holdDatabase(url, existsSync(aside) ? file : undefined);
  try {
    await fillFile(url, aside, now, report);
    // Killed between these two steps, the same copy goes on; in the other order there would be two sites to start.
    await held.leaveFor(file);
    renameSync(aside, file);
    syncFile(path.dirname(file));
    noteAnew(file);
    return file;
  } finally {
    await held.letGo();
  }
}

async function fillFile(url: string, file: string, now: Date, report: OnCopied): Promise<void> {
  const source = await postgresSource(url, true);
  try {
    const target = sqliteTarget(file, now);
    try {
      await copyTables(source, target, await inOrder(target, source), report);
      await target.makeReady();
    } finally {
      await target.close();
    }
    syncFile(file);
    syncFile(path.dirname(file));
  } finally {
    await source.close();
  }
}

/** A file without tables may be replaced. */
function refuseFilled(file: string): void {
  if (!existsSync(file)) return;
  const there = new Database(file, { readonly: true });
  const tables = there.prepare("SELECT count(*) FROM sqlite_master").pluck().get();
  there.close();
  if (tables !== 0) throw new StoreError(`${file} is a database already. Name a new file, or move that one away.`);
  for (const end of ["", "-wal", "-shm"]) rmSync(`${file}${end}`, { force: true });
}

/** In the SQLite side's order, in which each table comes after those that it refers to. */
async function inOrder(sqlite: Side, postgres: Side): Promise<CopiedTable[]> {
  const [ordered, other] = [await sqlite.tables(), (await postgres.tables()).map(({ name }) => name)];
  const missing = ordered.map(({ name }) => name).filter((name) => !other.includes(name));
  if (missing.length > 0) throw new StoreError(`${postgres.name} has no table ${missing.join(", ")}.`);
  return ordered;
}

/**
 * A target that holds what a killed run left is filled up. If a row has changed since, because somebody went back to the
 * other database in between, it is emptied and filled again.
 */
async function copyTables(source: Side, target: Target, tables: CopiedTable[], report: OnCopied): Promise<void> {
  for (let isSecondTry = false; ; isSecondTry = true) {
    const differing = await firstDiffering(source, target, tables, report);
    if (!differing) return;
    if (isSecondTry) throw new StoreError(`${differing} Empty the target and begin again.`);
    await target.empty();
  }
}

async function firstDiffering(source: Side, target: Target, tables: CopiedTable[], report: OnCopied) {
  for (const table of tables) {
    const wanted = await sumOf(source, table);
    const wasThere = same(wanted, await sumOf(target, table));
    if (!wasThere) {
      for await (const rows of source.rows(table, "written")) await target.add(table, rows);
      const got = await sumOf(target, table);
      if (!same(wanted, got))
        return `${table.name} differs after the copy: ${wanted.rows} rows in ${source.name}, ${got.rows} in ${target.name}, checksums ${wanted.sum.slice(0, 12)} and ${got.sum.slice(0, 12)}.`;
    }
    report({ table: table.name, rows: wanted.rows, wasThere });
  }
  return undefined;
}

type Sum = { rows: number; sum: string };

function same(one: Sum, other: Sum): boolean {
  return one.rows === other.rows && one.sum === other.sum;
}

/** A table's number of rows, and a checksum over all of them in key order. */
export async function sumOf(side: Side, table: CopiedTable): Promise<Sum> {
  const hash = createHash("sha256");
  let count = 0;
  for await (const rows of side.rows(table, "key")) {
    count += rows.length;
    for (const row of rows) hash.update(`${JSON.stringify(row)}\n`);
  }
  return { rows: count, sum: hash.digest("hex") };
}
