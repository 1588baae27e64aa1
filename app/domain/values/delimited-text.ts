import { cleaned } from "./typed-text";

/** A line of a table. `number` counts as spreadsheets do, including headings and blank lines. */
export type TableLine = { number: number; fields: Record<string, string> };

/** Twice as many as our longest list has, and as PayFast's. */
export const MOST_COLUMNS = 64;

/** A table's first lines, and how many it has; or how many columns, if these are too many to read it. */
export type Table = { ok: true; lines: TableLine[]; count: number } | { ok: false; columns: number };

/** Longer lines are no line of a list: a quote that is opened and never closed. */
const LONGEST_LINE = 64 * 1024;

/**
 * Reads a table that another program wrote: CSV (RFC 4180), or with semicolons or tabs, as some countries' spreadsheets
 * write it. The first line names the columns. Missing fields at the end of a line are blank.
 * @param mostLines further lines are counted, and nothing is made of them
 * @returns each line's fields by their headings in lower case, joined by `_`: "PF Payment ID" is `pf_payment_id`
 */
export function readTable(content: string, mostLines = Number.POSITIVE_INFINITY): Table {
  const lines: TableLine[] = [];
  let names: string[] | undefined;
  let count = 0;
  for (const { number, fields, columns } of tableLines([content])) {
    if (!names) {
      if (columns > MOST_COLUMNS) return { ok: false, columns };
      names = fields.map(nameOf);
      continue;
    }
    count += 1;
    if (count > mostLines) continue;
    lines.push({
      number,
      fields: Object.fromEntries(names.map((name, at) => [name, cleaned(fields[at] ?? "").trim()])),
    });
  }
  return { ok: true, lines, count };
}

/** A list's text in one spelling, whatever program and browser it came through. */
export function asList(text: string): string {
  const list = text.startsWith("\uFEFF") ? text.slice(1) : text;
  return list.replaceAll("\r\n", "\n").replaceAll("\r", "\n").replaceAll("\0", "");
}

/** A heading as a name: "PF Payment ID" is `pf_payment_id`. */
export function nameOf(heading: string): string {
  return heading
    .trim()
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "_");
}

type Line = { fields: string[]; columns: number };

/**
 * The lines of a table that comes in pieces, without those that are blank; the first one has the headings. Fields beyond
 * the most columns are counted and dropped.
 */
export function* tableLines(pieces: Iterable<string>): Generator<Line & { number: number }> {
  let [number, separator, text] = [0, "", ""];
  for (const { piece, isLast } of withLast(pieces)) {
    text += piece;
    if (separator === "") {
      const heading = headingIn(text);
      if (heading.isCut && !isLast && text.length <= LONGEST_LINE) continue;
      ({ separator, text } = heading);
    }
    const lines = linesOf(text, separator, isLast);
    let next = lines.next();
    for (; !next.done; next = lines.next()) {
      number += 1;
      if (next.value.fields.some((field) => field.trim())) yield { number, ...next.value };
    }
    text = text.slice(next.value);
  }
}

function* withLast(pieces: Iterable<string>): Generator<{ piece: string; isLast: boolean }> {
  let before: string | undefined;
  for (const piece of pieces) {
    if (before !== undefined) yield { piece: before, isLast: false };
    before = piece;
  }
  if (before !== undefined) yield { piece: before, isLast: true };
}

/** Excel writes and reads a first line such as `sep=;`, and shows none. */
const SEPARATOR_NAMED = /^\s*"?sep=([\t!#-/:-@[-^`{-~])"?[,;\t]*(?:\r\n?|\n|$)/i;

/** What separates the fields of a table, and its text without the line that may say so. */
function headingIn(text: string): { separator: string; text: string; isCut: boolean } {
  const [named = "", sign] = SEPARATOR_NAMED.exec(text) ?? [];
  const rest = text.slice(named.length);
  const [heading = ""] = /^\s*(?:"[^"]*"|[^"\r\n])*/.exec(rest) ?? [];
  const bare = heading.replace(/"[^"]*"/g, "");
  const [most = ","] = [",", ";", "\t"].toSorted((one, other) => bare.split(other).length - bare.split(one).length);
  return { separator: sign ?? most, text: rest, isCut: !/[\r\n]/.test(rest.trimStart()) };
}

/**
 * Splits text into lines of fields, one at a time; a quoted field may contain separators, line ends and doubled quotes.
 * @param isAll whether no more text comes; otherwise the last line may go on in it
 * @returns where the line begins that goes on
 */
function* linesOf(text: string, separator: string, isAll: boolean): Generator<Line, number> {
  const sign = separator.replace(/[\\^\]$.*+?()[{}|-]/, "\\$&");
  const field = new RegExp(
    `(?:"((?:[^"]|"")*)"(?!")[^${sign}\\r\\n]*|([^${sign}\\r\\n]*))(${sign}|\\r?\\n|\\r|$)`,
    "y",
  );
  let fields: string[] = [];
  let columns = 0;
  let begin = 0;
  while (field.lastIndex < text.length) {
    const isQuoted = text[field.lastIndex] === '"';
    const [, quoted, plain = "", end] = field.exec(text) ?? [];
    if (end === undefined) break;
    const mayGoOn = field.lastIndex === text.length || (isQuoted && quoted === undefined);
    if (mayGoOn && !isAll && text.length - begin <= LONGEST_LINE) return begin;
    columns += 1;
    if (columns <= MOST_COLUMNS) fields.push(quoted?.replaceAll('""', '"') ?? plain);
    if (end === separator) continue;
    yield { fields, columns };
    fields = [];
    columns = 0;
    begin = field.lastIndex;
  }
  if (columns > 0) yield { fields, columns };
  return text.length;
}
