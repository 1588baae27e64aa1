import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import type { ClientBase } from "pg";
import { migrationsIn } from "../migration-files";
import { postgresSearchIndexes } from "../search-index.server";
import { StoreError } from "../store-error";

const FOLDER = "db/migrations-postgres";
/** "Thum": processes that start together migrate one after the other. */
const LOCK = 0x5468756d;

/**
 * Brings the schema up to date in one transaction.
 * @param isCopying whether it is to be filled by a copy
 * @throws StoreError when the database belongs to something else or to newer code than this, or is part of a copy
 */
export async function migrate(client: ClientBase, { isCopying = false } = {}): Promise<void> {
  const migrations = migrationsIn(FOLDER);
  const objects = readFileSync(path.resolve("db/postgres/objects.sql"), "utf8") + postgresSearchIndexes();
  const fingerprint = createHash("sha256").update(objects).digest("hex");
  await client.query("BEGIN");
  try {
    await client.query("SELECT pg_advisory_xact_lock($1)", [LOCK]);
    const versionBefore = await versionOf(client);
    if (versionBefore === undefined) await refuseForeign(client);
    else if (!isCopying) await refusePart(client);
    refuseNewer(versionBefore?.version ?? 0, migrations.length);
    if (versionBefore?.version === migrations.length && versionBefore.objects === fingerprint) return;
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
 * Refuses a database unless it has exactly the migrations of this code. Changes nothing in it.
 * @throws StoreError when it is newer or older, or isn't ours
 */
export async function refuseOtherVersion(client: ClientBase): Promise<void> {
  const known = migrationsIn(FOLDER).length;
  const { version } = (await versionOf(client)) ?? { version: 0 };
  refuseNewer(version, known);
  if (version === known) return refusePart(client);
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

/** The file that is being copied into the database, or was until the copy was broken off. */
export async function copyUnderWay(client: ClientBase): Promise<string | undefined> {
  const { rows } = await client.query<{ mark: string | null }>(
    "SELECT obj_description(to_regclass('site_schema'), 'pg_class') AS mark",
  );
  return rows[0]?.mark?.startsWith(COPY_OF) ? rows[0].mark.slice(COPY_OF.length) : undefined;
}

const COPY_OF = "being copied from ";

/** Marks the database until the copy is finished. */
export async function markCopy(client: ClientBase, file: string | undefined): Promise<void> {
  const { rows } = await client.query<{ words: string }>("SELECT quote_nullable($1::text) AS words", [
    file === undefined ? null : `${COPY_OF}${file}`,
  ]);
  await client.query(`COMMENT ON TABLE site_schema IS ${rows[0]?.words}`);
}

async function refusePart(client: ClientBase): Promise<void> {
  const file = await copyUnderWay(client);
  if (file === undefined) return;
  throw new StoreError(
    `The PostgreSQL database holds only part of ${file}: the copy is still running, or was broken off. Run the same npm run db:copy again, or start the site on the SQLite file.`,
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
