import {
  customType,
  index,
  integer,
  primaryKey,
  sqliteTable,
  text as sqliteText,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";

/**
 * The only file that knows a database dialect's column builders. The schema in `db/schema/` is written
 * once on top of these, so that PostgreSQL can follow without touching a room.
 */
export const table = sqliteTable;

/** Text of any length. */
export const text = (name: string) => sqliteText(name);

/** Text that is one of the given words. */
export const oneOf = <const Words extends readonly [string, ...string[]]>(name: string, words: Words) =>
  sqliteText(name, { enum: words });

/** A whole number: cents, grams, centimetres, basis points, a count. */
export const int = (name: string) => integer(name, { mode: "number" });

/** True or false; 1 and 0 in SQLite. */
export const bool = (name: string) => integer(name, { mode: "boolean" });

/** A moment: UTC ISO 8601 text in SQLite, so that staff can read it raw and it sorts as it should. */
export const time = customType<{ data: Date; driverData: string }>({
  dataType: () => "text",
  toDriver: (moment) => moment.toISOString(),
  fromDriver: (stored) => new Date(stored),
});

/** A JSON document, kept as text so that its keys keep their order. */
export const json = <Document>(name: string) => sqliteText(name, { mode: "json" }).$type<Document>();

/** A JSON document that older releases have written too: each is read by `read`, which knows them all. */
export const jsonReadBy = <Document>(name: string, read: (stored: unknown) => Document) =>
  customType<{ data: Document; driverData: string }>({
    dataType: () => "text",
    toDriver: (document) => JSON.stringify(document),
    fromDriver: (stored) => read(JSON.parse(stored)),
  })(name);

export { index, primaryKey, uniqueIndex };
