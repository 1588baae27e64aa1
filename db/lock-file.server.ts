import Database from "better-sqlite3";

/**
 * Locks between processes that the operating system takes back itself, however a process ends. Each is an empty file
 * that SQLite locks for us.
 */
export type Lock = { release(): void };

/** Holds the lock together with whoever else holds it so; nothing when somebody holds it alone. */
export function lockTogether(file: string): Lock | undefined {
  return locked(file, "BEGIN; SELECT count(*) FROM sqlite_master");
}

/** Holds the lock alone; nothing when anybody else holds it. */
export function lockAlone(file: string): Lock | undefined {
  return locked(file, "BEGIN EXCLUSIVE");
}

function locked(file: string, how: string): Lock | undefined {
  const connection = new Database(file, { timeout: 0 });
  try {
    connection.exec(how);
    return { release: () => connection.close() };
  } catch (error) {
    connection.close();
    if (error instanceof Database.SqliteError && error.code.startsWith("SQLITE_BUSY")) return undefined;
    throw error;
  }
}
