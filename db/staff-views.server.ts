import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import Database from "better-sqlite3";
import { paidStatuses } from "#app/domain/payments/payment-state";
import { type FoundRow, foundRows, type Sought } from "./found-rows.server";

/** What SQLite takes for no limit. */
const ALL = -1;

/** What the files write as `IN (PAID)`. */
const paidSet = `(${paidStatuses.map((status) => `'${status}'`).join(", ")})`;

const folder = () => path.resolve("db/staff-views");

/**
 * Makes what staff read by, from `db/staff-views/`: the views, the indexes they need, the triggers that keep up the last
 * event of a parcel. Inside a transaction: whoever reads meanwhile sees the old views or the new.
 */
export function makeStaffViews(connection: Database.Database): void {
  dropStaffViews(connection);
  for (const sql of staffViewFiles()) connection.exec(sql);
  connection.exec(helpView());
}

/** `staff_help`: which view is for what, as the comment above each says. */
export function helpView(): string {
  const help = [...staffViewFiles().flatMap(purposes), ["staff_help", "Which view is for what."]].toSorted();
  const rows = help.map(([view = "", purpose = ""]) => `('${view}', '${purpose.replaceAll("'", "''")}')`);
  return `CREATE VIEW staff_help AS WITH help (view, what_for) AS (VALUES ${rows.join(", ")}) SELECT view, what_for FROM help`;
}

/** The views that a file makes, each with its comment: without what is said in brackets to whoever changes it. */
function purposes(sql: string): [view: string, purpose: string][] {
  return [...sql.matchAll(/((?:^--.*\n)+)CREATE VIEW (\w+)/gm)].map(([, comment = "", view = ""]) => [
    view,
    comment
      .replace(/^-- ?/gm, "")
      .replace(/\s+/g, " ")
      .replace(/ ?\((?=[^)]*(?:SQLite|order:)).*?\)(?= |$)/g, "")
      .trim(),
  ]);
}

/** What they are made from, as SQL. */
export function staffViewFiles(): string[] {
  const files = readdirSync(folder()).filter((file) => file.endsWith(".sql"));
  return files.toSorted().map((file) => readFileSync(path.join(folder(), file), "utf8").replaceAll("(PAID)", paidSet));
}

/** Removes every view and trigger whose name begins with `staff_`, also one that an older release made. Indexes stay. */
export function dropStaffViews(connection: Database.Database): void {
  const made = connection
    .prepare(
      "SELECT type, name FROM sqlite_master WHERE type IN ('view', 'trigger') AND name LIKE 'staff\\_%' ESCAPE '\\'",
    )
    .all() as { type: string; name: string }[];
  for (const { type, name } of made) connection.exec(`DROP ${type} "${name}"`);
}

/** The `staff_` views of a file, read as they stand. */
export type StaffViews = {
  /** Their names, in the order of the alphabet. */
  names(): string[];
  /** All of one, or its first so many rows; its columns also when it has no rows. */
  read(view: string, first?: number): { columns: string[]; rows: Record<string, string | number | null>[] };
  /** Whatever is known of whom or what somebody names: see `found-rows.server.ts`. */
  find(sought: Sought, first: number): FoundRow[];
  close(): void;
};

/** Opens the views of a file for reading only. `read` throws for a name that is none of `names`. */
export function openStaffViews(file: string): StaffViews {
  const connection = new Database(file, { readonly: true });
  return {
    names: () => viewNames(connection).toSorted(),
    read(view, first = ALL) {
      if (!viewNames(connection).includes(view)) throw new Error(`there is no view ${view}`);
      const asked = connection.prepare(`SELECT * FROM "${view}" LIMIT ?`);
      const columns = asked.columns().map(({ name }) => name);
      return { columns, rows: asked.all(first) as Record<string, string | number | null>[] };
    },
    find: (sought, first) => foundRows(connection, sought, first),
    close: () => void connection.close(),
  };
}

function viewNames(connection: Database.Database): string[] {
  return connection
    .prepare("SELECT name FROM sqlite_master WHERE type = 'view' AND name LIKE 'staff\\_%' ESCAPE '\\'")
    .pluck()
    .all() as string[];
}
