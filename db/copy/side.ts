/**
 * One of a copy's two databases. Rows are passed in SQLite's form, so that both sides can be compared byte by byte:
 * moments as UTC ISO 8601 text, true as 1, JSON as the text that was written.
 */
export type Value = string | number | null;

export type CopiedTable = {
  name: string;
  columns: string[];
  /** The primary key; rows are compared in its order. */
  key: string[];
};

export type Side = {
  /** A name for messages, without any password. */
  name: string;
  tables(): Promise<CopiedTable[]>;
  /** All rows of a table, in batches, from one snapshot. */
  rows(table: CopiedTable, order: "key" | "written"): AsyncIterable<Value[][]>;
  /** May be called twice. */
  close(): Promise<void>;
};

/** A side to fill. A site can't be started on it until it is finished. */
export type Target = Side & {
  /** Adds rows; existing ones are left alone. */
  add(table: CopiedTable, rows: Value[][]): Promise<void>;
  /** Removes all rows. */
  empty(): Promise<void>;
  /** Makes what isn't copied: views, triggers, what the query planner knows. */
  makeReady(): Promise<void>;
  /** From now on a site may be started on it. */
  finish(): Promise<void>;
};

export const ROWS_AT_A_TIME = 1_000;

/** A name as SQL has it. */
export const quoted = (name: string) => `"${name}"`;
