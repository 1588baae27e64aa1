import { existsSync } from "node:fs";
import path from "node:path";
import { StoreError } from "../store-error";

const MOVED = ".before-postgres";

/** The name under which a SQLite site's file is kept once it was copied to PostgreSQL: `courier.before-postgres.db`. */
export function keptName(file: string): string {
  const { dir, name, ext } = path.parse(siteName(file));
  return path.join(dir, `${name}${MOVED}${ext}`);
}

/** The file's name while the site uses it, from either of the two. */
export function siteName(file: string): string {
  const { dir, name, ext } = path.parse(file);
  return path.join(dir, `${name.endsWith(MOVED) ? name.slice(0, -MOVED.length) : name}${ext}`);
}

/**
 * Refuses to begin with an empty database where the site moved to PostgreSQL, usually because DATABASE_URL was lost.
 * @throws StoreError with the ways out
 */
export function refuseMoved(file: string): void {
  const kept = keptName(file);
  if (existsSync(file) || !existsSync(kept)) return;
  throw new StoreError(
    `The site moved to PostgreSQL: ${file} is kept as ${kept}. Set DATABASE_URL to the PostgreSQL database. Or go back with npm run db:copy -- postgres://… ${file}. Or rename ${kept} to ${file}, and lose what came since.`,
  );
}
