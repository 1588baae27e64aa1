import type Database from "better-sqlite3";

type Statement = Database.Statement<unknown[]>;

const MOST_KEPT = 200;
/** A list of hundreds of numbers has a text for each length, and is seldom asked again. Characters. */
const LONGEST_KEPT = 5_000;

/**
 * The same connection for Drizzle, which compiles a query's SQL each time that it is asked: that took a tenth of the work
 * for a booking. Here each text is compiled once. Rows as objects and as lists would have a statement each, because
 * Drizzle changes how the one that it holds answers.
 */
export function keepingStatements(connection: Database.Database): Database.Database {
  const kept = new Map<string, Statement>();
  const prepare = (text: string): Statement => {
    const known = kept.get(text);
    if (known) return known;
    const statement = onceAsked(() => connection.prepare(text));
    if (text.length > LONGEST_KEPT) return statement;
    const [oldest = ""] = kept.keys();
    if (kept.size >= MOST_KEPT) kept.delete(oldest);
    kept.set(text, statement);
    return statement;
  };
  return Object.create(connection, { prepare: { value: prepare } });
}

/** What Drizzle calls of a statement, in the form that it asks for. Compiled when it is first asked. */
function onceAsked(compile: () => Statement): Statement {
  let objects: Statement | undefined;
  let lists: Statement | undefined;
  const asObjects = () => (objects ??= compile());
  const asked = {
    run: (...given: unknown[]) => asObjects().run(...given),
    all: (...given: unknown[]) => asObjects().all(...given),
    get: (...given: unknown[]) => asObjects().get(...given),
    raw: () => (lists ??= compile().raw()),
  };
  return asked as Statement;
}
