/** One row of a list. A column has the same name in every output format. */
export type Row = Record<string, string | number | boolean | null>;

/** A command's result. */
export type Answer =
  | { kind: "list"; columns: string[]; rows: Row[]; ifEmpty: string }
  /**
   * Something was done, in sentences, with the fields that were asked for; or all of it was so already, or it was only
   * looked at. `links`: the addresses of ours with which sentences end. A page links no other address: it is somebody's words.
   */
  | { kind: "done"; output: string[]; links?: string[]; fields?: Row; isUnchanged?: boolean; isOnlyLooked?: boolean }
  /** A document for a file, JSON in every output format; packed, because it may have a hundred megabytes. */
  | { kind: "document"; packed: Buffer }
  /** Some of several things were done; `why` tells about the others. */
  | { kind: "partly"; output: string[]; why: string[] }
  /** A document for a file or a pipe, and why parts are missing; nothing has changed. */
  | { kind: "paper"; bytes: Buffer; output: string; why: string[] }
  /** Nothing was done, and why. */
  | { kind: "refused"; why: string[] };

/** A list whose rows all have the same columns. */
export function list(rows: Row[], ifEmpty: string, columns = Object.keys(rows[0] ?? {})): Answer {
  return { kind: "list", columns, rows, ifEmpty };
}

export function done(...output: string[]): Answer {
  return { kind: "done", output };
}

export function refused(...why: string[]): Answer {
  return { kind: "refused", why };
}
