import Database from "better-sqlite3";
import { refuseForeign } from "./migrate.server";
import { cannotOpen } from "./store-error";
import { isForbidden } from "./system-refusal";

/** SQLite waits in the main thread, and every request with it: our writing waits in `write-line.ts` instead. */
const WRITERS_WAIT_MS = 0;
/** In WAL mode nobody makes a reader wait, but for moments after a crash, while another process reads the log anew. */
const READERS_WAIT_MS = 50;

/** @throws StoreError when the file isn't ours or can't be opened; SQLite's own error while somebody has it locked */
export function connect(file: string, options: { readonly?: boolean } = {}): Database.Database {
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
    return new Database(file, { ...options, timeout: options.readonly ? READERS_WAIT_MS : WRITERS_WAIT_MS });
  } catch (error) {
    throw cannotOpen(file, error);
  }
}
