import path from "node:path";
import type { ClientBase, Pool } from "pg";
import { besideName, issuedBeside } from "../issued/beside-file.server";
import {
  ALL_LAST_PAPERS,
  beyond,
  CARRIED,
  carriedRows,
  highest,
  type Issued,
  rangeAfter,
} from "../issued/papers.server";
import { START_LOCK } from "./migrate.server";

/**
 * What a PostgreSQL database has issued. Not the last of staff's actions: some are kept on the leader alone, and may be lost
 * with it.
 */
export async function issuedInPostgres(database: ClientBase | Pool): Promise<Issued> {
  const { rows } = await database.query<{ paper: string | null }>(ALL_LAST_PAPERS);
  return { papers: highest(rows.flatMap(({ paper }) => paper ?? [])), action: null };
}

/** Makes a database's series go on after these papers, which were issued elsewhere. The caller has a transaction. */
export async function carryOverInPostgres(client: ClientBase, papers: readonly string[], now: Date): Promise<void> {
  const { rows } = await client.query<{ value: string }>("SELECT value FROM site_facts WHERE name LIKE $1", [
    `${CARRIED}%`,
  ]);
  for (const { name, value, toldAt } of carriedRows([...papers, ...rows.map((row) => row.value)], now))
    await client.query(
      "INSERT INTO site_facts (name, value, told_at) VALUES ($1, $2, $3) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
      [name, value, toldAt],
    );
}

/**
 * Compares a database with the note of its numbers on this machine. If it is behind, because a backup of an earlier moment
 * was restored, its numbers go on after those that were issued.
 * @param databaseFile beside which the note lies
 * @returns what it lacks, in one line; undefined if it isn't behind
 */
export async function catchUpInPostgres(
  client: ClientBase,
  databaseFile: string,
  now: Date,
): Promise<string | undefined> {
  const noted = issuedBeside(databaseFile);
  if (!noted) return undefined;
  const own = await issuedInPostgres(client);
  const papers = beyond(noted.papers, own.papers);
  if (papers.length === 0) return undefined;
  await client.query("BEGIN");
  await client.query("SELECT pg_advisory_xact_lock($1)", [START_LOCK]);
  await carryOverInPostgres(client, papers, now);
  await client.query("COMMIT");
  return `the PostgreSQL database is behind ${path.basename(besideName(databaseFile))}, as after the restore of a backup. It lacks ${papers.map((paper) => rangeAfter(own.papers, paper)).join(", ")}. Numbers go on after these. docs/backups.md, "A database that is behind", says what to do`;
}
