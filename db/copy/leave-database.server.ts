import { existsSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import type { Client } from "pg";
import { SECONDS } from "../../app/durations";
import { issuedBeside } from "../issued/beside-file.server";
import { highest } from "../issued/papers.server";
import { carryOverInPostgres } from "../postgres/issued.server";
import { readMark, refuseMark, setMark } from "../postgres/mark.server";
import { START_LOCK } from "../postgres/migrate.server";
import { IS_OURS } from "../postgres/names";
import { StoreError } from "../store-error";
import { connected, hostOf } from "./postgres-side.server";

/** The server takes a moment to see that a program has ended. */
const GONE_WITHIN_MS = 3 * SECONDS;
const LOOK_AGAIN_MS = 100;

/**
 * Keeps a PostgreSQL database as it is while it is copied to a file: a site that starts on it waits, and a command is
 * refused. A monitor or a backup may be connected.
 * @param file what a broken-off copy has filled; the database may be marked as left for it already
 * @throws StoreError when a site or a command is connected, or the site doesn't run on the database
 */
export async function holdDatabase(url: string, file: string | undefined) {
  const client = await connected(url);
  // The next query fails then.
  client.on("error", () => undefined);
  try {
    await lockOut(client);
    await refuseConnected(client, url);
    const mark = await readMark(client);
    if (mark?.kind !== "left" || mark.file !== file) refuseMark(mark);
  } catch (error) {
    await client.end();
    throw error;
  }
  return {
    /** Marks the database. A site that waited for it is then refused. */
    async leaveFor(file: string): Promise<void> {
      await setMark(client, { kind: "left", file });
      await client.query("COMMIT");
    },
    letGo: () => client.end(),
  };
}

/**
 * Takes the mark of a move to a file back. Numbers go on after those that are noted beside the lost file.
 * @param lastPapers the last numbers that were issued, where whoever goes back knows them: `INV-000041`
 * @returns the database, the file for which the site had left it, and the papers after which its numbers go on
 * @throws StoreError when it has no such mark, or the file is still there
 */
export async function takeBack(url: string, lastPapers: string[], now: Date) {
  const client = await connected(url);
  try {
    await lockOut(client);
    const mark = await readMark(client);
    const name = hostOf(url);
    if (mark?.kind !== "left") throw new StoreError(`${name} isn't marked: no site has left it. Nothing was changed.`);
    if (existsSync(mark.file))
      throw new StoreError(
        `The site lives in ${mark.file}, which is there. To go back with what it holds, copy it into an empty PostgreSQL database. If it is of no use, give it another name first.`,
      );
    const noted = issuedBeside(mark.file)?.papers;
    if (!noted && lastPapers.length === 0)
      throw new StoreError(
        `Which invoices and credit notes were issued since isn't known: ${mark.file}-issued isn't there. Name the next numbers: --next-invoice 42 --next-credit-note 7. Nothing was changed.`,
      );
    const papers = highest([...(noted ?? []), ...lastPapers]);
    await carryOverInPostgres(client, papers, now);
    await setMark(client, undefined);
    await client.query("COMMIT");
    return { name, file: mark.file, papers };
  } finally {
    await client.end();
  }
}

/** In a transaction, because a pooler gives each of them its own connection. */
async function lockOut(client: Client): Promise<void> {
  await client.query("BEGIN; SET LOCAL idle_in_transaction_session_timeout = 0");
  const { rows } = await client.query<{ isFree: boolean }>('SELECT pg_try_advisory_xact_lock($1) AS "isFree"', [
    START_LOCK,
  ]);
  if (!rows[0]?.isFree)
    throw new StoreError(
      "A site is starting on the PostgreSQL database, or another copy of it is running. Stop it first.",
    );
}

/** Who connects from now on waits for the lock. */
async function refuseConnected(client: Client, url: string): Promise<void> {
  const givesUpAt = performance.now() + GONE_WITHIN_MS;
  for (;;) {
    // Otherwise a transaction reads the same list again.
    await client.query("SELECT pg_stat_clear_snapshot()");
    const { rows } = await client.query<{ machine: string }>(
      `SELECT DISTINCT coalesce(host(client_addr), 'this machine') AS machine FROM pg_stat_activity WHERE ${IS_OURS} ORDER BY 1`,
    );
    if (rows.length === 0) return;
    if (performance.now() > givesUpAt)
      throw new StoreError(
        `A site, or another of its programs, is connected to ${hostOf(url)} (from ${rows.map(({ machine }) => machine).join(", ")}). Stop it on every machine first.`,
      );
    await pause(LOOK_AGAIN_MS);
  }
}
