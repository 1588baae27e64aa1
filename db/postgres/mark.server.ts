import type { ClientBase } from "pg";
import { StoreError } from "../store-error";

/**
 * Why no site may run on a PostgreSQL database: it holds part of a file that is being copied into it (`part`), or the site
 * lives in a file since (`left`). A comment on `site_schema`, which every dump and backup has too.
 */
export type FolderMark = { kind: keyof typeof beginnings; file: string };

const beginnings = { part: "being copied from ", left: "left for " };

/** The mark as a query's column, null without one. */
export const MARK = "obj_description(to_regclass('site_schema'), 'pg_class')";

export async function readMark(client: ClientBase): Promise<FolderMark | undefined> {
  const { rows } = await client.query<{ mark: string | null }>(`SELECT ${MARK} AS mark`);
  return markIn(rows[0]?.mark ?? null);
}

/** @param words the column `MARK` */
export function markIn(words: string | null): FolderMark | undefined {
  if (words?.startsWith(beginnings.part)) return { kind: "part", file: words.slice(beginnings.part.length) };
  return words?.startsWith(beginnings.left) ? { kind: "left", file: words.slice(beginnings.left.length) } : undefined;
}

/** Replaces the mark, or takes it away. */
export async function setMark(client: ClientBase, mark: FolderMark | undefined): Promise<void> {
  const { rows } = await client.query<{ words: string }>("SELECT quote_nullable($1::text) AS words", [
    mark ? `${beginnings[mark.kind]}${mark.file}` : null,
  ]);
  await client.query(`COMMENT ON TABLE site_schema IS ${rows[0]?.words}`);
}

/**
 * The site has moved away from the database. A running site that meets this, after it was cut off while the database was
 * copied, answers as when PostgreSQL is away (`refusal.ts` knows the code); a start is refused.
 */
export class LeftError extends StoreError {
  readonly code = "LEFT";
}

/** @throws StoreError, in one line, when the database is marked */
export function refuseMark(mark: FolderMark | undefined): void {
  if (mark?.kind === "left")
    throw new LeftError(
      `The site has left this PostgreSQL database and lives in ${mark.file}. Set DATABASE_URL to that file. Only if it is lost, go back with npm run db:copy -- --take-back postgres://…, and lose what came since.`,
    );
  if (mark)
    throw new StoreError(
      `The PostgreSQL database holds only part of ${mark.file}: the copy is still running, or was broken off. Run the same npm run db:copy again, or start the site on the SQLite file.`,
    );
}
