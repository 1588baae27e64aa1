import type Database from "better-sqlite3";
import { migrationsIn } from "./migration-files";
import { dropStaffViews } from "./staff-views.server";
import { StoreError } from "./store-error";

/** "Thum": marks a SQLite file as ours, so that no other program's database is ever migrated. */
const APPLICATION_ID = 0x5468756d;

const FOLDER = "db/migrations";

/**
 * Brings the schema up to date, one transaction per migration. SQLite's `user_version` counts the migrations applied.
 * @throws StoreError when the file belongs to newer code than this
 */
export function migrate(connection: Database.Database): void {
  refuseNewer(connection);
  const migrations = migrationsIn(FOLDER);
  const applied = () => versionOf(connection);
  const applyNext = connection.transaction(() => {
    // Read again under the write lock: another process may just have applied it.
    const next = migrations[applied()];
    if (!next) return;
    // A table can't be rebuilt while a view reads it. The views are created again after the last migration.
    dropStaffViews(connection);
    connection.exec(next.sql);
    connection.pragma(`application_id = ${APPLICATION_ID}`);
    connection.pragma(`user_version = ${applied() + 1}`);
  });
  // Checked first without the write lock, which staff may hold for long: usually there is nothing to do.
  while (applied() < migrations.length) applyNext.immediate();
}

/**
 * Refuses a file unless it has exactly the migrations of this code. Changes nothing in it.
 * @throws StoreError when it is newer or older
 */
export function refuseOtherVersion(connection: Database.Database): void {
  refuseNewer(connection);
  const known = migrationsIn(FOLDER).length;
  const version = versionOf(connection);
  if (version === known) return;
  throw new StoreError(
    `The database ${connection.name} is older than this code (version ${version} of ${known}). Start this release of the site once (npm start): it migrates the file.`,
  );
}

/** @throws StoreError when a newer release than this one has already changed the database */
export function refuseNewer(connection: Database.Database): void {
  const known = migrationsIn(FOLDER).length;
  const version = versionOf(connection);
  if (version <= known) return;
  throw new StoreError(
    `The database ${connection.name} is newer than this code (version ${version}, known up to ${known}). Start the newer release.`,
  );
}

function versionOf(connection: Database.Database): number {
  return Number(connection.pragma("user_version", { simple: true }));
}

/**
 * Refuses a file unless it is empty or ours. Changes nothing in it.
 * @throws StoreError when it belongs to something else
 */
export function refuseForeign(connection: Database.Database): void {
  // Count the tables before reading the mark: both are written in one transaction.
  const isEmpty = countTables(connection) === 0;
  const owner = connection.pragma("application_id", { simple: true });
  if (owner === APPLICATION_ID || (owner === 0 && isEmpty)) return;
  throw new StoreError(`The database ${connection.name} belongs to another program.`, "Choose another DATABASE_URL.");
}

function countTables(connection: Database.Database): unknown {
  try {
    return connection.prepare("SELECT count(*) FROM sqlite_master").pluck().get();
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "SQLITE_NOTADB")) throw error;
    throw new StoreError(`The file ${connection.name} isn't a SQLite database.`, "Choose another DATABASE_URL.");
  }
}
