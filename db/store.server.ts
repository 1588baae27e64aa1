import { accessSync, constants, statSync } from "node:fs";
import { CACHE_KB, connect } from "./connection.server";
import { refuseMoved } from "./copy/names-of-file";
import { isPostgresUrl } from "./dialect";
import { catchUpWithNote, refuseBehind } from "./issued/beside-file.server";
import { keepLogSmall } from "./log-size.server";
import { makeObjects } from "./made-objects.server";
import { migrate, refuseOtherVersion } from "./migrate.server";
import { lockOpen } from "./open-mark.server";
import { joinPostgres, openPostgres } from "./postgres/store.server";
import { keepReserve, openedWithReserve } from "./reserve.server";
import { loadSeeds } from "./seed.server";
import { LOCK_PATIENCE_MS, sqliteStore } from "./sqlite-store.server";
import { cannotOpen, StoreError } from "./store-error";
import type { Reader, Store, Tx, TxOptions } from "./store-types";
import { isForbidden } from "./system-refusal";
import { whenFree } from "./when-free";

export type { Reader, Store, Tx, TxOptions };

const SQLITE_CHECKPOINT_PAGES = 1_000;

type Opening = {
  /**
   * How many pages the write-ahead log may have before SQLite checkpoints it, where another program does that and this
   * is a last resort. If unset, we manage the log and keep it small.
   */
  checkpointPages?: number;
  /** With PostgreSQL: the file of this machine beside which the issued numbers are noted. A SQLite file has its own note. */
  noteBeside?: string;
  /** Called with one-line messages for the operator. */
  report?: (words: string) => void;
};

/**
 * Opens the database, migrates it and loads the seeds.
 * @param place path of the SQLite file, which is created when missing, or the address of a PostgreSQL database
 * @throws StoreError with one clear line when it isn't ours, is newer than this code or is being restored
 */
export function openStore(place: string, opening: Opening = {}): Promise<Store> {
  return isPostgresUrl(place)
    ? openPostgres(place, opening.report ?? (() => {}), opening.noteBeside)
    : openFile(place, opening);
}

/** Waits while another program holds the write lock, if there is anything to write. */
async function openFile(file: string, { checkpointPages, report = () => {} }: Opening): Promise<Store> {
  const patiently = {
    report: () =>
      report(`the database ${file} is locked by another program, usually an open sqlite3; waiting until it is free`),
  };
  refuseMoved(file);
  const mark = lockOpen(file);
  const writer = await whenFree(() => openedWithReserve(file, () => connect(file, { cacheKb: CACHE_KB })), patiently);
  writer.pragma(`wal_autocheckpoint = ${checkpointPages ?? SQLITE_CHECKPOINT_PAGES}`);
  try {
    // Without this check, a start that has nothing to write would not notice.
    accessSync(file, constants.W_OK);
    const now = new Date();
    await whenFree(() => migrate(writer), patiently);
    await whenFree(() => makeObjects(writer, now), patiently);
    const lacks = await whenFree(() => catchUpWithNote(writer, file, now), patiently);
    if (lacks) report(lacks);
    const store = sqliteStore(writer, file, mark, report, CACHE_KB);
    await whenFree(() => loadSeeds(store, now), patiently);
    keepReserve(file);
    if (checkpointPages !== undefined) return store;
    const letLogGrow = keepLogSmall(file, report);
    return { ...store, close: () => letLogGrow().then(store.close) };
  } catch (error) {
    // A file may be readable but not writable.
    throw isForbidden(error) ? cannotOpen(file, error) : error;
  }
}

/**
 * Opens the site's database, whether the site is running or not, without migrating or seeding it.
 * @throws StoreError with one clear line when the site has never run here, or the database is of another release or
 * behind the numbers that it has issued
 */
export function joinStore(place: string): Promise<Store> {
  return isPostgresUrl(place) ? joinPostgres(place) : joinFile(place);
}

/** A command's or a thread's two connections are there for a moment, beside those of the site. */
const JOINED_CACHE_KB = 2 * 1024;

async function joinFile(file: string): Promise<Store> {
  refuseMoved(file);
  if (!isThere(file)) {
    throw new StoreError(
      `There is no database ${file} yet. Start the site once (npm start), or set DATA_DIR or DATABASE_URL to the same values as for the site.`,
    );
  }
  const mark = lockOpen(file);
  const writer = await whenFree(() => connect(file, { cacheKb: JOINED_CACHE_KB }), { patienceMs: LOCK_PATIENCE_MS });
  try {
    refuseOtherVersion(writer);
    refuseBehind(writer, file);
    // The site checkpoints the log, or else the program that replicates it does.
    writer.pragma("wal_autocheckpoint = 0");
    return sqliteStore(writer, file, mark, () => {}, JOINED_CACHE_KB);
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
