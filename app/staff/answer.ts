import { plainText } from "#app/language/plain-text";
import type { Words } from "#app/language/say";
import type { WouldTell } from "./told";

/** One row of a list. A column has the same name in every output format. */
export type Row = Record<string, string | number | boolean | null>;

/** What there is to do after a command: another one, with what is known for it. */
export type Next = { words: string; command: string; known: Record<string, string> };

/**
 * Rows. `onPages`: columns that a page and its file have besides. `paper`: the same as a document, made where it is
 * wanted.
 */
type ListAnswer = {
  kind: "list";
  columns: string[];
  rows: Row[];
  ifEmpty: Words;
  onPages?: string[];
  paper?: () => Promise<Buffer>;
};

/**
 * A command's result. `asks`: what has to be meant, before it is done. `next`: for a page, where it is offered as a button.
 * `told`: whom what would be done is about, and what they would be told.
 */
export type Answer = {
  asks?: Words[];
  next?: Next;
  told?: WouldTell;
} & (
  | ListAnswer
  /**
   * Something was done, in sentences, with the fields that were asked for; or all of it was so already, or it was only
   * looked at, or would have been done.
   */
  | { kind: "done"; output: Words[]; fields?: Row; isUnchanged?: boolean; isOnlyLooked?: boolean; isDryRun?: boolean }
  /** A document for a file, JSON in every output format; packed, because it may have a hundred megabytes. */
  | { kind: "document"; packed: Buffer }
  /** Some of several things were done; `why` tells about the others. */
  | { kind: "partly"; output: Words[]; why: Words[]; isDryRun?: boolean }
  /** A document for a file or a pipe, and why parts are missing; nothing has changed. */
  | { kind: "paper"; bytes: Buffer; output: Words; why: Words[] }
  /** Nothing was done, and why. */
  | { kind: "refused"; why: Words[] }
);

/** A list whose rows all have the same columns. */
export function list(rows: Row[], ifEmpty: Words, columns = Object.keys(rows[0] ?? {})): Answer {
  return { kind: "list", columns, rows, ifEmpty };
}

export function done(...output: Words[]): Answer {
  return { kind: "done", output };
}

export function refused(...why: Words[]): Answer {
  return { kind: "refused", why };
}

/** Sentences, each once. */
export function distinct(sentences: Words[]): Words[] {
  return [...new Map(sentences.map((each) => [plainText(each), each])).values()];
}
