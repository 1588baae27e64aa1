import type { Client, QueryConfig } from "pg";

/**
 * The most named statements per process. Each length of a list makes another statement; beyond this number they aren't
 * prepared.
 */
const MOST_NAMED = 500;
const names = new Map<string, string>();

/**
 * The driver's client with two changes:
 * - PostgreSQL refuses U+0000 in text, which anybody can put into an address. It is stored and searched as U+FFFD.
 * - Drizzle's queries get a name, so that the server parses and plans each once per connection.
 */
export function siteClient(Base: typeof Client): typeof Client {
  return class extends Base {
    override query(...[query, values, ...rest]: unknown[]): never {
      const storableValues = Array.isArray(values) ? values.map(storable) : values;
      const named = Array.isArray(values) && isQueryConfig(query) ? { ...query, name: nameOf(query.text) } : query;
      return super.query(...([named, storableValues, ...rest] as Parameters<Client["query"]>)) as never;
    }
  };
}

function storable(value: unknown): unknown {
  return typeof value === "string" ? value.replaceAll("\0", "\ufffd") : value;
}

function isQueryConfig(query: unknown): query is QueryConfig {
  return typeof query === "object" && query !== null && "text" in query;
}

function nameOf(text: string): string | undefined {
  if (!names.has(text) && names.size < MOST_NAMED) names.set(text, `asked_${names.size}`);
  return names.get(text);
}
