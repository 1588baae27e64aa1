import type Database from "better-sqlite3";

type Statement = Database.Statement<unknown[]>;

/** Queries with a list have a text for each length of it; those of one request are far fewer. */
const MOST_KEPT = 200;

/**
 * The same connection for Drizzle, which compiles a query's SQL each time that it is asked: that took a tenth of the work
 * for a booking. Here each text is compiled once. Rows as objects and as lists have a statement each, because Drizzle
 * changes how the one that it holds answers.
 */
export function keepingStatements(connection: Database.Database): Database.Database {
  const kept = new Map<string, Statement>();
  const prepare = (text: string): Statement => {
    const known = kept.get(text);
    if (known) return known;
    if (kept.size >= MOST_KEPT) kept.clear();
    const statement = inBothForms(connection.prepare(text), () => connection.prepare(text).raw());
    kept.set(text, statement);
    return statement;
  };
  return Object.create(connection, { prepare: { value: prepare } });
}

/** What Drizzle calls of a statement. */
function inBothForms(objects: Statement, prepareLists: () => Statement): Statement {
  let lists: Statement | undefined;
  const raw = () => (lists ??= prepareLists());
  return Object.create(objects, {
    run: { value: (...given: unknown[]) => objects.run(...given) },
    all: { value: (...given: unknown[]) => objects.all(...given) },
    get: { value: (...given: unknown[]) => objects.get(...given) },
    raw: { value: raw },
  });
}
