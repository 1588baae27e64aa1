import Database from "better-sqlite3";
import { SECONDS } from "#app/durations";
import { isPostgres } from "#db/dialect";
import { storePlace } from "./store-place";

/**
 * Holds the lock that every transaction of the site needs, as another program may, until the returned function is
 * called.
 */
export async function holdWriteLock(file: string): Promise<() => Promise<void>> {
  if (!isPostgres) {
    const staff = new Database(file, { timeout: 5 * SECONDS });
    staff.exec("BEGIN IMMEDIATE");
    return async () => void staff.close();
  }
  const { default: pg } = await import("pg");
  const other = new pg.Client({ connectionString: await storePlace(file) });
  await other.connect();
  await other.query("BEGIN; LOCK TABLE site_schema IN EXCLUSIVE MODE");
  return () => other.end();
}
