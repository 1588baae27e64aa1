import type Database from "better-sqlite3";
import { sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/better-sqlite3";
import { SECONDS } from "../app/durations";
import { connect } from "./connection.server";
import { noteIssued } from "./issued/beside-file.server";
import { keepingStatements } from "./kept-statements.server";
import type { Lock } from "./lock-file.server";
import { priceChangeCount } from "./price-changes.server";
import { isUnwritable } from "./store-error";
import type { Store, Tx, TxOptions } from "./store-types";
import { callerOf, transactions } from "./transactions.server";
import { writeHealth } from "./write-health";
import { writeQueue } from "./write-queue";

/** After this the user is asked to send the form again. */
export const LOCK_PATIENCE_MS = 5 * SECONDS;
/** For a check whether writing is possible. */
const PROBE_PATIENCE_MS = 1 * SECONDS;

/**
 * A store over one SQLite file: one connection that writes, one transaction at a time, and one that reads.
 * @param mark released when the store is closed
 */
export function sqliteStore(
  writer: Database.Database,
  file: string,
  mark: Lock,
  report: (words: string) => void,
  cacheKb: number,
): Store {
  const reader = connect(file, { readonly: true, cacheKb });
  const writing = drizzle(keepingStatements(writer));
  const line = writeQueue(() => writer.exec("BEGIN IMMEDIATE"));
  const { refuseNested, run } = transactions(report);
  const issued = noteIssued(reader, file);
  const changes = writer.prepare<[], number>("SELECT total_changes()").pluck();
  const health = writeHealth(() => tx(rewriteVersion, { waitMs: PROBE_PATIENCE_MS }));

  async function tx<Result>(
    fn: (tx: Tx) => Promise<Result>,
    { waitMs = LOCK_PATIENCE_MS }: TxOptions = {},
  ): Promise<Result> {
    const origin = callerOf(tx);
    refuseNested(origin);
    try {
      const leave = await line.turn(waitMs);
      const result = await run(origin, () => noted(fn)).finally(leave);
      issued.look();
      return result;
    } catch (error) {
      if (isUnwritable(error) && waitMs >= PROBE_PATIENCE_MS) health.note(false);
      throw error;
    }
  }

  /** One that changed nothing would have succeeded on a full disk, too. */
  async function noted<Result>(fn: (tx: Tx) => Promise<Result>): Promise<Result> {
    const before = changes.get();
    const result = await committed(writer, () => fn(writing));
    if (changes.get() !== before) health.note(true);
    return result;
  }

  return {
    read: drizzle(keepingStatements(reader)),
    tx,
    isWritable: health.check,
    priceMark: priceChangeCount(reader),
    now: async () => new Date(),
    async close() {
      await line.empty();
      await issued.close();
      reader.close();
      writer.close();
      mark.release();
    },
  };
}

/** Changes nothing, but must be written and synced like any commit. */
async function rewriteVersion(tx: Tx): Promise<void> {
  const { user_version } = tx.get<{ user_version: number }>(sql`PRAGMA user_version`);
  tx.run(sql.raw(`PRAGMA user_version = ${user_version}`));
}

/** Commits the transaction, or rolls it back. */
async function committed<Result>(writer: Database.Database, work: () => Promise<Result>): Promise<Result> {
  try {
    const result = await work();
    writer.exec("COMMIT");
    return result;
  } catch (error) {
    if (writer.inTransaction) writer.exec("ROLLBACK");
    throw error;
  }
}
