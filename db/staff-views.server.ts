import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import Database from "better-sqlite3";
import { type FoundRow, foundRows, type Searched, type Sought } from "./found-rows.server";
import { readApart, type ViewRows } from "./read-apart.server";
import { phonesEndingWith, type SearchHit, searchFor } from "./search-index.server";
import { todayView } from "./today-view";

const folder = () => path.resolve("db/staff-views");

/**
 * Creates the views that staff read from `db/staff-views/`, with the indexes that they need. Run it inside a transaction,
 * so that readers see either the old views or the new ones.
 */
export function makeStaffViews(connection: Database.Database): void {
  dropStaffViews(connection);
  for (const sql of staffViewFiles()) connection.exec(sql);
  connection.exec(helpView());
}

/** The view `staff_help`: each view with the comment above it. */
export function helpView(): string {
  const help = purposes().toSorted();
  const rows = help.map(([view = "", purpose = ""]) => `('${view}', '${purpose.replaceAll("'", "''")}')`);
  return `CREATE VIEW staff_help AS WITH help (view, what_for) AS (VALUES ${rows.join(", ")}) SELECT view, what_for FROM help`;
}

let knownPurposes: [view: string, purpose: string][] | undefined;

/**
 * The views with the comments above them. Comments inside a view are for developers. Read once in a process: each page of
 * the office asks for the names, and reading the files took longer than answering Today.
 */
function purposes(): [view: string, purpose: string][] {
  knownPurposes ??= readPurposes();
  return knownPurposes;
}

function readPurposes(): [view: string, purpose: string][] {
  const views = [
    ...staffViewFiles()
      .join("")
      .matchAll(/((?:^--.*\n)+)CREATE VIEW (staff_\w+)/gm),
  ];
  const made = views.map(([, comment = "", view = ""]): [string, string] => [
    view,
    comment.replace(/^-- ?/gm, "").replace(/\s+/g, " ").trim(),
  ]);
  return [...made, ["staff_help", "Which view is for what."]];
}

/** The SQL files, whose text both databases run, and Today's, which reads them. */
export function staffViewFiles(): string[] {
  const files = readdirSync(folder()).filter((file) => file.endsWith(".sql"));
  return [...files.toSorted().map((file) => readFileSync(path.join(folder(), file), "utf8")), todayView()];
}

/** Drops every view and trigger whose name begins with `staff_` or `each_`, also those of older releases. Indexes stay. */
export function dropStaffViews(connection: Database.Database): void {
  const made = connection
    .prepare(
      "SELECT type, name FROM sqlite_master WHERE type IN ('view', 'trigger') AND substr(name, 1, 5) IN ('staff', 'each_')",
    )
    .all() as { type: string; name: string }[];
  for (const { type, name } of made) connection.exec(`DROP ${type} "${name}"`);
}

/** The `staff_` views of a database. */
export type StaffViews = {
  /** Their names, in alphabetical order. */
  names(): string[];
  /** A view's rows, all or the first few, and its columns even if there are no rows. Throws if it isn't in `names`. */
  read(view: string, first?: number): Promise<ViewRows>;
  /** Searches for a person or a number: see `found-rows.server.ts`. */
  find(sought: Sought, first: number): Promise<FoundRow[]>;
  /** The answer to a query. In a file one that `takesLong` is answered in a thread of its own. */
  ask(sql: string, values: (string | number)[], takesLong?: boolean): Promise<ViewRows>;
  close(): void;
};

/** The staff views of a database that answers queries. */
export function staffViews({ ask, find, close }: Pick<StaffViews, "ask" | "find" | "close">): StaffViews {
  const names = purposes()
    .map(([view]) => view)
    .toSorted();
  return {
    names: () => names,
    async read(view, first) {
      if (!names.includes(view)) throw new Error(`there is no view ${view}`);
      return first === undefined
        ? ask(`SELECT * FROM "${view}"`, [], true)
        : ask(`SELECT * FROM "${view}" LIMIT ?`, [first]);
    },
    ask,
    find,
    close,
  };
}

/** A file's staff views for reading, opened when first read. */
export function openStaffViews(file: string, inThreads = false): StaffViews {
  let opened: Database.Database | undefined;
  const connected = () => {
    opened ??= new Database(file, { readonly: true });
    return opened;
  };
  const searched: Searched = {
    ask: async (sql, values) =>
      connected()
        .prepare(sql)
        .all(...values) as never[],
    withWords: async (words, first, isBegun) => searchFor(connected(), words, { first, isBegun }),
    withPhone: async (digits, most) => phonesEndingWith(connected(), digits, most),
    scan: async (questions, part) => {
      const answers = await Promise.all(questions.map((sql) => readApart(file, sql, [part])));
      return answers.flatMap(({ rows }) => rows as SearchHit[]);
    },
  };
  return staffViews({
    ask: async (sql, values, takesLong) =>
      inThreads && takesLong ? readApart(file, sql, values) : answerOf(connected().prepare(sql), values),
    find: (sought, first) => foundRows(searched, sought, first),
    close: () => void opened?.close(),
  });
}

function answerOf(statement: Database.Statement, values: (string | number)[]): ViewRows {
  const columns = statement.columns().map(({ name }) => name);
  return { columns, rows: statement.all(...values) as ViewRows["rows"] };
}
