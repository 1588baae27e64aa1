/** A line of a table. `number` counts as spreadsheets do, including headings and blank lines. */
export type TableLine = { number: number; fields: Record<string, string> };

/**
 * Reads a table that another program wrote: CSV (RFC 4180), or with semicolons or tabs, as some countries' spreadsheets
 * write it. The first line names the columns. Missing fields at the end of a line are blank.
 * @returns each line's fields by their headings in lower case, joined by `_`: "PF Payment ID" is `pf_payment_id`
 */
export function readTable(content: string): TableLine[] {
  const text = content.replace(/^\uFEFF/, "");
  const [header, ...lines] = linesOf(text, separatorOf(text))
    .map((fields, at) => ({ number: at + 1, fields }))
    .filter(({ fields }) => fields.some((field) => field.trim()));
  const names = (header?.fields ?? []).map((heading) =>
    heading
      .trim()
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, "_"),
  );
  return lines.map(({ number, fields }) => ({
    number,
    fields: Object.fromEntries(names.map((name, at) => [name, fields[at]?.trim() ?? ""])),
  }));
}

function separatorOf(text: string): string {
  const header = text.slice(0, text.search(/[\r\n]|$/));
  return [",", ";", "\t"].toSorted((one, other) => header.split(other).length - header.split(one).length)[0] ?? ",";
}

/** Splits text into lines of fields; a quoted field may contain separators, line ends and doubled quotes. */
function linesOf(text: string, separator: string): string[][] {
  const field = new RegExp(
    `(?:"((?:[^"]|"")*)"[^${separator}\\r\\n]*|([^${separator}\\r\\n]*))(${separator}|\\r?\\n|\\r|$)`,
    "y",
  );
  const lines: string[][] = [];
  let fields: string[] = [];
  while (field.lastIndex < text.length) {
    const [, quoted, plain = "", end] = field.exec(text) ?? [];
    if (end === undefined) break;
    fields.push(quoted?.replaceAll('""', '"') ?? plain);
    if (end === separator) continue;
    lines.push(fields);
    fields = [];
  }
  if (fields.length > 0) lines.push(fields);
  return lines;
}
