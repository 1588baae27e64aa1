import type { BuildColumns } from "drizzle-orm";
import * as pg from "drizzle-orm/pg-core";
import * as sqlite from "drizzle-orm/sqlite-core";
import { isPostgres } from "./dialect";

/** Every table. `app/domain/people/personal-tables.server.ts` says for each whether it has personal data. */
export type TableName =
  | OfShops
  | OfBookings
  | OfPayments
  | OfRounds
  | OfPeople
  | OfOffice
  | OfMessages
  | OfPrices
  | OfTheSite;
type OfShops = "shopify_shops" | "shopify_orders";
type OfBookings = "quotes" | "waybills" | "tracking_events" | "booking_notes" | "agreed_visits" | "receiver_wishes";
type OfPayments = "payments" | "charges" | "credit_terms" | "refunds" | "claims" | Notices | "invoices";
type Notices = "payment_notices" | "unsigned_notices";
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
type OfMessages = "outgoing_mails" | "message_stops" | "cases" | "webhook_endpoints" | "webhook_answers" | "promises";
type OfPrices = "boxes" | "postal_areas" | "countries" | "rates" | "proclaimed_holidays" | "price_changes";
type OfTheSite = "delays" | "staff_actions" | "site_facts" | "seed_loads";

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

const inSqlite = {
  table: sqlite.sqliteTable as MakeTable,
  index: sqlite.index,
  uniqueIndex: sqlite.uniqueIndex,
  primaryKey: sqlite.primaryKey,
  /** Text of any length. */
  text: (name: string) => sqlite.text(name),
  /** Text that is one of the given values. */
  oneOf: <const Words extends readonly [string, ...string[]]>(name: string, words: Words) =>
    sqlite.text(name, { enum: words }),
  /** An integer: cents, grams, centimetres, basis points, a count. */
  int: (name: string) => sqlite.integer(name, { mode: "number" }),
  /** A number with decimals that is never money: degrees on a map. */
  decimal: (name: string) => sqlite.real(name),
  /** True or false; 1 and 0 in SQLite. */
  bool: (name: string) => sqlite.integer(name, { mode: "boolean" }),
  /** A moment, to the millisecond. In SQLite it is UTC ISO 8601 text, which sorts by time and which staff can read. */
  time: sqlite.customType<{ data: Date; driverData: string }>({
    dataType: () => "text",
    toDriver: (moment) => moment.toISOString(),
    fromDriver: (stored) => new Date(stored),
  }),
  /**
   * A JSON document that older releases wrote too. `read` accepts every release's format. Its keys keep their order: text
   * in SQLite, `json` (not `jsonb`) in PostgreSQL.
   */
  jsonReadBy: <Document>(name: string, read: (stored: unknown) => Document) =>
    sqlite.customType<{ data: Document; driverData: string }>({
      dataType: () => "text",
      toDriver: (document) => JSON.stringify(document),
      fromDriver: (stored) => read(JSON.parse(stored)),
    })(name),
};

const inPostgres: Record<keyof typeof inSqlite, unknown> = {
  table: pg.pgTable,
  index: pg.index,
  uniqueIndex: pg.uniqueIndex,
  primaryKey: pg.primaryKey,
  text: pg.text,
  oneOf: (name: string, words: [string, ...string[]]) => pg.text(name, { enum: words }),
  int: (name: string) => pg.bigint(name, { mode: "number" }),
  decimal: pg.doublePrecision,
  bool: pg.boolean,
  time: (name: string) => pg.timestamp(name, { withTimezone: true, precision: 3, mode: "date" }),
  jsonReadBy: <Document>(name: string, read: (stored: unknown) => Document) =>
    // The driver has already parsed it.
    pg.customType<{ data: Document; driverData: unknown }>({
      dataType: () => "json",
      toDriver: (document) => JSON.stringify(document),
      fromDriver: (stored) => read(stored),
    })(name),
};

/**
 * The only file that uses a database dialect's column builders. The schema in `db/schema/` is written once on top of
 * these. For the compiler every table is a SQLite table: rows and queries look the same with PostgreSQL.
 */
export const { table, index, uniqueIndex, primaryKey, text, oneOf, int, decimal, bool, time, jsonReadBy } = isPostgres
  ? (inPostgres as typeof inSqlite)
  : inSqlite;

/** A JSON document. */
export const json = <Document>(name: string) => jsonReadBy(name, (stored) => stored as Document);
