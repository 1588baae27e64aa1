import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import Database from "better-sqlite3";
import { type FoundRow, foundIn, foundRows, type Sought } from "./found-rows.server";
import { STATE_IN_WORDS } from "./parcel-words";
import { readApart, type ViewRows } from "./read-apart.server";
import type { Found } from "./search-index.server";

/** SQLite's value for no limit. */
const ALL = -1;

/** Replaces `(PAID)` in the SQL files: what a payment's state counts as paid. */
const paidSet = "('paid', 'payfast_complete', 'waybill_created')";

/**
 * Replaces `VAT(cents, clock)`: the VAT within an amount at the rate of its day, as `invoice.ts` calculates it without
 * the price's own lines.
 */
function vatWithin(cents: string, clock: string): string {
  const rate = `SELECT basis_points FROM rates WHERE kind = 'vat' AND rate_key = 'vat' AND valid_from <= substr(${clock}, 1, 10) ORDER BY valid_from DESC LIMIT 1`;
  const isVendor = "NOT EXISTS (SELECT 1 FROM site_facts WHERE name = 'vat_number' AND value = 'none')";
  return `(CASE WHEN ${isVendor} THEN CAST(round(${cents} * (${rate}) / (10000.0 + (${rate}))) AS INTEGER) ELSE 0 END)`;
}

/**
 * Replaces `OF_SITE(mode)`: whether a row is of the payment mode that the site is in. Real work isn't mixed with what
 * remains of tests.
 */
const ofSite = (mode: string) =>
  `(${mode} IS NULL OR ${mode} = coalesce((SELECT value FROM site_facts WHERE name = 'payment_mode'), ${mode}))`;

/**
 * Replaces `WORK('what', number, list WHERE …)`, a line of its own: how many there are in a list, which is read once, and
 * the first three.
 */
const workLine = (what: string, number: string, list: string) =>
  `SELECT * FROM (WITH listed AS MATERIALIZED (SELECT ${number} AS number FROM ${list})
    SELECT ${what} AS work, (SELECT count(*) FROM listed) AS how_many,
      (SELECT group_concat(number, ', ') FROM (SELECT number FROM listed LIMIT 3)) AS first_ones,
      '${list.split(" ")[0]}' AS see)`;

const folder = () => path.resolve("db/staff-views");

/**
 * Creates the views that staff read from `db/staff-views/`, with the indexes that they need and the triggers that keep
 * a parcel's last event. Run it inside a transaction, so that readers see either the old views or the new ones.
 */
export function makeStaffViews(connection: Database.Database): void {
  dropStaffViews(connection);
  for (const sql of staffViewFiles()) connection.exec(sql);
  connection.exec(helpView());
}

/** The view `staff_help`: each view with the comment above it. */
export function helpView(): string {
  const help = [...staffViewFiles().flatMap(purposes), ["staff_help", "Which view is for what."]].toSorted();
  const rows = help.map(([view = "", purpose = ""]) => `('${view}', '${purpose.replaceAll("'", "''")}')`);
  return `CREATE VIEW staff_help AS WITH help (view, what_for) AS (VALUES ${rows.join(", ")}) SELECT view, what_for FROM help`;
}

/** The views of a file with the comments above them. Comments inside a view are for developers. */
function purposes(sql: string): [view: string, purpose: string][] {
  return [...sql.matchAll(/((?:^--.*\n)+)CREATE VIEW (\w+)/gm)].map(([, comment = "", view = ""]) => [
    view,
    comment.replace(/^-- ?/gm, "").replace(/\s+/g, " ").trim(),
  ]);
}

/** The SQL files. */
export function staffViewFiles(): string[] {
  const files = readdirSync(folder()).filter((file) => file.endsWith(".sql"));
  return files.toSorted().map((file) =>
    readFileSync(path.join(folder(), file), "utf8")
      .replaceAll("(PAID)", paidSet)
      .replaceAll("STATE_IN_WORDS", STATE_IN_WORDS)
      .replace(/\bWORK\(('.+?'), (\w+), (.+)\)(?=;?$)/gm, (_, what, number, list) => workLine(what, number, list))
      .replace(/\bOF_SITE\(([\w.]+)\)/g, (_, mode) => ofSite(mode))
      .replace(/\bVAT\(([\w.]+), (\w+|strftime\([^()]*\))\)/g, (_, cents, clock) => vatWithin(cents, clock)),
  );
}

/** Drops every view and trigger whose name begins with `staff_`, also those of older releases. Indexes stay. */
export function dropStaffViews(connection: Database.Database): void {
  const made = connection
    .prepare(
      "SELECT type, name FROM sqlite_master WHERE type IN ('view', 'trigger') AND name LIKE 'staff\\_%' ESCAPE '\\'",
    )
    .all() as { type: string; name: string }[];
  for (const { type, name } of made) connection.exec(`DROP ${type} "${name}"`);
}

/** The `staff_` views of a database. */
export type StaffViews = {
  /** Their names, in alphabetical order. */
  names(): string[];
  /** A view's rows, all or the first few, and its columns even if there are no rows. */
  read(view: string, first?: number): Promise<ViewRows>;
  /** Searches for a person or a number: see `found-rows.server.ts`. */
  find(sought: Sought, first: number): Promise<FoundRow[]>;
  /** The answer to a query that is known to be short, where the views are in a file. */
  ask?(sql: string, values: (string | number)[]): ViewRows;
  close(): void;
};

/** A file's staff views for reading, opened when first read. `read` throws for a name that isn't in `names`. */
export function openStaffViews(file: string): StaffViews {
  let opened: Database.Database | undefined;
  const connected = () => {
    opened ??= new Database(file, { readonly: true });
    return opened;
  };
  // Reads numbers from end to end, for tens of milliseconds.
  const scan = async (sql: string, part: string) => (await readApart(file, sql, [part])).rows as Found[];
  return {
    names: () => viewNames(connected()).toSorted(),
    read: async (view, first) => viewRows(connected(), view, first),
    find: async (sought, first) => {
      const found = await foundIn(connected(), sought, first, scan);
      return foundRows(connected(), sought, first, found);
    },
    ask: (sql, values) => answerOf(connected().prepare(sql), values),
    close: () => void opened?.close(),
  };
}

/** The rows of a view in a database that is open. */
export function viewRows(connection: Database.Database, view: string, first = ALL): ViewRows {
  if (!viewNames(connection).includes(view)) throw new Error(`there is no view ${view}`);
  return answerOf(connection.prepare(`SELECT * FROM "${view}" LIMIT ?`), [first]);
}

function answerOf(statement: Database.Statement, values: (string | number)[]): ViewRows {
  const columns = statement.columns().map(({ name }) => name);
  return { columns, rows: statement.all(...values) as ViewRows["rows"] };
}

function viewNames(connection: Database.Database): string[] {
  return connection
    .prepare("SELECT name FROM sqlite_master WHERE type = 'view' AND name LIKE 'staff\\_%' ESCAPE '\\'")
    .pluck()
    .all() as string[];
}
