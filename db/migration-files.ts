import { readFileSync } from "node:fs";
import path from "node:path";

/**
 * A folder's generated migrations, in the order in which they apply. Their files are read when they are: a database that
 * is up to date needs only their number.
 */
export function migrationsIn(folder: string): { sql: string }[] {
  const from = path.resolve(folder);
  const journal = JSON.parse(readFileSync(path.join(from, "meta/_journal.json"), "utf8")) as {
    entries: { tag: string }[];
  };
  return journal.entries.map(({ tag }) => ({
    get sql() {
      return readFileSync(path.join(from, `${tag}.sql`), "utf8").replaceAll("--> statement-breakpoint", "");
    },
  }));
}
