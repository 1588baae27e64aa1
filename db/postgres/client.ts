import type { Client, QueryConfig } from "pg";

/** Of one process. A list of other lengths is another text: what comes after so many is planned each time. */
const MOST_NAMED = 500;
const names = new Map<string, string>();

/**
 * The driver's client, for all that the site asks:
 * - PostgreSQL refuses U+0000 in text, which anybody can type into an address. It is kept, and looked for, as U+FFFD.
 * - What Drizzle asks gets a name: then the server reads and plans it once for each connection, and not each time.
 */
export function siteClient(Base: typeof Client): typeof Client {
  return class extends Base {
    override query(...[asked, values, ...rest]: unknown[]): never {
      const given = Array.isArray(values) ? values.map(storable) : values;
      const named = Array.isArray(values) && isQuestion(asked) ? { ...asked, name: nameOf(asked.text) } : asked;
      return super.query(...([named, given, ...rest] as Parameters<Client["query"]>)) as never;
    }
  };
}

function storable(value: unknown): unknown {
  return typeof value === "string" ? value.replaceAll("\0", "\ufffd") : value;
}

function isQuestion(asked: unknown): asked is QueryConfig {
  return typeof asked === "object" && asked !== null && "text" in asked;
}

function nameOf(text: string): string | undefined {
  if (!names.has(text) && names.size < MOST_NAMED) names.set(text, `asked_${names.size}`);
  return names.get(text);
}
