import { readFileSync } from "node:fs";
import path from "node:path";

/** A folder's generated migrations, in the order in which they apply. */
export function migrationsIn(folder: string): { sql: string }[] {
  const from = path.resolve(folder);
  const journal = JSON.parse(readFileSync(path.join(from, "meta/_journal.json"), "utf8")) as {
    entries: { tag: string }[];
  };
  return journal.entries.map(({ tag }) => ({
    sql: readFileSync(path.join(from, `${tag}.sql`), "utf8").replaceAll("--> statement-breakpoint", ""),
  }));
}
