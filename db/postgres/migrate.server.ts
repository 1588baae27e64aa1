import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import type { ClientBase } from "pg";
import { SECONDS } from "../../app/durations";
import { migrationsIn } from "../migration-files";
import { postgresSearchIndexes } from "../search-index.server";
import { helpView, staffViewFiles } from "../staff-views.server";
import { StoreBusyError, StoreError } from "../store-error";
import { readMark, refuseMark } from "./mark.server";
import { isGivenUp } from "./refusal";

const FOLDER = "db/migrations-postgres";
/** "Thum": processes that start together migrate one after the other, and none while a copy holds it. */
export const START_LOCK = 0x5468756d;
/** Shorter than the driver's own patience with a query. */
const START_PATIENCE_MS = 5 * SECONDS;

/**
 * Brings the schema up to date in one transaction.
 * @param isCopying whether it is to be filled by a copy
 * @throws StoreError when the database belongs to something else or to newer code than this, is part of a copy or was
 * left; StoreBusyError while it is copied
 */
export async function migrate(client: ClientBase, { isCopying = false } = {}): Promise<void> {
  const migrations = migrationsIn(FOLDER);
  const functions = readFileSync(path.resolve("db/postgres/objects.sql"), "utf8");
  const objects = [functions, postgresSearchIndexes(), ...staffViewFiles(), helpView()].join(";\n");
  const fingerprint = createHash("sha256").update(objects).digest("hex");
  await client.query("BEGIN");
  try {
    if (!(await hasLock(client, "pg_advisory_xact_lock"))) throw new StoreBusyError(NOT_FREE);
    const versionBefore = await versionOf(client);
    if (versionBefore === undefined) await refuseForeign(client);
    else if (!isCopying) refuseMark(await readMark(client));
    refuseNewer(versionBefore?.version ?? 0, migrations.length);
    if (versionBefore?.version === migrations.length && versionBefore.objects === fingerprint) return;
    await dropStaffViews(client);
    for (const { sql } of migrations.slice(versionBefore?.version ?? 0)) await client.query(sql);
    await client.query(objects);
    await client.query("CREATE TABLE IF NOT EXISTS site_schema (version integer NOT NULL, objects text NOT NULL)");
    await client.query("DELETE FROM site_schema");
    await client.query("INSERT INTO site_schema VALUES ($1, $2)", [migrations.length, fingerprint]);
    await client.query("COMMIT");
  } finally {
    // After the COMMIT this does nothing.
    await client.query("ROLLBACK");
  }
}

/**
 * Refuses a database on which the site doesn't run, or not this release of it. Changes nothing in it.
 * @throws StoreError when it is newer or older, isn't ours, is part of a copy or was left
 */
export async function refuseOther(client: ClientBase): Promise<void> {
  await refuseOtherVersion(client);
  refuseMark(await readMark(client));
}

/** The same for a command that may write. Also throws StoreError while the database is copied. */
export async function refuseToJoin(client: ClientBase): Promise<void> {
  await client.query("BEGIN");
  try {
    if (!(await hasLock(client, "pg_advisory_xact_lock_shared")))
      throw new StoreError(`Nothing was done: ${NOT_FREE}. Try again when that is done.`);
    await refuseOther(client);
  } finally {
    await client.query("ROLLBACK");
  }
}

/** The views depend on columns that a migration may change, and on the functions. */
async function dropStaffViews(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    "SELECT viewname AS name FROM pg_views WHERE schemaname = current_schema() AND left(viewname, 5) IN ('staff', 'each_')",
  );
  if (rows.length > 0) await client.query(`DROP VIEW ${rows.map(({ name }) => name).join(", ")}`);
}

const NOT_FREE = "the PostgreSQL database is being copied, or a site is starting on it";

/** Takes the lock until the transaction ends; false if it isn't free in time. */
async function hasLock(client: ClientBase, lock: "pg_advisory_xact_lock" | "pg_advisory_xact_lock_shared") {
  try {
    await client.query(`SET LOCAL lock_timeout = ${START_PATIENCE_MS}; SELECT ${lock}(${START_LOCK})`);
    await client.query("SET LOCAL lock_timeout TO DEFAULT");
    return true;
  } catch (error) {
    if (!isGivenUp(error)) throw error;
    return false;
  }
}

/** @throws StoreError when it hasn't exactly the migrations of this code, or isn't ours */
export async function refuseOtherVersion(client: ClientBase): Promise<void> {
  const known = migrationsIn(FOLDER).length;
  const { version } = (await versionOf(client)) ?? { version: 0 };
  refuseNewer(version, known);
  if (version === known) return;
  throw new StoreError(
    `The PostgreSQL database is older than this code (version ${version} of ${known}). Start the site of this release once (npm start): it brings the database up to date.`,
  );
}

function refuseNewer(version: number, known: number): void {
  if (version <= known) return;
  throw new StoreError(
    `The PostgreSQL database is newer than this code (version ${version}, known up to ${known}). Start the newer release.`,
  );
}

async function refuseForeign(client: ClientBase): Promise<void> {
  const { rows } = await client.query("SELECT tablename FROM pg_tables WHERE schemaname = current_schema() LIMIT 1");
  if (rows.length === 0) return;
  throw new StoreError(
    "The PostgreSQL database isn't ours: it holds another program's tables.",
    "Choose another DATABASE_URL.",
  );
}

async function versionOf(client: ClientBase): Promise<{ version: number; objects: string } | undefined> {
  const { rows: found } = await client.query("SELECT to_regclass('site_schema') AS name");
  if (found[0]?.name === null) return undefined;
  const { rows } = await client.query<{ version: number; objects: string }>("SELECT version, objects FROM site_schema");
  return rows[0];
}
