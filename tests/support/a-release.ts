import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { aFolder } from "./a-store";

/** A release's folder: this one's program, migrations and seeds, plus the given migrations. */
export function aRelease(more: Record<string, string>): string {
  const folder = aFolder();
  mkdirSync(path.join(folder, "db"));
  for (const part of ["migrations", "seed", "staff-views"])
    cpSync(`db/${part}`, path.join(folder, "db", part), { recursive: true });
  for (const part of ["build", "node_modules", "plugins"]) symlinkSync(path.resolve(part), path.join(folder, part));
  const journalFile = path.join(folder, "db/migrations/meta/_journal.json");
  const journal = JSON.parse(readFileSync(journalFile, "utf8")) as { entries: { tag: string }[] };
  for (const [tag, sql] of Object.entries(more)) {
    journal.entries.push({ tag });
    writeFileSync(path.join(folder, `db/migrations/${tag}.sql`), sql);
  }
  writeFileSync(journalFile, JSON.stringify(journal));
  return folder;
}
