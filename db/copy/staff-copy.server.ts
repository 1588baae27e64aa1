import { randomBytes } from "node:crypto";
import { chmodSync, copyFileSync, existsSync, renameSync, rmSync, statSync } from "node:fs";
import path from "node:path";
import Database from "better-sqlite3";
import type { TableName } from "../columns";
import { secretColumns } from "../secret-columns";
import { StoreError } from "../store-error";
import { postgresSource } from "./postgres-side.server";
import type { CopiedTable, Value } from "./side";
import { sqliteTarget } from "./sqlite-side.server";

/** The row in `site_facts` with the copy's time; `staff_site` shows its age. */
const COPIED_AT = "copied_at";

/** Where releases before `staff.db` kept the copy: under the name that the database itself has on a SQLite site. */
const FORMER_NAME = "courier.db";

/**
 * Copies a snapshot of a PostgreSQL database into the SQLite file that staff read, with its views. The copy is written
 * to another file and then renamed, so that readers always have a complete file.
 * @throws StoreError when the database is of another release or `file` isn't a copy, the driver's error when it can't be
 * reached
 */
export async function writeStaffCopy(url: string, file: string, now: Date): Promise<void> {
  const aside = `${file}.new`;
  refuseAnother(file, aside);
  remove(aside);
  const source = await postgresSource(url);
  const key = randomBytes(32);
  try {
    const target = sqliteTarget(aside, now);
    try {
      for (const table of await target.tables())
        for await (const rows of source.rows(table, "written"))
          await target.add(table, withoutSecrets(table, rows, key));
      await target.makeReady();
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
  noteTime(aside, now);
  refuseIncomplete(aside, now);
  const last = statSync(file, { throwIfNoEntry: false });
  // An administrator may have let a group read it.
  if (last) chmodSync(aside, last.mode);
  // A copy has none; SQLite would read another file's log together with this one.
  for (const end of LOGS) rmSync(`${file}${end}`, { force: true });
  renameSync(aside, file);
  refuseIncomplete(file, now);
  removeFormer(file);
}

/** What lets somebody in, proves a delivery or signs a call is of no use in a copy to read. */
function withoutSecrets({ name, columns }: CopiedTable, rows: Value[][], key: Buffer): Value[][] {
  const { secret } = secretColumns[name as TableName];
  if (!secret) return rows;
  return rows.map((row) => {
    const named = Object.fromEntries(columns.map((column, at) => [column, row[at] ?? null]));
    return columns.map((column) => {
      const value = named[column] ?? null;
      return value === null ? null : (secret[column]?.(String(value), named, key) ?? value);
    });
  });
}

/** What is said to whoever asks before there is one. */
export const NO_COPY_YET = "Staff's first copy of the database isn't complete yet. Try again in a minute.";

/** When a copy was made; undefined for a file that isn't one. */
export function copiedAt(file: string): Date | undefined {
  if (!existsSync(file)) return undefined;
  try {
    const copy = new Database(file, { readonly: true });
    try {
      const moment = copy.prepare("SELECT value FROM site_facts WHERE name = ?").pluck().get(COPIED_AT);
      return typeof moment === "string" ? new Date(moment) : undefined;
    } finally {
      copy.close();
    }
  } catch {
    return undefined;
  }
}

const LOGS = ["-wal", "-shm", "-journal"];

function refuseAnother(file: string, aside: string): void {
  if (!existsSync(file)) return;
  remove(aside);
  // A copy has no log. One beside it is another file's, so the copy is looked at without it.
  const hasLog = LOGS.some((end) => existsSync(`${file}${end}`));
  if (hasLog) copyFileSync(file, aside);
  if (copiedAt(hasLog ? aside : file)) return;
  throw new StoreError(`${file} isn't a copy that the site wrote for staff. Move it away; then one is written.`);
}

function noteTime(file: string, now: Date): void {
  const copy = new Database(file);
  copy
    .prepare("INSERT OR REPLACE INTO site_facts (name, value, told_at) VALUES (?, ?, ?)")
    .run(COPIED_AT, now.toISOString(), now.toISOString());
  copy.close();
}

/** Whoever opens the file must find this copy in it, all of it, and no log beside it. */
function refuseIncomplete(file: string, now: Date): void {
  const log = LOGS.find((end) => existsSync(`${file}${end}`));
  if (log) throw new StoreError(`${file}${log} is beside staff's copy of the database, which should be one file.`);
  if (copiedAt(file)?.getTime() !== now.getTime())
    throw new StoreError(`${file} isn't the copy that was just written.`);
}

function removeFormer(file: string): void {
  const former = path.join(path.dirname(file), FORMER_NAME);
  if (former !== file && copiedAt(former)) remove(former);
}

function remove(file: string): void {
  for (const end of ["", ...LOGS]) rmSync(`${file}${end}`, { force: true });
}
