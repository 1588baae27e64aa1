/** One line of a list; a column's name is the same in every form of output. */
export type Row = Record<string, string | number | boolean | null>;

/** What a command answers. */
export type Answer =
  | { kind: "list"; columns: string[]; rows: Row[]; ifEmpty: string }
  /** What was done, in sentences; and what was asked to be read, field by field. */
  | { kind: "done"; said: string[]; fields?: Row }
  /** What was asked for as a whole, for a file: JSON in every form of output. */
  | { kind: "document"; document: unknown }
  /** Of several things, what was done and stands, and why the others weren't. */
  | { kind: "partly"; said: string[]; why: string[] }
  /** A document, which goes to a file or a pipe, and why something isn't in it; nothing has changed. */
  | { kind: "paper"; bytes: Buffer; said: string; why: string[] }
  /** What was not done, and why; nothing has changed. */
  | { kind: "refused"; why: string[] };

/** A list of rows that all have the same columns. */
export function list(rows: Row[], ifEmpty: string, columns = Object.keys(rows[0] ?? {})): Answer {
  return { kind: "list", columns, rows, ifEmpty };
}

export function done(...said: string[]): Answer {
  return { kind: "done", said };
}

export function refused(...why: string[]): Answer {
  return { kind: "refused", why };
}
