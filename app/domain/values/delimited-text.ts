/** A line of a table. `number` counts as spreadsheets do, including headings and blank lines. */
export type TableLine = { number: number; fields: Record<string, string> };

/** Twice as many as our longest list has, and as PayFast's. */
export const MOST_COLUMNS = 64;

/** A table's first lines, and how many it has; or how many columns, if these are too many to read it. */
export type Table = { ok: true; lines: TableLine[]; count: number } | { ok: false; columns: number };

/**
 * Reads a table that another program wrote: CSV (RFC 4180), or with semicolons or tabs, as some countries' spreadsheets
 * write it. The first line names the columns. Missing fields at the end of a line are blank.
 * @param mostLines further lines are counted, and nothing is made of them
 * @returns each line's fields by their headings in lower case, joined by `_`: "PF Payment ID" is `pf_payment_id`
 */
export function readTable(content: string, mostLines = Number.POSITIVE_INFINITY): Table {
  const text = content.replace(/^\uFEFF/, "");
  const lines: TableLine[] = [];
  let names: string[] | undefined;
  let count = 0;
  let number = 0;
  for (const { fields, columns } of linesOf(text, separatorOf(text))) {
    number += 1;
    if (!fields.some((field) => field.trim())) continue;
    if (!names) {
      if (columns > MOST_COLUMNS) return { ok: false, columns };
      names = fields.map(nameOf);
      continue;
    }
    count += 1;
    if (count > mostLines) continue;
    lines.push({ number, fields: Object.fromEntries(names.map((name, at) => [name, fields[at]?.trim() ?? ""])) });
  }
  return { ok: true, lines, count };
}

function nameOf(heading: string): string {
  return heading
    .trim()
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "_");
}

function separatorOf(text: string): string {
  const header = text.slice(0, text.search(/[\r\n]|$/));
  return [",", ";", "\t"].toSorted((one, other) => header.split(other).length - header.split(one).length)[0] ?? ",";
}

/**
 * Splits text into lines of fields, one at a time; a quoted field may contain separators, line ends and doubled quotes.
 * Fields beyond the most columns are counted and dropped.
 */
function* linesOf(text: string, separator: string): Generator<{ fields: string[]; columns: number }> {
  const field = new RegExp(
    `(?:"((?:[^"]|"")*)"[^${separator}\\r\\n]*|([^${separator}\\r\\n]*))(${separator}|\\r?\\n|\\r|$)`,
    "y",
  );
  let fields: string[] = [];
  let columns = 0;
  while (field.lastIndex < text.length) {
    const [, quoted, plain = "", end] = field.exec(text) ?? [];
    if (end === undefined) break;
    columns += 1;
    if (columns <= MOST_COLUMNS) fields.push(quoted?.replaceAll('""', '"') ?? plain);
    if (end === separator) continue;
    yield { fields, columns };
    fields = [];
    columns = 0;
  }
  if (columns > 0) yield { fields, columns };
}
