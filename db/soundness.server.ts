import Database from "better-sqlite3";
import { refuseForeign, refuseNewer } from "./migrate.server";
import { StoreError } from "./store-error";

/**
 * Checks every page of a database: whether it is ours, of a version that this code knows, and not corrupt.
 * @returns what is wrong with it, in one line; undefined when it is fine
 */
export function findFault(file: string): string | undefined {
  try {
    const connection = new Database(file, { readonly: true });
    try {
      refuseForeign(connection);
      refuseNewer(connection);
      return brokenPage(connection) ?? brokenReference(connection);
    } finally {
      connection.close();
    }
  } catch (error) {
    if (error instanceof StoreError) return error.fault;
    if (error instanceof Database.SqliteError) return `The database ${file} can't be read: ${error.message}.`;
    throw error;
  }
}

function brokenPage(connection: Database.Database): string | undefined {
  const result = connection.pragma("integrity_check(1)", { simple: true });
  return result === "ok" ? undefined : `The database ${connection.name} is damaged: ${result}.`;
}

function brokenReference(connection: Database.Database): string | undefined {
  const [broken] = connection.pragma("foreign_key_check") as { table: string; parent: string }[];
  return (
    broken && `In the database ${connection.name}, ${broken.table} names a row of ${broken.parent} that isn't there.`
  );
}
