import Database from "better-sqlite3";
import { refuseForeign } from "./migrate.server";
import { cannotOpen } from "./store-error";
import { isForbidden } from "./system-refusal";

/** SQLite would block the main thread while it waits. Writers wait in `write-queue.ts` instead. */
const WRITERS_WAIT_MS = 0;
/** In WAL mode readers don't wait, except briefly after a crash, while another process recovers the log. */
const READERS_WAIT_MS = 50;

/**
 * How much each connection keeps of the file, in KB. The system caches the file too: with 60,000 rows neither a larger cache
 * nor mapping the file (256 MB) made reads faster, and both made the process larger.
 */
export const CACHE_KB = 16 * 1024;

export type Connecting = { readonly?: boolean; cacheKb: number };

/** @throws StoreError when the file isn't ours or can't be opened; SQLite's own error while it is locked */
export function connect(file: string, { cacheKb, ...options }: Connecting): Database.Database {
  const connection = openFile(file, options);
  try {
    // Checked before any pragma: choosing WAL would already change another program's file.
    if (!options.readonly) {
      refuseForeign(connection);
      connection.pragma("journal_mode = WAL");
    }
    // Must be set at every opening: better-sqlite3 falls back to NORMAL for WAL, which loses commits in a power cut.
    connection.pragma("synchronous = FULL");
    connection.pragma("foreign_keys = ON");
    // Overwrites deleted data, so that no personal data stays in free pages of a copied file.
    connection.pragma("secure_delete = ON");
    connection.pragma(`cache_size = -${cacheKb}`);
    return connection;
  } catch (error) {
    connection.close();
    throw isForbidden(error) ? cannotOpen(file, error) : error;
  }
}

function openFile(file: string, options: { readonly?: boolean }): Database.Database {
  try {
    return new Database(file, { ...options, timeout: options.readonly ? READERS_WAIT_MS : WRITERS_WAIT_MS });
  } catch (error) {
    throw cannotOpen(file, error);
  }
}
