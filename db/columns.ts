import type { BuildColumns } from "drizzle-orm";
import * as pg from "drizzle-orm/pg-core";
import * as sqlite from "drizzle-orm/sqlite-core";
import { isPostgres } from "./dialect";

/**
 * The only file that uses a database dialect's column builders. The schema in `db/schema/` is written once on top of
 * these. For the compiler every table is a SQLite table: rows and queries look the same with PostgreSQL.
 */
function either<Builder>(forSqlite: Builder, forPostgres: unknown): Builder {
  return isPostgres ? (forPostgres as Builder) : forSqlite;
}

/** Every table. `app/domain/people/personal-tables.server.ts` says for each whether it has personal data. */
export type TableName = OfBookings | OfPayments | OfRounds | OfPeople | OfOffice | OfMessages | OfPrices | OfTheSite;
type OfBookings = "quotes" | "waybills" | "tracking_events" | "booking_notes" | "agreed_visits" | "receiver_wishes";
type OfPayments = "payments" | "refunds" | "payment_notices" | "unsigned_notices" | "invoices";
type OfRounds = "drivers" | "stops" | "driver_marks" | "reported_marks" | Proof;
type Proof = "delivery_photos" | "delivery_pins";
type OfPeople =
  | "users"
  | "sessions"
  | "action_links"
  | "saved_addresses"
  | "sent_drafts"
  | "done_once"
  | "blocked_customers"
  | Others;
type Others = "deleted_accounts" | "customer_changes" | "driver_applications" | "rate_limits" | "api_keys";
type OfOffice = "office_people" | "office_factors" | "office_looks";
type OfMessages = "outgoing_mails" | "message_stops" | "cases" | "webhook_endpoints";
type OfPrices = "boxes" | "postal_areas" | "countries" | "rates" | "proclaimed_holidays" | "price_changes";
type OfTheSite = "staff_actions" | "site_facts" | "seed_loads";

type MakeTable = <Name extends TableName, Columns extends Record<string, sqlite.SQLiteColumnBuilderBase>>(
  name: Name,
  columns: Columns,
  indexes?: (table: BuildColumns<Name, Columns, "sqlite">) => sqlite.SQLiteTableExtraConfigValue[],
) => sqlite.SQLiteTableWithColumns<{
  name: Name;
  schema: undefined;
  columns: BuildColumns<Name, Columns, "sqlite">;
  dialect: "sqlite";
}>;

export const table: MakeTable = either<MakeTable>(sqlite.sqliteTable, pg.pgTable);
export const index = either(sqlite.index, pg.index);
export const uniqueIndex = either(sqlite.uniqueIndex, pg.uniqueIndex);
export const primaryKey = either(sqlite.primaryKey, pg.primaryKey);

/** Text of any length. */
export const text = either((name: string) => sqlite.text(name), pg.text);

/** Text that is one of the given values. */
export const oneOf = <const Words extends readonly [string, ...string[]]>(name: string, words: Words) =>
  either(
    () => sqlite.text(name, { enum: words }),
    () => pg.text(name, { enum: words }),
  )();

/** An integer: cents, grams, centimetres, basis points, a count. */
export const int = either(
  (name: string) => sqlite.integer(name, { mode: "number" }),
  (name: string) => pg.bigint(name, { mode: "number" }),
);

/** A number with decimals that is never money: degrees on a map. */
export const decimal = either((name: string) => sqlite.real(name), pg.doublePrecision);

/** True or false; 1 and 0 in SQLite. */
export const bool = either((name: string) => sqlite.integer(name, { mode: "boolean" }), pg.boolean);

/** A moment, to the millisecond. In SQLite it is UTC ISO 8601 text, which sorts by time and which staff can read. */
export const time = either(
  sqlite.customType<{ data: Date; driverData: string }>({
    dataType: () => "text",
    toDriver: (moment) => moment.toISOString(),
    fromDriver: (stored) => new Date(stored),
  }),
  (name: string) => pg.timestamp(name, { withTimezone: true, precision: 3, mode: "date" }),
);

/** A JSON document whose keys keep their order: text in SQLite, `json` (not `jsonb`) in PostgreSQL. */
export const json = <Document>(name: string) => jsonReadBy(name, (stored) => stored as Document);

/** A JSON document that older releases wrote too. `read` accepts every release's format. */
export const jsonReadBy = <Document>(name: string, read: (stored: unknown) => Document) =>
  either(
    sqlite.customType<{ data: Document; driverData: string }>({
      dataType: () => "text",
      toDriver: (document) => JSON.stringify(document),
      fromDriver: (stored) => read(JSON.parse(stored)),
    }),
    // The driver has already parsed it.
    pg.customType<{ data: Document; driverData: unknown }>({
      dataType: () => "json",
      toDriver: (document) => JSON.stringify(document),
      fromDriver: (stored) => read(stored),
    }),
  )(name);
