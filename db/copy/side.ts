/**
 * One of the two databases of a copy. Rows travel in the form that SQLite keeps them in, so that both sides can be compared
 * byte by byte: moments as UTC ISO 8601 text, true as 1, JSON as the text that was written.
 */
export type Value = string | number | null;

export type Table = {
  name: string;
  columns: string[];
  /** Its primary key; rows are compared in the order of it. */
  key: string[];
};

export type Side = {
  /** How a person would name it; holds no password. */
  name: string;
  tables(): Promise<Table[]>;
  /** All rows of a table, in portions, as they stood when the copy began. */
  rows(table: Table, order: "key" | "written"): AsyncIterable<Value[][]>;
  /** Adds rows; leaves those alone that are there already. */
  add(table: Table, rows: Value[][]): Promise<void>;
  close(): Promise<void>;
};

export const ROWS_AT_A_TIME = 1_000;
