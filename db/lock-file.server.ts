import Database from "better-sqlite3";

/**
 * Locks between processes, which the operating system releases however a process ends. Each is an empty file that
 * SQLite locks for us.
 */
export type Lock = { release(): void };

/** Takes a shared lock; undefined when another process holds it exclusively. */
export function lockTogether(file: string): Lock | undefined {
  return locked(file, "BEGIN; SELECT count(*) FROM sqlite_master");
}

/** Takes an exclusive lock; undefined when any other process holds it. */
export function lockAlone(file: string): Lock | undefined {
  return locked(file, "BEGIN EXCLUSIVE");
}

function locked(file: string, how: string): Lock | undefined {
  const connection = new Database(file, { timeout: 0 });
  try {
    // Otherwise the exclusive lock of an empty file writes a journal, which a full disk refuses.
    connection.pragma("journal_mode = MEMORY");
    connection.exec(how);
    return { release: () => connection.close() };
  } catch (error) {
    connection.close();
    if (error instanceof Database.SqliteError && error.code.startsWith("SQLITE_BUSY")) return undefined;
    throw error;
  }
}
