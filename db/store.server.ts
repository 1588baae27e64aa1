import { statSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import Database from "better-sqlite3";
import { type BetterSQLite3Database, drizzle } from "drizzle-orm/better-sqlite3";
import type { Lock } from "./lock-file.server";
import { migrate, refuseForeign, refuseOtherVersion } from "./migrate.server";
import { markOpen } from "./open-mark.server";
import { countPriceChanges, priceChangeCount } from "./price-changes.server";
import { loadSeeds } from "./seed.server";
import { makeStaffViews } from "./staff-views.server";
import { cannotOpen, StoreError } from "./store-error";
import { isForbidden } from "./system-refusal";

/** Reads of what is committed; never waits for a writer, never makes one wait. */
export type Reader = Pick<BetterSQLite3Database, "select" | "selectDistinct" | "$count">;

/** Inside a transaction: everything. */
export type Tx = Omit<BetterSQLite3Database, "transaction">;

export type Store = {
  read: Reader;
  /**
   * Runs `fn` in one write transaction: all of it is kept, on disk, or nothing is. Transactions queue.
   * Never await the network inside. Throws what `fn` throws, after undoing everything.
   */
  tx<Result>(fn: (tx: Tx) => Promise<Result>): Promise<Result>;
  /**
   * A mark that differs once a box, an area, a country or a rate was changed by us, another process or staff's own hand:
   * what was made from them before is old. Other commits leave it as it is. A few microseconds.
   */
  priceMark(): unknown;
  close(): Promise<void>;
};

/** A longer wait would block every other request of this process, so the rest of the waiting is asynchronous. */
const BUSY_TIMEOUT_MS = 50;
const LOCK_PATIENCE_MS = 5_000;
const SQLITE_CHECKPOINT_PAGES = 1_000;

/**
 * Opens the SQLite file, brings it up to date and loads the seeds.
 * @param file path of the database file; it is created when missing
 * @param checkpointPages how long the write-ahead log may grow before it is worked into the file; more where another
 *   program does that work and this is the last resort
 * @throws StoreError with one clear line when the file isn't ours, is newer than this code or is just being restored
 */
export async function openStore(file: string, { checkpointPages = SQLITE_CHECKPOINT_PAGES } = {}): Promise<Store> {
  const mark = markOpen(file);
  const writer = await whenFree(() => connect(file));
  writer.pragma(`wal_autocheckpoint = ${checkpointPages}`);
  try {
    await whenFree(() => migrate(writer));
    await whenFree(() => makeStaffViews(writer));
    await whenFree(() => countPriceChanges(writer));
    const store = storeOver(writer, file, mark);
    await loadSeeds(store, new Date());
    return store;
  } catch (error) {
    // A file may be there to be read and not to be written; nothing was to be written before.
    throw isForbidden(error) ? cannotOpen(file, error) : error;
  }
}

/**
 * Opens the file that the site keeps, while it runs or while it rests, and only that: no migration, no seeds.
 * @throws StoreError with one clear line when the site has never run here, or was made by other code than this
 */
export async function joinStore(file: string): Promise<Store> {
  if (!isThere(file)) {
    throw new StoreError(
      `There is no database ${file} yet. Start the site once (npm start), or set DATA_DIR or DATABASE_URL as they are set for the site.`,
    );
  }
  const mark = markOpen(file);
  const writer = await whenFree(() => connect(file));
  try {
    refuseOtherVersion(writer);
    // The site works the log into the file, or the program that copies it.
    writer.pragma("wal_autocheckpoint = 0");
    return storeOver(writer, file, mark);
  } catch (error) {
    writer.close();
    mark.release();
    throw error;
  }
}

function isThere(file: string): boolean {
  try {
    return statSync(file, { throwIfNoEntry: false }) !== undefined;
  } catch (error) {
    throw cannotOpen(file, error);
  }
}

function storeOver(writer: Database.Database, file: string, mark: Lock): Store {
  const reader = connect(file, { readonly: true });

  const writing = drizzle(writer);
  let lastInLine: Promise<unknown> = Promise.resolve();

  return {
    read: drizzle(reader),
    tx(fn) {
      const turn = lastInLine.then(() => inTransaction(writer, () => fn(writing)));
      lastInLine = turn.catch(() => undefined);
      return turn;
    },
    priceMark: priceChangeCount(reader),
    async close() {
      await lastInLine;
      reader.close();
      writer.close();
      mark.release();
    },
  };
}

function connect(file: string, options: { readonly?: boolean } = {}): Database.Database {
  const connection = openFile(file, options);
  try {
    // Before anything is set: choosing WAL would already change somebody else's file.
    if (!options.readonly) {
      refuseForeign(connection);
      connection.pragma("journal_mode = WAL");
    }
    // Must be set at every opening: better-sqlite3 falls back to NORMAL for WAL, which loses commits in a power cut.
    connection.pragma("synchronous = FULL");
    connection.pragma("foreign_keys = ON");
    // What is deleted is overwritten: personal data must not linger in free pages of a copied file.
    connection.pragma("secure_delete = ON");
    // 16 MB each. The system keeps the file in memory as well: a larger cache, or mapping the file (256 MB were tried),
    // made reading no faster among 60,000 rows and this process as large as what it had read.
    connection.pragma("cache_size = -16384");
    return connection;
  } catch (error) {
    connection.close();
    throw isForbidden(error) ? cannotOpen(file, error) : error;
  }
}

function openFile(file: string, options: { readonly?: boolean }): Database.Database {
  try {
    return new Database(file, { ...options, timeout: BUSY_TIMEOUT_MS });
  } catch (error) {
    throw cannotOpen(file, error);
  }
}

async function inTransaction<Result>(writer: Database.Database, fn: () => Promise<Result>): Promise<Result> {
  await whenFree(() => writer.exec("BEGIN IMMEDIATE"));
  try {
    const result = await fn();
    await whenFree(() => writer.exec("COMMIT"));
    return result;
  } catch (error) {
    if (writer.inTransaction) writer.exec("ROLLBACK");
    throw error;
  }
}

/** Another process may hold the write lock: tries again, without blocking, until patience runs out. */
async function whenFree<Result>(attempt: () => Result): Promise<Result> {
  const givesUpAt = Date.now() + LOCK_PATIENCE_MS;
  for (;;) {
    try {
      return attempt();
    } catch (error) {
      if (!isLockedOut(error) || Date.now() > givesUpAt) throw error;
      await pause(5 + Math.random() * 20);
    }
  }
}

/** Whether somebody else holds the write lock. */
export function isLockedOut(error: unknown): boolean {
  return error instanceof Database.SqliteError && error.code.startsWith("SQLITE_BUSY");
}
